import ts from "typescript";
import { describe, expect, it } from "vitest";
import { analyseCode } from "../../../src/analysis/code";
import { builtinContract } from "../../../src/contract/builtin";
import { type Facts, noFacts } from "../../../src/contract/configuration/configuration";
import { mayBeOthers } from "../../../src/request/derived/host";
import { requestsIn } from "../../harness/project-requests";

function hosts(source: string): string[] {
  const sourceFile = ts.createSourceFile("file.ts", source, ts.ScriptTarget.Latest, true);
  return analyseCode({ ts, sourceFile, contract: builtinContract, facts: noFacts }).requests.map((request) =>
    mayBeOthers(request, noFacts) ? "others" : "own",
  );
}

describe("what is known of a host without a configured service", () => {
  it.each([
    ["own", "fetch('https://api.example.com/user')"],
    ["own", "fetch('/user')"],
    ["own", "fetch(`${process.env.API_URL}/user`)"],
    ["own", "fetch(`${import.meta.env.VITE_BACKEND_BASE_URL}/user`)"],
    ["own", "fetch(`https://${process.env.API_HOST}/user`)"],
    ["own", "const base = process.env.API_URL ?? 'http://localhost:3000'; fetch(`${base}/user`)"],
    ["own", "const base = process.env.API_URL ?? 'http://localhost:3000'; fetch(base + '/user')"],
    ["others", "import { Octokit } from 'octokit'; void new Octokit().request('GET /user')"],
    ["others", "fetch('https://storage.googleapis.com/x')"],
    ["others", "fetch(`${process.env.API_URL || 'https://api.github.com'}/user`)"],
    ["others", "export function f(base = 'https://api.github.com') { return fetch(`${base}/user`) }"],
    ["own", "fetch('https://api.github.com.example.com/x')"],
    ["own", "fetch('http://127.0.0.1:8080/x')"],
    ["own", "fetch('http://[::1]:8080/x')"],
    ["own", "fetch('http://backend:8080/x')"],
    ["own", "fetch('https://api.shop.internal/x')"],
    ["others", "fetch('https://github.com/o/r/releases/download/v1/x.zip')"],
    ["others", "fetch('https://localhost.run/x')"],
    ["others", "fetch(`${process.env.TRACKER_URL}/user`)"],
    ["others", "fetch(`https://${first + last}/user`)"],
    ["own", "const base = c ? 'http://localhost' : process.env.API_URL; fetch(`${base}/user`)"],
    ["others", "const base = c ? 'http://localhost' : process.env.TRACKER_URL; fetch(`${base}/user`)"],
    ["others", "const base = c ? process.env.API_URL : 'https://api.github.com'; fetch(`${base}/user`)"],
    ["others", "const base = c ? `https://${host}` : process.env.API_URL; fetch(`${base}/user`)"],
    ["others", "fetch(`https://${process.env.SHOP}.example.com/user`)"],
    ["others", "export function f(base) { return fetch(`${base}/user`) }"],
    ["others", "export function f(url) { return fetch(url) }"],
    ["others", "import { base } from './settings'; fetch(`${base}/user`)"],
    [
      "others",
      "export class Remote { constructor(options) { this.base = options.url; } get(path) { return fetch(this.base + path); } }",
    ],
    ["others", "export function f(base) { return fetch(`${base ?? process.env.API_URL}/user`) }"],
  ])("%s: %s", (expected, source) => {
    expect(hosts(source)).toEqual([expected]);
  });
});

describe("a service that the configuration describes but does not locate", () => {
  const sourceFile = ts.createSourceFile(
    "file.ts",
    "fetch('https://api.example.com/user'); fetch('https://api.example.org/user')",
    ts.ScriptTarget.Latest,
    true,
  );
  const servicesOf = (baseUrls: readonly string[]): readonly string[] =>
    analyseCode({
      ts,
      sourceFile,
      contract: builtinContract,
      facts: { ...noFacts, service: { baseUrls, wrapped: true, etags: true } },
    }).requests.map(({ target }) => target.service);

  it("may have every request", () => {
    expect(servicesOf([])).toEqual(["yes", "yes"]);
  });
  it("is nobody else's once it is located", () => {
    const located: Facts = { ...noFacts, service: { baseUrls: ["https://api.example.com"], etags: true } };
    const [request] = requestsIn({ "a.ts": "fetch('https://api.github.com/user')" }, located);
    expect(request && mayBeOthers(request, located)).toBe(false);
  });
  it("has its own once it is located", () => {
    expect(servicesOf(["https://api.example.com"])).toEqual(["yes", "no"]);
  });
});
