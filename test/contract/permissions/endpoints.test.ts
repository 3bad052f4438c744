import { describe, expect, it } from "vitest";
import type { Contract, PermissionEntry } from "../../../src/contract/contract";
import { findEndpoints } from "../../../src/contract/permissions/endpoints";
import type { StringValue, Value } from "../../../src/value/value";
import { hole, look, numberHole, path, paths, range, repository, text } from "./looking";

describe("a path without holes", () => {
  it.each([
    ["GET", "/repos/acme/shop/issues", `${repository}/issues`],
    ["GET", "/repos/acme/shop/issues/", `${repository}/issues`],
    ["GET", "/repos/acme/shop/issues?state=open", `${repository}/issues`],
    ["GET", "repos/acme/shop/issues", `${repository}/issues`],
    ["PATCH", "/repos/acme/shop", repository],
    ["GET", "/repos/acme/shop/releases/latest", `${repository}/releases/latest`],
    ["GET", "/repos/acme/shop/releases/12", `${repository}/releases/{release_id}`],
    ["PUT", "/repos/acme/shop/contents/README.md", `${repository}/contents/{path}`],
    ["PUT", "/repos/acme/shop/contents/src/deep/file.ts", `${repository}/contents/{path}`],
    ["GET", "/repos/acme/shop/git/ref/heads/main", `${repository}/git/ref/{ref}`],
    ["GET", "/repos/acme/shop/commits/main", `${repository}/commits/{ref}`],
    ["POST", "/repos/acme/shop/generate", "/repos/{template_owner}/{template_repo}/generate"],
    ["GET", "/repos/acme/my%20shop/issues", `${repository}/issues`],
    ["GET", "/repos/acme/shop/is%73ues", `${repository}/issues`],
    ["GET", "/repos/acme/shop/100%/issues", undefined],
    ["GET", "/repos/acme%2Fshop/issues", undefined],
    ["GET", "/repos/acme/shop/contents/src%2Fdeep%2Ffile.ts", `${repository}/contents/{path}`],
    ["GET", "/repos/acme/shop/issues{?state,labels}", `${repository}/issues`],
    ["DELETE", "/repos/acme/shop/automation/caches{?key}", `${repository}/automation/caches`],
  ] as const)("%s %s is surely one endpoint, or none", (method, where, expected) => {
    const match = look(method, where);
    if (expected === undefined) {
      expect(match.certainty).toBe("none");
      return;
    }
    expect(match.certainty).toBe("certain");
    expect(paths(match.entries)).toEqual([expected]);
    expect(match.possible).toEqual([]);
  });

  it.each([
    ["GET", "/repos/acme/shop"],
    ["GET", "/repos/acme/shop/hooks"],
    ["POST", "/repos/acme"],
    ["GET", "/"],
    ["GET", ""],
    ["get", "/repos/acme/shop/issues"],
    ["GET", "/orgs/acme//members"],
    ["GET", "/repos/acme/shop/contents/"],
  ])("%s %s is not listed", (method, where) => {
    expect(look(method, where)).toEqual({ certainty: "none", listed: false, entries: [], endpoints: [], possible: [] });
  });

  it("is only possibly a parameter where the map has fixed words: another word may be one that it leaves out", () => {
    expect(look("GET", "/repos/acme/shop/releases/drafts")).toMatchObject({ certainty: "possible", entries: [] });
    expect(look("GET", "/repos/acme/shop/commits/main/status").certainty).toBe("possible");
    expect(look("GET", "/repos/acme/shop/pulls/comments")).toMatchObject({ certainty: "possible", entries: [] });
    expect(look("GET", "/repos/acme/shop/pulls/7").certainty).toBe("certain");
    expect(look("GET", "/repos/acme/shop/automation/workflows/ci.yml").certainty).toBe("certain");
    expect(look("POST", "/orgs/acme/hooks/7")).toMatchObject({ certainty: "possible", entries: [] });
    expect(look("POST", "/orgs/acme/dependabot_alerts/enable_all").certainty).toBe("possible");
  });

  it("lists every entry of the endpoint, twice what the map lists twice", () => {
    expect(look("PUT", `${repository}/contents/a`).entries).toHaveLength(2);
    expect(look("POST", "/repos/a/b/forks").entries.map((entry) => entry.category)).toEqual([
      "Administration",
      "Contents",
    ]);
  });
});

