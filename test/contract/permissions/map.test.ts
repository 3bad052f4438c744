import { describe, expect, it } from "vitest";
import type { PermissionEntry } from "../../../src/contract/contract";
import { expandCategory, read } from "../../../src/contract/permissions/notation";
import { builtinContract } from "../../../src/contract/builtin";

const { permissions } = builtinContract;

/** Counted in the spec, line by line, not taken from a run: clause, scope, category, write lines, read lines. */
const counts: [clause: string, scope: string, category: string, write: number, read: number][] = [
  ["4.2", "enterprise", "Enterprise organization installations", 5, 4],
  ["4.3", "organization", "Administration", 48, 39],
  ["4.4", "organization", "Custom repository roles", 6, 6],
  ["4.5", "organization", "Members", 41, 34],
  ["4.6", "organization", "Self-hosted runners", 17, 9],
  ["4.7", "organization", "Team discussions", 12, 8],
  ["4.8", "repository", "Automation", 15, 29],
  ["4.9", "repository", "Administration", 90, 42],
  ["4.10", "repository", "Code scanning alerts", 4, 11],
  ["4.11", "repository", "Contents", 42, 43],
  ["4.12", "repository", "Issues", 28, 8],
];

function find(method: string, path: string): PermissionEntry[] {
  return permissions.filter((entry) => entry.method === method && entry.path === path);
}

/** `organization.Administration write *`, the form in which the expectations below are written. */
function brief({ scope, category, access, tokens, additional }: PermissionEntry): string {
  return `${scope}.${category} ${access}${additional ? " *" : ""}${tokens.includes("IAT") ? "" : " (U)"}`;
}

describe("the permission map", () => {
  it("has 541 entries", () => {
    expect(permissions).toHaveLength(541);
  });

  it.each(counts)("%s %s %s: %i write, %i read", (_clause, scope, category, write, read) => {
    const inCategory = permissions.filter((entry) => entry.scope === scope && entry.category === category);
    expect(inCategory.filter((entry) => entry.access === "write")).toHaveLength(write);
    expect(inCategory.filter((entry) => entry.access === "read")).toHaveLength(read);
  });

  it("stands in document order: sections in order, write before read", () => {
    const blocks = permissions.map(({ scope, category, access }) => `${scope} ${category} ${access}`);
    expect([...new Set(blocks)]).toEqual(
      counts.flatMap(([, scope, category]) => [`${scope} ${category} write`, `${scope} ${category} read`]),
    );
    expect(blocks.filter((block, index) => block !== blocks[index - 1])).toHaveLength(22);
  });

  it("writes every path in full, without marks", () => {
    for (const { path } of permissions) expect(path).toMatch(/^(\/([\w.-]+|\{\w+\}))+$/);
  });

  it.each([
    // An empty suffix is the prefix itself.
    ["DELETE", "/orgs/{org}", ["organization.Administration write"]],
    ["PATCH", "/repos/{owner}/{repo}", ["repository.Administration write"]],
    ["POST", "/teams/{team_id}/discussions", ["organization.Team discussions write"]],
    // An abbreviated path.
    [
      "PUT",
      "/repos/{owner}/{repo}/branches/{branch}/protection/restrictions/teams",
      ["repository.Administration write"],
    ],
    // Full paths within prefixed blocks.
    ["PUT", "/organizations/{org}/automation/cache/storage-limit", ["organization.Administration write"]],
    ["GET", "/user/repository_invitations", ["repository.Administration read (U)"]],
    ["POST", "/user/repos", ["repository.Administration write (U)"]],
    // Listed in several categories.
    [
      "POST",
      "/repos/{template_owner}/{template_repo}/generate",
      ["repository.Administration write *", "repository.Contents read *"],
    ],
    ["POST", "/repos/{owner}/{repo}/forks", ["repository.Administration write *", "repository.Contents read *"]],
    [
      "GET",
      "/organizations/{organization_id}/custom_roles",
      ["organization.Administration read *", "organization.Custom repository roles read *"],
    ],
    [
      "PUT",
      "/orgs/{org}/teams/{team_slug}/repos/{owner}/{repo}",
      ["organization.Members read *", "repository.Administration write *"],
    ],
    // The level is the block's, whatever the method.
    ["GET", "/orgs/{org}/rulesets", ["organization.Administration write"]],
    ["GET", "/repos/{owner}/{repo}/bypass-requests/push-rules", ["repository.Contents write"]],
    ["POST", "/markdown", ["repository.Contents read"]],
    // Listed twice.
    ["PUT", "/repos/{owner}/{repo}/contents/{path}", ["repository.Contents write *", "repository.Contents write *"]],
    ["DELETE", "/repos/{owner}/{repo}/git/refs/{ref}", ["repository.Contents write"]],
    [
      "GET",
      "/repos/{owner}/{repo}/dismissal-requests/secret-scanning",
      ["repository.Contents read *", "repository.Contents read *"],
    ],
    ["GET", "/repos/{owner}/{repo}/dismissal-requests/secret-scanning/{alert_number}", ["repository.Contents read *"]],
    // A mark belongs to its own path only.
    ["PUT", "/repos/{owner}/{repo}/import", ["repository.Contents write (U)"]],
    ["GET", "/repos/{owner}/{repo}/issues", ["repository.Issues read"]],
    ["DELETE", "/repos/{owner}/{repo}/issues/{issue_number}/labels/{name}", ["repository.Issues write *"]],
    // Not listed at all.
    ["POST", "/repos/{template_owner}", []],
    ["GET", "/repos/{owner}/{repo}", []],
  ])("%s %s", (method, path, expected) => {
    expect(find(method, path).map(brief)).toEqual(expected);
  });

  it("lists seven lines twice", () => {
    const repeated = permissions.filter((entry, index) =>
      permissions.slice(0, index).some((earlier) => JSON.stringify(earlier) === JSON.stringify(entry)),
    );
    expect(repeated.map(({ method, path }) => `${method} ${path.replace("/repos/{owner}/{repo}", "")}`)).toEqual([
      "PUT /contents/{path}",
      "DELETE /contents/{path}",
      "POST /git/refs",
      "PATCH /git/refs/{ref}",
      "POST /releases",
      "GET /dismissal-requests/secret-scanning",
      "PATCH /dismissal-requests/secret-scanning/{alert_number}",
    ]);
  });
});

describe("the notation", () => {
  it("lists all methods of a path before the next path", () => {
    const entries = expandCategory("s", "C", read("/p", "POST, PUT /a, /b *"));
    expect(entries.map(({ method, path, additional }) => `${method} ${path} ${String(additional)}`)).toEqual([
      "POST /p/a false",
      "PUT /p/a false",
      "POST /p/b true",
      "PUT /p/b true",
    ]);
  });

  it("takes the root as a path", () => {
    expect(expandCategory("s", "C", read("", "GET /")).map(({ path }) => path)).toEqual(["/"]);
  });

  it.each(["/a", "GET a", "GET /a (X)", "GET /a,/b *,"])("refuses %j", (line) => {
    expect(() => expandCategory("s", "C", read("", line))).toThrow();
  });
});
