import { describe, expect, it } from "vitest";
import { toContract } from "../../../src/contract/file/contract-file";
import { importGithubPermissions } from "../../../src/contract/import/github-permissions";
import { getCategoryKey } from "../../../src/contract/permissions/categories";
import { findEndpoints } from "../../../src/contract/permissions/endpoints";
import routes from "../../../src/request/clients/api/octokit-routes.json";

/**
 * A file of the published format and of its size, over the routes that octokit knows: two scopes with one title, three access levels, endpoints for
 * installations alone, flags that are missing, entries that repeat, and lower-case verbs.
 */

interface Entry {
  readonly verb: string;
  readonly requestPath: string;
  readonly access: string;
  readonly "user-to-server"?: boolean;
  readonly "server-to-server"?: boolean;
  readonly "additional-permissions": boolean;
}

const scopes = { orgs: "Organization", enterprises: "Enterprise", user: "User" } as const;

function scopeOf(path: string): string {
  const first = path.split("/")[1] ?? "";
  return first in scopes ? scopes[first as keyof typeof scopes] : "Repository";
}

function entryOf(route: string, index: number): Entry {
  const [method = "", requestPath = ""] = route.split(" ");
  const write = method === "DELETE" && index % 4 === 0 ? "admin" : "write";
  const flags = { "user-to-server": index % 5 !== 0, "server-to-server": index % 7 !== 0 || index % 5 === 0 };
  return {
    verb: method.toLowerCase(),
    requestPath,
    access: method === "GET" ? "read" : write,
    ...(index % 11 !== 0 && flags),
    "additional-permissions": index % 3 === 0,
  };
}

const file: Record<string, { title: string; displayTitle: string; permissions: Entry[] }> = {};
const every: { readonly id: string; readonly entry: Entry }[] = [];
for (const [area, methods] of Object.entries(
  routes as Readonly<Record<string, Readonly<Record<string, string | readonly string[]>>>>,
)) {
  for (const known of Object.values(methods)) {
    const route = typeof known === "string" ? known : (known[0] ?? "");
    const entry = entryOf(route, every.length);
    const scope = scopeOf(entry.requestPath);
    const id = `${scope.toLowerCase()}_${area}`;
    const title = area.replace(/([A-Z])/gu, " $1").toLowerCase();
    file[id] ??= { title, displayTitle: `${scope} permissions for "${title}"`, permissions: [] };
    file[id].permissions.push(...(every.length % 6 === 0 ? [entry, entry] : [entry]));
    every.push({ id, entry });
  }
}

const { contract: content, notes } = importGithubPermissions([
  { file: "all.json", value: JSON.parse(JSON.stringify(file)) },
]);
const contract = toContract(content);

function tokensOf(entry: Entry): readonly string[] {
  if (entry["user-to-server"] === undefined) return [];
  return [...(entry["user-to-server"] ? ["UAT"] : []), ...(entry["server-to-server"] === true ? ["IAT"] : [])];
}

describe(`a file of ${every.length} endpoints in ${Object.keys(file).length} permissions`, () => {
  it("is taken as a whole", () => {
    expect(every.length).toBeGreaterThan(1000);
    expect(notes).toEqual([]);
    expect(contract.permissions).toHaveLength(
      Object.values(file).reduce((sum, each) => sum + each.permissions.length, 0),
    );
  });

  it("has each endpoint under its path, every parameter a hole, with its access, token types and marks", () => {
    const notFound: string[] = [];
    for (const { id, entry } of every) {
      // The names of query parameters are no part of a path.
      const path = entry.requestPath.replace(/\{\?.*\}$/u, "");
      const { certainty, entries, possible } = findEndpoints(contract, entry.verb.toUpperCase(), path, {});
      const isRight = [...entries, ...(certainty === "certain" ? [] : possible)].some(
        (each) =>
          each.id === id &&
          each.path === path &&
          each.access === entry.access &&
          each.additional === entry["additional-permissions"] &&
          String(each.tokens) === String(tokensOf(entry)),
      );
      if (!isRight) notFound.push(path);
      else if (certainty !== "certain") notFound.push(`${certainty}: ${path}`);
    }
    expect(notFound).toEqual([
      // The hash may be a word: `/gists/{gist_id}/comments` is another endpoint.
      "possible: /gists/{gist_id}/{sha}",
      // The same path is there with one parameter, `{basehead}`, for both.
      "/repos/{owner}/{repo}/compare/{base}...{head}",
    ]);
  });

  it("keeps permissions of one title apart, and entries that repeat", () => {
    const keys = new Set(contract.permissions.map((entry) => `${entry.scope}.${getCategoryKey(entry)}`));
    expect(keys.size).toBe(Object.keys(file).length);
    for (const [id, { permissions }] of Object.entries(file))
      expect(contract.permissions.filter((entry) => entry.id === id)).toHaveLength(permissions.length);
  });
});
