import { spawnSync } from "node:child_process";
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ServerCapabilities } from "vscode-languageserver/node";
import { writeFiles } from "../../harness/hosts/installed";
import { behind, LanguageServer } from "../../harness/hosts/language-server";
import { main } from "../cli/program";

const definition = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: lamps.garden.example.dev }
spec:
  group: garden.example.dev
  names: { kind: Lamp, plural: lamps }
  versions:
    - name: v1
      served: true
      schema:
        openAPIV3Schema:
          type: object
          properties:
            spec:
              type: object
              properties:
                glow: { type: integer, description: How bright it is. }
                mode: { type: string, enum: [steady, blinking], description: How it shines. }
                plain: { type: string }
`;
const lamp = `apiVersion: garden.example.dev/v1
kind: Lamp
metadata: { name: a }
spec:
  glow: 3
  
`;

describe("a kind whose definition was imported", () => {
  let server: LanguageServer;
  let folder: string;
  let uri: string;
  let capabilities: ServerCapabilities;

  beforeAll(async () => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), "restraint-lsp-")));
    writeFiles(folder, {
      "crd.yaml": definition,
      "restraint.config.yaml": "builtin: false\ncontract: [contract.yaml]\n",
    });
    const args = [main, "import", "crd", "crd.yaml", "-o", "contract.yaml"];
    expect(spawnSync(process.execPath, args, { cwd: folder }).status).toBe(0);
    server = new LanguageServer(folder);
    ({ capabilities } = await server.start(folder));
    uri = server.open(join(folder, "lamp.yaml"), lamp);
  });
  afterAll(async () => {
    expect(server.log).toEqual([]);
    expect(await server.stop()).toBe(0);
    rmSync(folder, { recursive: true, force: true });
  });

  it("is explained by its descriptions at a field", async () => {
    expect(JSON.stringify((await server.hover(uri, behind(lamp, "  gl")))?.contents)).toContain("How bright it is.");
    expect(JSON.stringify((await server.hover(uri, behind(lamp, "kind: La")))?.contents ?? "")).not.toContain("bright");
  });

  it("is completed with its descriptions", async () => {
    const offers = await server.complete(uri, { line: 5, character: 2 });
    expect(offers?.map(({ label }) => label)).toEqual(["mode", "plain"]);
    expect(JSON.stringify(offers?.[0])).toContain("How it shines.");
    expect(JSON.stringify(offers?.[1])).not.toContain("How");
  });

  it("is formatted by others: no formatting is promised", () => {
    expect(capabilities).toMatchObject({
      foldingRangeProvider: true,
      selectionRangeProvider: true,
      documentLinkProvider: {},
    });
    expect(Object.keys(capabilities).filter((name) => /formatting/iu.test(name))).toEqual([]);
    expect(capabilities).toMatchObject({ hoverProvider: true, foldingRangeProvider: true });
  });
});
