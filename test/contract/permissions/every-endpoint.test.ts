import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { PermissionEntry } from "../../../src/contract/contract";
import type { Value } from "../../../src/value/value";
import { hole, look, path, paths, permissions } from "./looking";
import { runsOf } from "../../harness/runs";

/** Values as a program has them; what is not here is a name. */
const values: Readonly<Record<string, string>> = {
  path: "src/deep/main.ts",
  dir: "docs/api",
  ref: "heads/main",
  basehead: "main...topic",
  tag: "v1.2.0",
  archive_format: "zip",
  commit_sha: "6dcb09b5b57875f334f61aebed695e2e4193db5e",
  file_sha: "3d21ec53a331a6f037a91c368710b99387d012c1",
  tag_sha: "940bd336248efae0f9ee5bc7b2d5c985887b16ac",
  tree_sha: "9fb037999f264ba9a7fc6274d15fa3ae2ab98312",
  subject_digest: "sha256:2c26b46b68ffc68ff99b453c1d304134",
  ghsa_id: "GHSA-xxxx-yyyy-zzzz",
  workflow_id: "release.yml",
  scim_user_id: "5fc0c238-1112-11e8-8e45-920c87bdbd75",
};

function concretePath(template: string): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    if (value !== undefined) return value;
    return /_(?:id|number)$/.test(name) ? "4711" : `my-${name.replaceAll("_", "-")}`;
  });
}

/** Entries whose own concrete paths do not tell which endpoint they are, and why. */
const ambiguous: Readonly<Record<string, string>> = {
  "POST /orgs/{org}/{security_product}/{enablement}":
    "two parameters in a row where other paths have fixed words: any unlisted path of that length fits as well",
  "GET /orgs/{org}/artifacts/{subject_digest}/metadata/deployment-records":
    "other paths have the word `metadata` where the digest stands: there may be more words that are not listed",
  "GET /orgs/{org}/artifacts/{subject_digest}/metadata/storage-records":
    "other paths have the word `metadata` where the digest stands: there may be more words that are not listed",
  "GET /repos/{owner}/{repo}/commits/{ref}":
    "with slashes in the reference it may as well be something below a commit, as `{commit_sha}/branches-where-head` is",
};

describe("every entry of the map", () => {
  it("is found by a concrete path of its own, with category, access and tokens", () => {
    const doubtful = new Set<string>();
    let certain = 0;
    for (const entry of permissions) {
      const match = look(entry.method, concretePath(entry.path));
      const found = match.certainty === "certain" ? match.entries : match.possible;
      // Nothing but this endpoint's entries, and this one among them: the object itself, with category, access and tokens.
      expect(found).toContain(entry);
      const shape = (each: PermissionEntry): string => `${each.method} ${each.path.replace(/\{\w+\}/g, "{}")}`;
      expect([...new Set([...match.entries, ...match.possible].map(shape))]).toEqual([shape(entry)]);
      if (match.certainty === "certain") certain += 1;
      else doubtful.add(`${entry.method} ${entry.path}`);
    }
    expect([...doubtful].sort()).toEqual(Object.keys(ambiguous).sort());
    expect(certain).toBe(541 - 4);
  });

  it("is found behind a query, a trailing slash and an alias too", () => {
    const aliases = { automation: "actions", repos: "repositories" };
    for (const entry of permissions) {
      const used = concretePath(entry.path)
        .split("/")
        .map((segment) => (segment === "automation" ? "actions" : segment === "repos" ? "repositories" : segment))
        .join("/");
      const match = look(entry.method, `${used}/?page=2#top`, aliases);
      expect(match.certainty === "certain" ? match.entries : match.possible).toContain(entry);
    }
  });
});

/** The slow way, for paths without holes and parameters that span nothing: all that fits, the one with the earliest fixed words first. */
function bestByRegularExpression(method: string, where: string): string[] {
  const fits = permissions.filter(
    (each) => each.method === method && new RegExp(`^${each.path.replace(/\{\w+\}/g, "[^/]+")}$`).test(where),
  );
  const shape = (each: PermissionEntry): string => each.path.replace(/\{\w+\}/g, "~");
  const [best] = fits.map(shape).sort();
  return fits.filter((each) => shape(each) === best).map((each) => each.category);
}

const word = fc.stringMatching(/^[a-z0-9][a-z0-9._-]{0,8}$/);
export const entries = fc.constantFrom(...permissions);

describe("properties", { tags: ["long"] }, () => {
  it("finds every entry whatever its parameters are, as the slow way does", () => {
    fc.assert(
      fc.property(
        entries,
        fc.infiniteStream(fc.oneof(word, fc.constantFrom("latest", "automation", "members", "teams", "12"))),
        (entry, words) => {
          const concrete = entry.path.replace(/\{\w+\}/g, () => String(words.next().value));
          const match = look(entry.method, concrete);
          const found = match.certainty === "certain" ? match.entries : match.possible;
          expect(found.map((each) => each.category)).toEqual(bestByRegularExpression(entry.method, concrete));
        },
      ),
      { numRuns: runsOf(400) },
    );
  });

  it("a path with holes finds all that any filling of them finds", () => {
    fc.assert(
      fc.property(
        entries,
        fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }),
        fc.infiniteStream(word),
        (entry, holes, words) => {
          const pieces: (string | Value)[] = [];
          let concrete = "";
          for (const [index, segment] of entry.path.split("/").slice(1).entries()) {
            const filled = segment.startsWith("{") ? String(words.next().value) : segment;
            concrete += `/${filled}`;
            pieces.push("/", holes[index % 8] === true ? hole : filled);
          }
          const certain = look(entry.method, concrete);
          const open = look(entry.method, path(...pieces));
          expect([...open.entries, ...open.possible]).toEqual(
            expect.arrayContaining([...certain.entries, ...certain.possible]),
          );
        },
      ),
      { numRuns: runsOf(400) },
    );
  });

  it("takes any text, and is certain of nothing that the map does not list", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom("/", "{", "}", "a", "orgs", "?", "#", "%2F", "é") }), (where) => {
        const match = look("GET", where);
        expect(match.certainty === "certain").toBe(match.entries.length > 0);
        expect(match.certainty === "none").toBe(match.entries.length + match.possible.length === 0);
      }),
    );
  });

  it("ends at once on a path of holes only", () => {
    const match = look("GET", path(...Array.from({ length: 400 }, () => ["/", hole]).flat()));
    expect(paths(match.possible)).toContain("/repos/{owner}/{repo}/contents/{path}");
    expect(look("GET", path("/", ...Array.from({ length: 400 }, () => hole))).certainty).not.toBe("certain");
  });
});
