import { beforeAll, describe, expect, it } from "vitest";
import { byId } from "../../rules/index";
import { parseFields } from "../../src/fields/parse";
import { tokenise } from "../../src/fields/tokens";
import type { Finding } from "../../src/rule/finding";
import { check } from "../harness/check";
import { typedText } from "../harness/typed-text";

/** What people select of these services' responses, by the call that answers them. */
const selectors: Readonly<Record<string, readonly string[]>> = {
  "drive.files.list": [
    "nextPageToken, files(id, name)",
    "files(id,name,mimeType,modifiedTime,size,parents),nextPageToken",
    "nextPageToken,files(id,name,owners(displayName,emailAddress),shortcutDetails(targetId,targetMimeType))",
    "files/id,files/capabilities/canEdit",
    "*",
    "kind,incompleteSearch,files/*/displayName",
  ],
  "drive.files.get": [
    "id,name,webViewLink,lastModifyingUser(displayName,permissionId)",
    "imageMediaMetadata/location(latitude,longitude)",
    "exportLinks,appProperties",
  ],
  "drive.permissions.list": ["permissions(id,emailAddress,type,role,view)"],
  "drive.revisions.list": ["nextPageToken,revisions(id,modifiedTime,lastModifyingUser/photoLink)"],
  "drive.about.get": ["user(displayName,emailAddress),storageQuota(limit,usage)"],
  "drive.comments.list": [
    "comments(id,content,quotedFileContent/value,replies(author/displayName,createdTime)),nextPageToken",
  ],
  "calendar.events.list": [
    "items(id,summary,start(dateTime,timeZone),end/dateTime,attendees(email,responseStatus)),nextPageToken,nextSyncToken",
    "items(recurrence,reminders/overrides(method,minutes)),timeZone",
    "etag,items/creator/email,items/organizer(displayName,email)",
  ],
  "calendar.calendarList.list": ["items(id,summary,accessRole,backgroundColor),nextPageToken"],
  "calendar.freebusy.query": ["calendars/*/busy(start,end)", "calendars,timeMin"],
  "youtube.videos.list": [
    "items(id,snippet(title,channelTitle,thumbnails/default/url),statistics(viewCount,likeCount)),pageInfo/totalResults",
    "items/contentDetails/duration",
  ],
  "youtube.playlistItems.list": [
    "etag,nextPageToken,items/snippet(title,resourceId/videoId)",
    "items(contentDetails(videoId,videoPublishedAt))",
  ],
  "youtube.search.list": ["items/id(videoId,channelId),items/snippet(title,publishedAt)"],
};

const declarations = `import type { drive_v3 } from "@googleapis/drive";
import type { calendar_v3 } from "@googleapis/calendar";
import type { youtube_v3 } from "@googleapis/youtube";
declare const drive: drive_v3.Drive;
declare const calendar: calendar_v3.Calendar;
declare const youtube: youtube_v3.Youtube;
`;

interface Case {
  readonly call: string;
  readonly selector: string;
  /** The name before a letter was changed, and after. */
  readonly changed?: readonly [string, string];
}

/** Every name of a selector, each with one letter changed in turn. */
function mistakesIn(call: string, selector: string): readonly Case[] {
  return tokenise({ text: selector, holes: [] }).flatMap(({ type, range: { start, end } }) => {
    const name = selector.slice(start, end);
    const path = parseFields(selector.slice(0, end)).selectors.at(-1)?.path ?? [];
    // Below a wildcard any child may have the field, and the keys of these maps are data.
    if (type !== "name" || name.length < 4 || path.some((segment) => segment.name === "*")) return [];
    const at = start + Math.floor((end - start) / 2);
    const changed = `${selector.slice(0, at)}${selector[at] === "q" ? "z" : "q"}${selector.slice(at + 1)}`;
    // A name that is selected beside the mistake is not what was meant by it.
    if (changed.includes(name)) return [];
    return [{ call, selector: changed, changed: [name, changed.slice(start, end)] as const }];
  });
}

const right = Object.entries(selectors).flatMap(([call, list]) => list.map((selector): Case => ({ call, selector })));
const wrong = right.flatMap(({ call, selector }) => mistakesIn(call, selector));
const rule = byId.get("valid-fields");

let text: string;
let found: readonly Finding[];

beforeAll(() => {
  const lines = [...right, ...wrong].map(({ call, selector }) => `void ${call}({ fields: "${selector}" });`);
  text = declarations + lines.join("\n");
  if (!rule) throw new Error("no rule");
  const source = {
    path: "google.ts",
    extension: "ts",
    text,
    marked: false,
    options: { unknownFields: "all" },
    configuration: undefined,
    needsTypes: true,
  };
  found = check(rule, source, typedText(text)).findings;
}, 120_000);

function findingsAt(index: number): readonly Finding[] {
  const line = text.split("\n").findIndex((each) => each.startsWith("void ")) + index;
  const start = text.split("\n").slice(0, line).join("\n").length + 1;
  const end = text.indexOf("\n", start);
  return found.filter(({ range }) => start <= range.start && range.end <= (end < 0 ? text.length : end));
}

describe("selectors of generated clients", { tags: ["long"] }, () => {
  it.each(right.map((each, index) => [`${each.call}: ${each.selector}`, index] as const))("silent: %s", (_, index) => {
    expect(findingsAt(index).map(({ message }) => message)).toEqual([]);
  });

  it(`report each of ${wrong.length} names with one letter changed, and say which was meant`, () => {
    expect(wrong.length).toBeGreaterThan(80);
    for (const [index, { selector, changed = ["", ""] }] of wrong.entries()) {
      const reported = findingsAt(right.length + index).map(({ range, suggestions }) => [
        text.slice(range.start, range.end),
        suggestions[0]?.edits[0]?.text,
      ]);
      expect([selector, ...reported]).toEqual([selector, [changed[1], changed[0]]]);
    }
  });
});
