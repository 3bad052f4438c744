import { describe, expect, it } from "vitest";
import { rule } from "../../../rules/permissions/token-type";
import { builtinContract } from "../../../src/contract/builtin";
import { noFacts, type Facts } from "../../../src/contract/configuration/configuration";
import type { Contract } from "../../../src/contract/contract";
import type { Request } from "../../../src/request/request";
import type { Report } from "../../../src/rule/define";
import type { Origin, StringPart, StringValue, Value } from "../../../src/value/value";

const range = { start: 0, end: 1 };
const pathRange = { start: 10, end: 20 };

function text(value: string, where = range): StringValue {
  const parts = value.split(/(\{\})/).filter((piece) => piece !== "");
  return {
    kind: "string",
    range: where,
    parts: parts.map((piece): StringPart =>
      piece === "{}"
        ? { kind: "hole", value: { kind: "unknown", reason: "parameter", range } }
        : { kind: "text", text: piece, range: where },
    ),
  };
}

function token(...trail: string[]): Value {
  return { kind: "unknown", reason: "parameter", range, origin: { trail } };
}

function request(method: string, path: string, more: Partial<Request> = {}): Request {
  return {
    id: 1,
    client: "fetch",
    range,
    calls: [],
    anchor: range,
    method: text(method),
    target: { path: text(path, pathRange), service: "yes" },
    query: { kind: "object", range, members: [], open: false, spreads: [] },
    headers: { kind: "object", range, members: [], open: false, spreads: [] },
    defaults: { contentType: false, acceptEncoding: undefined, userAgent: undefined, unseenHeaders: false },
    earlier: [],
    tagsInScope: [],
    ...more,
  };
}

function check(
  subject: Request,
  tokens: Facts["tokens"] = { types: {} },
  contract: Contract = builtinContract,
  requests: readonly Request[] = [subject],
): Report[] {
  const reports: Report[] = [];
  rule.check(subject, {
    options: {},
    contract,
    facts: { ...noFacts, tokens },
    text: "",
    evidenceOfTags: () => false,
    requests,
    insideOf: () => undefined,
    report: (report) => reports.push(report),
  });
  return reports;
}

const userOnly = ["PUT", "/orgs/{}/public_members/{}"] as const;

describe("which token it is", () => {
  const types = {
    UAT: ["userToken", "process.env.USER_TOKEN", "UserAccessToken"],
    IAT: ["installationToken", "makeToken()", "issueToken"],
  };

  it.each([
    ["a variable", ["installationToken"]],
    ["a member", ["session.installationToken"]],
    ["a call", ["makeToken()"]],
    ["a method", ["client.makeToken()"]],
    ["a call listed without brackets", ["issueToken()"]],
    ["the innermost of two names", ["installationToken", "userToken"]],
    ["an inner name that says nothing", ["getSecret()", "installationToken"]],
    ["an installation's client", ["app.getInstallationOctokit()"]],
    ["an event's client", ["context.octokit"]],
    ["an authentication for an installation", ['auth({type: "installation"})']],
    ["a strategy for an installation", ["createAppAuth({installationId})"]],
    ["a workflow's token", ["process.env.GITHUB_TOKEN", "token"]],
    ["a part of one", ["session.installationToken.trim().slice()"]],
  ])("%s is one of an installation", (_what, trail) => {
    expect(check(request(...userOnly, { token: token(...trail) }), { types })).toMatchObject([
      { message: "wrongType", data: { type: "IAT", allowed: "UAT" }, range: pathRange },
    ]);
  });

  it.each([
    ["a user's", ["userToken"]],
    ["a user's, made before it got another name", ["process.env.USER_TOKEN", "installationToken"]],
    ["a user's by its type", ["UserAccessToken", "token"]],
    ["a user's client", ["app.oauth.getUserOctokit()"]],
    ["unknown", ["token"]],
    ["without a name", []],
    ["like a listed one in part", ["myinstallationToken"]],
    ["a variable called like a call", ["makeToken"]],
  ])("%s: silent", (_what, trail) => {
    expect(check(request(...userOnly, { token: token(...trail) }), { types })).toEqual([]);
  });

  it("tells the application's own from those of its installations", () => {
    const found = check(request(...userOnly, { token: token('auth({type: "app"})', "installationToken") }), { types });
    expect(found.map(({ data }) => data?.type)).toEqual(["JWT"]);
  });

  it("looks into a template that is the token alone", () => {
    const value: Value = { kind: "string", range, parts: [{ kind: "hole", value: token("installationToken") }] };
    expect(check(request(...userOnly, { token: value }), { types })).toHaveLength(1);
    const text: Value = {
      kind: "string",
      range,
      parts: [{ kind: "text", text: "secret", range, origin: { trail: ["installationToken"] } }],
    };
    expect(check(request(...userOnly, { token: text }), { types })).toHaveLength(1);
  });

  it("reports alternatives only when none of them fits", () => {
    const either = (...options: Value[]): Value => ({ kind: "alternatives", range, options });
    expect(
      check(request(...userOnly, { token: either(token("installationToken"), token("context.octokit")) }), { types }),
    ).toHaveLength(1);
    expect(
      check(request(...userOnly, { token: either(token("installationToken"), token("userToken")) }), { types }),
    ).toEqual([]);
    expect(check(request(...userOnly, { token: either(token("installationToken"), token("x")) }), { types })).toEqual(
      [],
    );
    expect(
      check(request(...userOnly, { token: either(token("installationToken"), { kind: "undefined", range }) }), {
        types,
      }),
    ).toEqual([]);
  });

  it("knows tokens by the request that gave them", () => {
    const origin = (id: number): Origin => ({ trail: [], response: { request: id, part: "body", path: ["token"] } });
    const given = request("POST", "/app/installations/{}/access_tokens", { id: 7 });
    const exchanged = request("POST", "/login/oauth/access_token", { id: 8 });
    const ask = (id: number): Report[] => {
      const subject = request(...userOnly, { token: { kind: "unknown", reason: "answer", range, origin: origin(id) } });
      return check(subject, { types: {} }, builtinContract, [given, exchanged, subject]);
    };
    expect(ask(7)).toHaveLength(1);
    expect(ask(8)).toEqual([]);
    expect(ask(9)).toEqual([]);
  });
});

