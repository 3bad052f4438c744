import { createRequire } from "node:module";
import { join } from "node:path";
import type TS from "typescript";
import { describe, expect, it } from "vitest";
import { root } from "../../harness/fixtures";

type Init = (modules: { typescript: typeof TS }) => TS.server.PluginModule;

// As tsserver loads it: what `npm run build` made.
const init = createRequire(__filename)(join(root, "dist/src/hosts/tsserver/init.js")) as Init;

/** A tsserver project as far as the plugin looks at it when it is made. */
function project(): { info: TS.server.PluginCreateInfo; log: string[] } {
  const log: string[] = [];
  const info = {
    config: {},
    languageService: { getSemanticDiagnostics: () => [] },
    project: { projectService: { logger: { info: (line: string) => log.push(line) } } },
    serverHost: {},
  };
  return { info: info as unknown as TS.server.PluginCreateInfo, log };
}

function typescript(version: string): { ts: typeof TS; registered: number[][] } {
  const registered: number[][] = [];
  const codefix = { registerCodeFix: ({ errorCodes }: { errorCodes: number[] }) => registered.push(errorCodes) };
  return { ts: { version, codefix } as unknown as typeof TS, registered };
}

describe("the plugin's factory", () => {
  it.each([
    ["7.0.2", /loads no plugins/u],
    ["5.3.3", /too old/u],
    ["4.9.5", /too old/u],
  ])("refuses TypeScript %s in words, and leaves its answers alone", (version, words) => {
    const { info, log } = project();
    expect(init({ typescript: typescript(version).ts }).create(info)).toBe(info.languageService);
    expect(log).toEqual([expect.stringMatching(words)]);
  });

  it.each(["5.4.5", "5.9.3", "6.0.3"])("works in TypeScript %s", (version) => {
    const { info, log } = project();
    expect(init({ typescript: typescript(version).ts }).create(info)).not.toBe(info.languageService);
    expect(log).toEqual([]);
  });

  it("makes its codes known once, however many projects there are", () => {
    const { ts, registered } = typescript("5.9.3");
    init({ typescript: ts }).create(project().info);
    init({ typescript: ts }).create(project().info);
    expect(registered).toHaveLength(1);
    expect(registered[0]).toContain(100201);
  });
});
