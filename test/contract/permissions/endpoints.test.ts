import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { builtinContract } from "../../../src/contract/builtin";
import type { Contract, PermissionEntry } from "../../../src/contract/contract";
import { findEndpoints, type EndpointMatch } from "../../../src/contract/permissions/endpoints";
import type { StringPart, StringValue, Value } from "../../../src/value/value";

const { permissions } = builtinContract;

const range = { start: 0, end: 0 };

const hole: Value = { kind: "unknown", reason: "parameter", range };
const numberHole: Value = { ...hole, is: "number" };

function text(value: string): StringValue {
  return { kind: "string", range, parts: [{ kind: "text", text: value, range }] };
}

/** A located path: strings are texts, values are holes. */
function path(...pieces: (string | Value)[]): StringValue {
  const parts = pieces.map((piece): StringPart =>
    typeof piece === "string" ? { kind: "text", text: piece, range } : { kind: "hole", value: piece },
  );
  return { kind: "string", range, parts };
}

function look(method: string, where: string | StringValue, aliases: Record<string, string> = {}): EndpointMatch {
  return findEndpoints(builtinContract, method, where, aliases);
}

function paths(entries: readonly PermissionEntry[]): string[] {
  return [...new Set(entries.map((entry) => entry.path))];
}

const repository = "/repos/{owner}/{repo}";

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
const entries = fc.constantFrom(...permissions);

describe("properties", () => {
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
      { numRuns: 2000 },
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
      { numRuns: 2000 },
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
