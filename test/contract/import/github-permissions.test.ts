import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toContract } from "../../../src/contract/file/contract-file";
import { importGithubPermissions, type PermissionFile } from "../../../src/contract/import/github-permissions";
import { findEndpoints } from "../../../src/contract/permissions/endpoints";
import { findManifestCategory } from "../../../src/contract/permissions/manifest-names";
import { getCategoryKey } from "../../../src/contract/permissions/categories";

interface Raw {
  readonly verb: string;
  readonly requestPath: string;
  readonly access: string;
  readonly [flag: string]: unknown;
}

const both = { "user-to-server": true, "server-to-server": true, "additional-permissions": false };

function raw(verb: string, requestPath: string, access: string, flags: Readonly<Record<string, unknown>> = both): Raw {
  return { category: "x", slug: "y", subcategory: "z", verb, requestPath, access, ...flags };
}

function permission(title: string, displayTitle: string, ...permissions: readonly Raw[]): object {
  return { title, displayTitle, permissions };
}

const app = {
  administration: permission(
    "Administration",
    'Repository permissions for "Administration"',
    raw("get", "/repos/{owner}/{repo}/keys", "read"),
    raw("delete", "/repos/{owner}/{repo}", "admin"),
    raw("post", "/user/repos", "write", { ...both, "server-to-server": false }),
  ),
  organization_administration: permission(
    "Administration",
    'Organization permissions for "Administration"',
    raw("get", "/orgs/{org}/audit-log", "read", { ...both, "user-to-server": false }),
  ),
  contents: permission(
    "Contents",
    'Repository permissions for "Contents"',
    raw("put", "/repos/{owner}/{repo}/contents/{path}", "write", { ...both, "additional-permissions": true }),
    raw("put", "/repos/{owner}/{repo}/contents/{path}", "write", { ...both, "additional-permissions": true }),
    raw("get", "/repositories/{id}/contents{?ref}", "read", { "user-to-server": true }),
  ),
  git_keys: permission("Git SSH keys", 'User permissions for "Git SSH keys"', raw("get", "/user/keys", "read")),
  odd: permission(
    "Odd",
    "Account permissions",
    raw("get", "/user/odd", "none"),
    raw("g e t", "/x", "read"),
    raw("get", "no path", "read"),
  ),
};

const fineGrained = {
  contents: permission("Contents", 'Repository permissions for "Contents"', raw("get", "/elsewhere", "read", {})),
  gists: permission(
    "Gists",
    'User permissions for "Gists"',
    raw("post", "/gists", "write", { "additional-permissions": false }),
  ),
};

function imported(...values: readonly unknown[]): ReturnType<typeof importGithubPermissions> {
  return importGithubPermissions(values.map((value, index): PermissionFile => ({ file: `${index}.json`, value })));
}

function lookUp(method: string, path: string, ...values: readonly unknown[]): string[] {
  const contract = toContract(imported(...values).contract);
  return findEndpoints(contract, method, path, {}).entries.map(
    (entry) =>
      `${entry.scope}.${getCategoryKey(entry)} ${entry.access} ${entry.tokens.join("+")}${entry.additional ? " *" : ""}`,
  );
}

describe("a published permission file", () => {
  it("has three levels of access", () => {
    expect(lookUp("GET", "/repos/a/b/keys", app)).toEqual(["repository.administration read UAT+IAT"]);
    expect(lookUp("DELETE", "/repos/a/b", app)).toEqual(["repository.administration admin UAT+IAT"]);
  });

  it("keeps permissions of one title apart", () => {
    expect(lookUp("GET", "/orgs/a/audit-log", app)).toEqual(["organization.administration read IAT"]);
    const twins = {
      one: permission("Same", "Repository permissions", raw("get", "/one", "read")),
      other_one: permission("Same", "Repository permissions", raw("get", "/two", "read")),
    };
    expect(lookUp("GET", "/two", twins)).toEqual(["repository.other_one read UAT+IAT"]);
  });

  it("keeps entries that are there twice, and their marks", () => {
    const entry = "repository.contents write UAT+IAT *";
    expect(lookUp("PUT", "/repos/a/b/contents/c/d", app)).toEqual([entry, entry]);
  });

  it("tells who may use an endpoint; a flag that is missing is not known", () => {
    expect(lookUp("POST", "/user/repos", app)).toEqual(["repository.administration write UAT"]);
    expect(lookUp("GET", "/repositories/7/contents", app)).toEqual(["repository.contents read "]);
    expect(lookUp("POST", "/gists", fineGrained)).toEqual(["user.gists write "]);
  });

  it("takes files of both kinds together, the earlier one first", () => {
    expect(lookUp("GET", "/elsewhere", app, fineGrained)).toEqual([]);
    expect(lookUp("POST", "/gists", app, fineGrained)).toEqual(["user.gists write "]);
    expect(imported(app, fineGrained).notes).toContain(
      "1.json: 1 permissions are in an earlier file, which counts: contents",
    );
  });

  it("says what it left out", () => {
    expect(imported(app).notes).toEqual([
      "0.json: 3 entries of odd were left out: no method, path or access level that is known",
    ]);
  });

  it("keeps the ids by which an application's manifest names its permissions", () => {
    const { permissions } = toContract(imported(app).contract);
    expect(findManifestCategory("organization_administration", permissions, {})).toEqual({
      scope: "organization",
      category: "administration",
    });
    expect(findManifestCategory("git_keys", permissions, {})).toEqual({ scope: "user", category: "git_ssh_keys" });
  });

  it("never throws, whatever the file holds", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.array(fc.jsonValue()), (value, permissions) => {
        expect(() =>
          toContract(imported(value, { x: { title: value, displayTitle: value, permissions } }).contract),
        ).not.toThrow();
      }),
    );
  });
});