describe("the default", () => {
  const tokens = { types: { UAT: ["userToken"] }, default: "IAT" };

  it("is for tokens of which nothing else is known", () => {
    expect(check(request(...userOnly, { token: token("token") }), tokens)).toMatchObject([{ message: "wrongDefault" }]);
    expect(check(request(...userOnly, { token: token("userToken") }), tokens)).toEqual([]);
  });

  it("is for tokens that are written out, not for what is worked out from others", () => {
    expect(check(request(...userOnly, { token: text("a1b2c3") }), tokens)).toHaveLength(1);
    expect(check(request(...userOnly, { token: token() }), tokens)).toEqual([]);
    expect(check(request(...userOnly, { token: text("a{}b{}") }), tokens)).toEqual([]);
  });

  it("is for tokens that the call does not show, not for none", () => {
    expect(
      check(request(...userOnly, { headers: { kind: "unknown", reason: "parameter", range } }), tokens),
    ).toHaveLength(1);
    expect(check(request(...userOnly), tokens)).toEqual([]);
  });
});

describe("which endpoint it is", () => {
  const installation = token("context.octokit");

  it.each([
    ["POST", "/user/repos", 1],
    ["GET", "/user/repository_invitations", 1],
    ["PATCH", "/repos/{}/{}/import/lfs", 1],
    ["GET", "/repos/{}/{}/issues", 0],
    ["GET", "/user/emails", 0],
    ["GET", "/user/{}", 0],
    ["POST", "{}/user/repos", 0],
  ])("%s %s", (method, path, count) => {
    expect(check(request(method, path, { token: installation }))).toHaveLength(count);
  });

  it("asks those that a hole may also be", () => {
    const entry = { scope: "s", category: "C", access: "read", method: "GET", additional: false } as const;
    const contract = (tokens: string[]): Contract => ({
      kinds: [],
      groups: [],
      permissions: [
        { ...entry, path: "/x/{id}", tokens: ["UAT"] },
        { ...entry, path: "/x/all", tokens },
      ],
    });
    const subject = request("GET", "/x/{}", { token: installation });
    expect(check(subject, undefined, contract(["IAT"]))).toEqual([]);
    expect(check(subject, undefined, contract(["UAT"]))).toHaveLength(1);
    expect(check(subject, undefined, contract([]))).toEqual([]);
  });

  it("is silent on other services, unknown methods and unknown paths", () => {
    const path = text("/user/repos");
    expect(check(request("POST", "", { token: installation, target: { path, service: "unknown" } }))).toEqual([]);
    expect(check(request("POST", "", { token: installation, target: { service: "yes" } }))).toEqual([]);
    expect(check(request("POST", "/user/repos", { token: installation, method: token() }))).toEqual([]);
  });

  it("points at the call where the path is written elsewhere", () => {
    const written = text("/user/repos", pathRange);
    const path: StringValue = {
      ...written,
      elsewhere: true,
      parts: written.parts.map((part) => ({ ...part, elsewhere: true })),
    };
    expect(check(request("POST", "", { token: installation, target: { path, service: "yes" } }))).toMatchObject([
      { range },
    ]);
  });
});
