import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Octokit } from "octokit";
import { describe, expect, it } from "vitest";
import { octokitRoutes, octokitWithoutBody } from "../../src/generate/octokit-routes";
import routes from "../../src/request/clients/api/octokit-routes.json";

const root = join(__dirname, "../..");

describe("the table of octokit's routes", () => {
  it("is what the generator makes of the installed package", () => {
    expect(readFileSync(join(root, "src/request/clients/api/octokit-routes.json"), "utf8")).toBe(octokitRoutes(root));
    const withoutBody = readFileSync(join(root, "src/request/clients/api/octokit-without-body.json"), "utf8");
    expect(withoutBody).toBe(octokitWithoutBody(root));
    expect(JSON.parse(withoutBody)).toContain("PATCH /notifications/threads/{thread_id}");
  });

  it("agrees with what octokit itself would send", () => {
    const { rest } = new Octokit() as unknown as {
      rest: Record<string, Record<string, { endpoint: { DEFAULTS: { method: string; url: string } } }>>;
    };
    const differences = Object.entries(routes).flatMap(([scope, methods]) =>
      Object.entries(methods).flatMap(([name, entry]: [string, string | string[]]) => {
        const defaults = rest[scope]?.[name]?.endpoint.DEFAULTS;
        const route = typeof entry === "string" ? entry : entry[0];
        return `${defaults?.method ?? ""} ${defaults?.url ?? ""}` === route ? [] : [`${scope}.${name}`];
      }),
    );
    expect(differences).toEqual([]);
  });
});
