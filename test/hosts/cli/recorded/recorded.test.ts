import { describe, expect, it } from "vitest";
import { makeFolder, runProgram } from "../program";

const base = "https://api.example.com/v1";
const configuration = `service: { baseUrls: ["${base}"] }\nbuiltin: false\ncontract: [contract.yaml]\n`;
const contract = `endpoints:
  GET /widgets: { query: { limit: {}, page: {} } }
  POST /widgets: {}
  GET /widgets/{id}: {}
  DELETE /widgets/{id}: {}
`;
const code = `const base = "${base}";
export const list = () => fetch(\`\${base}/widgets?limit=5\`);
export const show = (id: string) => fetch(\`\${base}/widgets/\${id}\`);
export const make = () => fetch(\`\${base}/widgets\`, { method: "POST" });
`;

const files = { "restraint.config.yaml": configuration, "contract.yaml": contract, "a.ts": code };

function archive(...requests: readonly (readonly [method: string, url: string])[]): string {
  return JSON.stringify({ log: { entries: requests.map(([method, url]) => ({ request: { method, url } })) } });
}

function check(recording: string, more: Readonly<Record<string, string>> = {}) {
  const folder = makeFolder({ ...files, ...more, recording });
  return runProgram(folder, ["check", "--recorded", "recording", "--", "a.ts"]);
}

describe("restraint check --recorded", () => {
  it("names requests that no code sends, by the contract's paths, and never a value", () => {
    const { status, stdout } = check(
      archive(
        ["GET", `${base}/widgets?limit=7`],
        ["GET", `${base}/widgets/secret-1`],
        ["POST", `${base}/widgets`],
        ["DELETE", `${base}/widgets/secret-2`],
        ["DELETE", `${base}/widgets/secret-3`],
        ["GET", `${base}/people/alice@example.com/widgets?token=secret-4`],
        ["GET", "https://elsewhere.example.com/v1/secret-5"],
      ),
    );
    expect(stdout).toBe(`seen, and sent by no code
    DELETE /widgets/{id}  2 times, recording, entry 4
    GET /{}/{}/widgets  once, recording, entry 6

6 requests seen; 2 that no code sends; 0 calls not seen
`);
    expect(status).toBe(1);
  });

  it("names parameters that no code sends, and calls that were not seen", () => {
    const { status, stdout } = check(
      archive(["GET", `${base}/widgets?limit=1&page=secret`], ["GET", `${base}/widgets?limit=1`]),
    );
    expect(stdout).toBe(`seen with parameters that no code sends
    GET /widgets  page  once, recording, entry 1

sent, and not seen
    a.ts:4:27  make  POST /widgets
    a.ts:3:37  show  GET /widgets/{id}

2 requests seen; 1 that no code sends; 2 calls not seen
`);
    expect(status).toBe(1);
  });

  it("reads a server's log, whose paths begin with that of the base", () => {
    const line = (request: string): string =>
      `127.0.0.1 - alice [10/Oct/2026:13:55:36 -0700] "${request} HTTP/1.1" 200 2326 "https://shop.example.com/" "curl/8"`;
    const lines = ["GET /v1/widgets?limit=1", "GET /v1/widgets/1", "POST /v1/widgets", "GET /metrics"].map(line);
    expect(check(`${lines.join("\n")}\n`)).toMatchObject({
      status: 0,
      stdout: "3 requests seen; 0 that no code sends; 0 calls not seen\n",
    });
    const more = check(`${[...lines, line("PUT /v1/widgets/1")].join("\n")}\n`);
    expect(more.stdout).toContain("    PUT /widgets/{id}  once, recording, line 5\n");
    expect(more.status).toBe(1);
  });

  it("says which calls may send anything", () => {
    const { stdout } = check(archive(["GET", `${base}/widgets?limit=1`]), {
      "a.ts": `${code}export const any = () => fetch(base + process.env.WHERE);\n`,
    });
    expect(stdout).toContain("not known: these may send anything\n    a.ts:5:");
  });

  it("prints JSON, and refuses what is no recording", () => {
    const folder = makeFolder({
      ...files,
      "a.har": archive(["PUT", `${base}/widgets/1`]),
      "b.har": "{}",
      "c.log": "a\n",
    });
    const { stdout } = runProgram(folder, ["check", "--recorded", "a.har", "--format", "json", "--", "a.ts"]);
    expect(JSON.parse(stdout)).toMatchObject({
      seen: 1,
      unsent: [{ method: "PUT", path: "/widgets/{id}", names: [], count: 1, place: "a.har, entry 1" }],
    });
    for (const name of ["b.har", "c.log", "none.har"]) {
      const { status, stderr } = runProgram(folder, ["check", "--recorded", name]);
      expect(status).toBe(2);
      expect(stderr).toContain(name);
    }
  });
});