describe("a path with holes", () => {
  it.each([
    ["a parameter", path("/orgs/", hole, "/members/", hole), "/orgs/{org}/members/{username}"],
    ["text round them", path("/orgs/team-", hole, "/members"), "/orgs/{org}/members"],
    [
      "a last parameter that spans",
      path("/repos/", hole, "/", hole, "/contents/docs/", hole),
      `${repository}/contents/{path}`,
    ],
    ["a query after the path", path("/orgs/", hole, "/members?page=", hole), "/orgs/{org}/members"],
  ])("%s: certain", (_what, where, expected) => {
    const match = look("GET", where);
    expect(match.certainty).toBe("certain");
    expect(paths(match.entries)).toEqual([expected]);
  });

  it("tells which fixed words a hole may also be", () => {
    const match = look("GET", path("/repos/a/b/releases/", hole));
    expect(match.certainty).toBe("certain");
    expect(paths(match.entries)).toEqual([`${repository}/releases/{release_id}`]);
    expect(paths(match.possible)).toEqual([`${repository}/releases/latest`]);
  });

  it("knows that a number is no word", () => {
    expect(look("GET", path("/repos/a/b/releases/", numberHole)).possible).toEqual([]);
    expect(look("GET", path("/orgs/a/", numberHole)).certainty).toBe("none");
  });

  it("is possible where only fixed words fit", () => {
    const match = look("GET", path("/orgs/a/", hole));
    expect(match).toMatchObject({ certainty: "possible", entries: [] });
    expect(paths(match.possible)).toContain("/orgs/{org}/audit-log");
  });

  it("is possible where a query may follow a word", () => {
    const match = look("GET", path("/orgs/", hole, "/members", hole));
    expect(match.certainty).toBe("possible");
    expect(paths(match.possible)).toEqual(["/orgs/{org}/members"]);
  });

  it("knows by its name that a hole is a number", () => {
    const number: Value = { ...hole, origin: { trail: ["issue.number"] } };
    expect(look("GET", path("/repos/a/b/issues/", number)).certainty).toBe("none");
    expect(look("GET", "/repos/{owner}/{repo}/issues/{issue_number}/labels").certainty).toBe("none");
    const other: Value = { ...hole, origin: { trail: ["renumber"] } };
    expect(look("GET", path("/repos/a/b/issues/", other)).certainty).toBe("possible");
  });

  describe("one that may be owner and repository in one", () => {
    const named = (...trail: string[]): Value => ({ ...hole, origin: { trail } });

    it("is both where nothing else fits", () => {
      const match = look("GET", path("/repos/", hole, "/issues"));
      expect(match.certainty).toBe("certain");
      expect(paths(match.entries)).toEqual([`${repository}/issues`]);
      expect(paths(look("PATCH", path("/repos/", hole)).entries)).toEqual([repository]);
      expect(paths(look("GET", path("/repos/", hole, "/contents/docs/", hole)).entries)).toEqual([
        `${repository}/contents/{path}`,
      ]);
    });

    it("is never taken for an owner before a word that the map does not list there", () => {
      // Of `/repos/acme/shop/subscription`, or of the repository `acme/subscription`: who knows.
      const match = look("DELETE", path("/repos/", hole, "/subscription"));
      expect(match).toMatchObject({ certainty: "possible", entries: [] });
      expect(paths(match.possible)).toEqual([repository]);
    });

    it("leaves both readings open where both are listed", () => {
      const match = look("PUT", path("/repos/", hole, "/topics"));
      expect(paths(match.entries)).toEqual([`${repository}/topics`]);
      const both = look("DELETE", path("/repos/", hole, "/import"));
      expect(both.certainty).toBe("possible");
      expect(paths(both.possible).sort()).toEqual([repository, `${repository}/import`]);
    });

    it.each([
      ["context.payload.repository.full_name"],
      ["process.env.GITHUB_REPOSITORY"],
      ["nameWithOwner"],
      ["repoSlug"],
    ])("%s is both", (name) => {
      expect(look("DELETE", path("/repos/", named(name), "/subscription")).certainty).toBe("none");
      const match = look("DELETE", path("/repos/", named(name), "/import"));
      expect(match.certainty).toBe("certain");
      expect(paths(match.entries)).toEqual([`${repository}/import`]);
      expect(match.possible).toEqual([]);
    });

    it.each([["owner"], ["repository.owner.login"], ["org"], ["getOwner()"]])("%s is the owner alone", (name) => {
      const match = look("DELETE", path("/repos/", named(name), "/import"));
      expect(match.certainty).toBe("certain");
      expect(paths(match.entries)).toEqual([repository]);
      expect(match.possible).toEqual([]);
    });

    it("is one where it is percent-encoded, as octokit does", () => {
      const encoded: StringValue = {
        ...text(""),
        parts: [
          { kind: "text", text: "/repos/", range },
          { kind: "hole", value: hole, encoded: true },
          { kind: "text", text: "/import", range },
        ],
      };
      expect(paths(look("DELETE", encoded).entries)).toEqual([repository]);
    });
  });

  it("never is certain by parameters alone", () => {
    expect(look("POST", path("/orgs/", hole, "/", hole, "/", hole))).toMatchObject({
      certainty: "possible",
      entries: [],
    });
  });

  it("looks at each alternative", () => {
    const either = (...options: string[]): Value => ({ kind: "alternatives", range, options: options.map(text) });
    expect(look("GET", path("/repos/", either("a", "b"), "/x/issues"))).toMatchObject({ certainty: "certain" });
    const two = look("GET", path("/repos/a/b/", either("issues", "keys")));
    expect(two.certainty).toBe("possible");
    expect(paths(two.possible)).toEqual([`${repository}/issues`, `${repository}/keys`]);
    expect(two.listed).toBe(true);
    const one = look("GET", path("/repos/a/b/", either("issues", "hooks")));
    expect(one).toMatchObject({ certainty: "possible", listed: false });
    expect(look("GET", path("/repos/a/b/", hole)).listed).toBe(false);
  });
});

