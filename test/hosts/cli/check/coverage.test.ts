import { describe, expect, it } from "vitest";
import { checkJson, goodTable, makeFolder, runProgram } from "../program";

const openapi = `openapi: 3.0.3
servers: [{ url: https://api.rooms.test/api/v2 }]
paths: { /rooms: { get: { responses: { "200": { description: ok } } } } }
`;

const code = `export const list = () => fetch("https://api.rooms.test/api/v2/rooms");
export const rename = (id) => fetch(\`/api/v2/rooms/\${id}\`);
export const local = () => fetch("http://localhost:3000/api/v2/rooms");
export const other = (url) => fetch(url());
export const hook = () => fetch("https://Hooks.Slack.com/services/x");
const get = (path) => fetch("https://api.rooms.test/api/v2" + path);
export const all = () => get("/rooms");
`;

const configuration = "service: { baseUrls: [https://api.rooms.test/api/v2] }\n";

/** The last line on the standard output of a run over these files. */
function lastLine(files: Readonly<Record<string, string>>, ...options: readonly string[]): string | undefined {
  const folder = makeFolder({ ".git/HEAD": "", ...files });
  return runProgram(folder, ["check", "--no-types", ...options])
    .stdout.trimEnd()
    .split("\n")
    .at(-1);
}

describe("a run ends with what was compared", () => {
  it("and with what was not, and why", () => {
    const folder = makeFolder({ ".git/HEAD": "", "a.js": code, "restraint.config.yaml": configuration });
    expect(checkJson(folder, ["--no-types"]).summary).toMatchObject({
      coverage: {
        compared: 2,
        unlisted: 0,
        others: { "a relative URL": 1, "localhost:3000": 1, "hooks.slack.com": 1 },
        unknown: 1,
      },
    });
    expect(runProgram(folder, ["check", "--no-types"]).stdout.trimEnd().split("\n").at(-1)).toBe(
      "2 requests compared, 3 to a relative URL, hooks.slack.com, localhost:3000, which are not the service's, 1 not understood: `restraint requests`",
    );
  });

  it.each([
    ["all is compared", { "a.js": 'await fetch("https://api.rooms.test/api/v2/rooms");\n' }, "1 request compared"],
    ["there is no request", { "a.js": "export const a = 1;\n" }, "0 requests compared"],
    [
      "nothing is compared",
      { "a.js": 'await fetch("/api/v2/rooms");\n' },
      "0 requests compared, 1 to a relative URL, which is not the service's: `restraint requests`",
    ],
  ])("where %s", (_, files, line) => {
    expect(lastLine({ "restraint.config.yaml": configuration, ...files })).toBe(line);
  });

  it("where a description lists other endpoints", () => {
    const folder = makeFolder({
      ".git/HEAD": "",
      "openapi.yaml": openapi,
      "restraint.config.yaml": "contract: [api.yaml]\n",
      "a.js":
        'await fetch("https://api.rooms.test/api/v2/rooms");\nawait fetch("https://api.rooms.test/api/v2/things/1");\n',
    });
    runProgram(folder, ["import", "openapi", "openapi.yaml", "-o", "api.yaml"]);
    const { stdout } = runProgram(folder, ["check", "--no-types"]);
    expect(stdout.trimEnd().split("\n").at(-1)).toBe(
      "2 requests compared, 1 of them to no endpoint of the contract: `restraint requests`",
    );
  });

  it("in the other formats that people read", () => {
    const files = { "a.js": 'await fetch("/x");\n', "restraint.config.yaml": configuration };
    for (const format of ["markdown", "github"])
      expect(lastLine(files, "--format", format), format).toContain("0 requests compared, 1 to a relative URL");
  });

  it("but not where there is no code", () => {
    expect(lastLine({ "a.yaml": goodTable, "restraint.config.yaml": configuration })).toMatch(
      /^1 file, 1 manifest checked/u,
    );
  });

  it("whatever the code calls its hosts", () => {
    const hostile = 'await fetch("https://a\\u001b[31m<b>\\n/x");\n';
    expect(lastLine({ "a.js": hostile, "restraint.config.yaml": configuration })).toBe(
      "0 requests compared, 1 to a host that is not known, which is not the service's: `restraint requests`",
    );
  });
});
