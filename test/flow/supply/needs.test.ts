import ts from "typescript";
import { describe, expect, it, test } from "vitest";
import { analyseCode } from "../../../src/analysis/code";
import { builtinContract } from "../../../src/contract/builtin";
import { noFacts } from "../../../src/contract/configuration/configuration";
import { requestsIn, requestsOf } from "../../harness/project-requests";

const client = `class Client { send(path: string, init: RequestInit = {}) { return fetch("https://h" + path, init); } }
async function find(client: Client, name?: string) { return (await client.send("/teams/" + name)).json(); }
const rename = (client: Client, { id, name, log }: any) => client.send("/t/" + id, { method: "PUT", body: JSON.stringify({ name }) });`;

/** The requests of a program that stand at or below a line of its own, which are those of its last function. */
function rowsOf(text: string): readonly string[] {
  const before = requestsOf({ "a.ts": client });
  const rows = [...requestsOf({ "a.ts": `${client}\n${text}` })];
  for (const row of before) if (rows.includes(row)) rows.splice(rows.indexOf(row), 1);
  return rows;
}

/** Whoever supplies something of a request is told beside the function that sends it; whoever supplies nothing is not. */
describe("a caller of what sends", () => {
  test.each([
    ["a parameter of its own", `export const go = (client: Client, name: string) => find(client, name);`, []],
    [
      "an instance that is known by its type",
      `export const go = (client: Client, args: any) => rename(client, args);`,
      [],
    ],
    [
      "what another request is answered with",
      `export const go = async (client: Client) => { const team = await find(client, "x"); return rename(client, team); };`,
      ["GET https://h/teams/x"],
    ],
    [
      "a member that the request does not hold",
      `export const go = (client: Client, id: string, name: string) => rename(client, { id, name, log: "renames" });`,
      [],
    ],
  ])("that supplies no more than %s is none of its own", (_, text, expected) => {
    expect(rowsOf(text)).toEqual(expected);
  });

  test.each([
    ["a text", `export const go = (client: Client) => find(client, "mine");`, "GET https://h/teams/mine"],
    ["nothing for a parameter", `export const go = (client: Client) => find(client);`, "GET https://h/teams/undefined"],
    [
      "nothing for a parameter of which members count",
      `const list = (client: Client, id: string, { kind }: { kind?: string } = {}) => client.send("/t/" + id + (kind ? "/" + kind : ""));
       export const go = (client: Client, id: string) => list(client, id);`,
      "GET https://h/t/{id}",
    ],
    [
      "a member that the request holds",
      `export const go = (client: Client, name: string) => rename(client, { id: "7", name, log: "renames" });`,
      "PUT https://h/t/7 json {name}",
    ],
    [
      "a text through a function that supplies nothing",
      `const inner = (client: Client, name: string) => find(client, name); export const go = (client: Client) => inner(client, "mine");`,
      "GET https://h/teams/mine",
    ],
    [
      "the side of a condition",
      `const end = (client: Client, id: string, gone: boolean) => client.send("/t/" + id, { method: gone ? "DELETE" : "PUT" });
       export const go = (client: Client, id: string) => end(client, id, true);`,
      "DELETE https://h/t/{id}",
    ],
    [
      "the address in the environment",
      `const load = (base: string | undefined) => fetch(base + "/me"); export const go = () => load(process.env.BASE);`,
      "GET {process.env.BASE}/me",
    ],
    [
      "what a function closes over",
      `const make = (client: Client, name: string) => { const inner = () => client.send("/teams/" + name); return inner(); };
       export const go = (client: Client) => make(client, "mine");`,
      "GET https://h/teams/mine",
    ],
    [
      "an object changed by a call",
      `const list = (client: Client, name: string) => { const parts = ["/teams"]; parts.push(name); return client.send(parts.join("/")); };
       export const go = (client: Client) => list(client, "mine");`,
      "GET https://h/teams/mine",
    ],
    [
      "a list handed on",
      `const one = (client: Client, path: string) => client.send(path); const all = (...given: any) => one(...(given as [any, any]));
       export const go = (client: Client) => all(client, "/teams/mine");`,
      "GET https://h/teams/mine",
    ],
    [
      "a member of an object made on the way",
      `const deep = (client: Client, id: string) => { const at = { id, other: 1 }; return client.send("/t/" + at.id); };
       export const go = (client: Client) => deep(client, "7");`,
      "GET https://h/t/7",
    ],
    [
      "an argument of a method that is called with this",
      `class Teams { constructor(private client: Client, private base: string) {} get(id: string) { return this.client.send(this.base + id); } all() { return this.get("all"); } }
       export const go = (client: Client) => new Teams(client, "/mine/").all();`,
      "GET https://h/mine/all",
    ],
  ])("that supplies %s is told", (_, text, expected) => {
    expect(rowsOf(text)).toContain(expected);
  });

  it("is told where it calls, and not where others call what they were given", () => {
    const text = `class Sender { constructor(private base: string) {} get(path: string) { return fetch(new URL(path, this.base)); } }
async function list(sender: Sender, id: string, kind?: string) { return again(sender, () => sender.get("/t/" + id + (kind ? "/" + kind : ""))); }
export async function go(sender: Sender, id: string) { return list(sender, id, "y"); }
async function again<T>(sender: Sender, run: () => Promise<T>) { return await run(); }`;
    const at = requestsIn({ "a.ts": text }).map(({ range }) => text.slice(range.start, range.end));
    expect(at).toContain('list(sender, id, "y")');
    expect(at).not.toContain("run()");
  });

  function visitsOf(text: string): number {
    const sourceFile = ts.createSourceFile("file.ts", text, ts.ScriptTarget.Latest, true);
    const { work } = analyseCode({ ts, sourceFile, contract: builtinContract, facts: noFacts });
    return work.nodes ?? 0;
  }

  const lines = (count: number, line: (index: number) => string): string =>
    Array.from({ length: count }, (_each, index) => line(index)).join("\n");

  /** What a command does is decided by what nobody knows, before it sends what it has been given. */
  const command = (size: number): string => `${client}
async function run(client: Client, team: any) { ${lines(size, (index) => `if (team.a${index} === "${index}") return;`)} return rename(client, team); }
export const go = (client: Client, team: any) => run(client, team);`;

  it("costs nothing where it supplies nothing", () => {
    // Each condition is looked through once, as what is sent is known under it.
    expect(visitsOf(command(96))).toBeLessThanOrEqual(visitsOf(command(24)) + 96 - 24);
  });
});
