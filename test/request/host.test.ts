import ts from "typescript";
import { describe, expect, it } from "vitest";
import { analyseCode } from "../../src/analysis/code";
import { builtinContract } from "../../src/contract/builtin";
import { noFacts } from "../../src/contract/configuration";
import { hostOf } from "../../src/request/host";

function hosts(source: string): string[] {
  const sourceFile = ts.createSourceFile("file.ts", source, ts.ScriptTarget.Latest, true);
  return analyseCode({ ts, sourceFile, contract: builtinContract, facts: noFacts }).requests.map(hostOf);
}

describe("what is known of a host without a configured service", () => {
  it.each([
    ["service", "fetch('https://api.example.com/user')"],
    ["service", "fetch('/user')"],
    ["service", "fetch(`${process.env.API_URL}/user`)"],
    ["service", "fetch(`${import.meta.env.VITE_BACKEND_BASE_URL}/user`)"],
    ["service", "fetch(`https://${process.env.API_HOST}/user`)"],
    ["service", "const base = process.env.API_URL ?? 'http://localhost:3000'; fetch(`${base}/user`)"],
    ["service", "const base = process.env.API_URL ?? 'http://localhost:3000'; fetch(base + '/user')"],
    ["public", "import { Octokit } from 'octokit'; void new Octokit().request('GET /user')"],
    ["public", "fetch('https://storage.googleapis.com/x')"],
    ["public", "fetch(`${process.env.API_URL || 'https://api.github.com'}/user`)"],
    ["public", "export function f(base = 'https://api.github.com') { return fetch(`${base}/user`) }"],
    ["service", "fetch('https://api.github.com.example.com/x')"],
    ["open", "fetch(`${process.env.TRACKER_URL}/user`)"],
    ["open", "fetch(`https://${process.env.SHOP}.example.com/user`)"],
    ["open", "export function f(base) { return fetch(`${base}/user`) }"],
    ["open", "export function f(url) { return fetch(url) }"],
    ["open", "import { base } from './settings'; fetch(`${base}/user`)"],
    ["open", "export class Remote { constructor(options) { this.base = options.url; } get(path) { return fetch(this.base + path); } }"],
    ["open", "export function f(base) { return fetch(`${base ?? process.env.API_URL}/user`) }"],
  ])("%s: %s", (expected, source) => {
    expect(hosts(source)).toEqual([expected]);
  });
});
