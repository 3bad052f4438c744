import { describe, expect, it } from "vitest";
import { makeFolder, runProgram } from "../program";

type Entry = readonly [verb: string, path: string, access: string, tokens: readonly string[]];

/** A file of permissions as GitHub publishes them. */
function publish(permissions: Readonly<Record<string, readonly Entry[]>>): string {
  return JSON.stringify(
    Object.fromEntries(
      Object.entries(permissions).map(([id, entries]) => [
        id,
        {
          title: id,
          displayTitle: `Repository permissions for "${id}"`,
          permissions: entries.map(([verb, requestPath, access, tokens]) => ({
            category: id,
            slug: id,
            subcategory: id,
            verb,
            requestPath,
            access,
            "additional-permissions": false,
            "user-to-server": tokens.includes("UAT"),
            "server-to-server": tokens.includes("IAT"),
          })),
        },
      ]),
    ),
  );
}

const both = ["UAT", "IAT"];
const path = "/repos/{owner}/{repo}/issues";
const older = publish({
  issues: [
    ["get", path, "read", both],
    ["post", path, "write", both],
  ],
});
const client = `const api = "https://api.github.com";
export const list = (token: string) => fetch(\`\${api}/repos/a/b/issues\`, { headers: { authorization: \`Bearer \${token}\` } });
export const make = () => fetch(\`\${api}/repos/a/b/issues\`, { method: "POST", headers: { authorization: \`Bearer \${process.env.APP_TOKEN}\` } });
`;

function diff(newer: string, configuration: string): { readonly status: number | null; readonly stdout: string } {
  const folder = makeFolder({
    "old.json": older,
    "new.json": newer,
    "a.ts": client,
    "restraint.config.yaml": `service: { baseUrls: ["https://api.github.com"] }\ntokens: { IAT: [process.env.APP_TOKEN] }\n${configuration}`,
  });
  return runProgram(folder, ["diff", "old.json", "new.json", "a.ts"]);
}

describe("restraint diff of two permission maps", () => {
  it("hits calls whose permission no longer is enough, and only where it was granted", () => {
    const newer = publish({
      issues: [
        ["get", path, "write", both],
        ["post", path, "write", both],
      ],
    });
    const { status, stdout } = diff(newer, "permissions: { repository: { issues: read } }\n");
    expect(stdout).toContain(`GET ${path}  api-permission-changed  repository.issues: read → repository.issues: write`);
    expect(stdout).toContain("    hit        a.ts:2:");
    expect(stdout).toContain("1 breaking change and 0 safe in 1 endpoint; 1 call hit");
    expect(status).toBe(1);
    expect(diff(newer, "permissions: { repository: { issues: write } }\n").status).toBe(0);
    const unknown = diff(newer, "");
    expect(unknown.stdout).toContain("does not tell what is granted");
    expect(unknown.status).toBe(0);
  });

  it("hits calls with a token of a type that is no longer taken", () => {
    const newer = publish({
      issues: [
        ["get", path, "read", ["UAT"]],
        ["post", path, "write", ["UAT"]],
      ],
    });
    const { status, stdout } = diff(newer, "");
    expect(stdout).toContain(`POST ${path}  api-token-type-removed  was IAT`);
    expect(stdout).toContain("    hit        a.ts:3:");
    expect(stdout).toMatch(/not known {2}a\.ts:2:.*the type of its token is not known/u);
    expect(status).toBe(1);
  });

  it("breaks nobody where more is enough", () => {
    const newer = publish({
      issues: [
        ["get", path, "read", both],
        ["post", path, "write", both],
      ],
      contents: [["get", path, "read", both]],
    });
    const { status, stdout } = diff(newer, "permissions: { repository: { issues: read } }\n");
    expect(stdout).toBe("0 breaking changes and 1 safe in 1 endpoint; 0 calls hit\n");
    expect(status).toBe(0);
  });

  it("does not know of an endpoint that is listed no longer", () => {
    const { status, stdout } = diff(publish({ issues: [["get", path, "read", both]] }), "");
    expect(stdout).toContain(`POST ${path}  api-permission-unlisted`);
    expect(stdout).toContain("    not known  a.ts:3:");
    expect(status).toBe(0);
  });
});