describe("aliases", () => {
  it("give the map's neutral segments the code's names", () => {
    const match = look("GET", path("/repos/a/b/actions/runs/", hole), { automation: "actions" });
    expect(match.certainty).toBe("certain");
    expect(paths(match.entries)).toEqual([`${repository}/automation/runs/{run_id}`]);
    expect(look("GET", path("/repos/a/b/actions/runs/", hole)).certainty).toBe("none");
    expect(paths(look("GET", path("/repos/a/b/act", hole, "/runs"), { automation: "actions" }).possible)).toEqual([
      `${repository}/automation/runs`,
    ]);
  });
});

describe("other maps", () => {
  const entry = (where: string): PermissionEntry => ({
    scope: "s",
    category: "C",
    access: "read",
    method: "POST",
    path: where,
    tokens: ["UAT"],
    additional: false,
  });
  const contract: Contract = {
    permissions: [entry("/jobs/{id}:cancel"), entry("/jobs/{id}"), entry("/v{version}/x")],
    kinds: [],
    groups: [],
  };

  it("may have text beside a parameter", () => {
    expect(findEndpoints(contract, "POST", "/jobs/7:cancel", {}).entries.map((each) => each.path)).toEqual([
      "/jobs/{id}:cancel",
    ]);
    expect(findEndpoints(contract, "POST", "/jobs/7", {}).entries.map((each) => each.path)).toEqual(["/jobs/{id}"]);
    expect(findEndpoints(contract, "POST", "/v2/x", {}).certainty).toBe("certain");
    expect(findEndpoints(contract, "POST", "/w2/x", {}).certainty).toBe("none");
  });
});
