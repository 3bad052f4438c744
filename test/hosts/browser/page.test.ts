import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inflateRawSync } from "node:zlib";
import ts from "typescript";
import { afterAll, describe, expect, it } from "vitest";
import { examplesOf } from "../../../site/.vitepress/examples.mjs";
import { readLibraries } from "../../../site/engine/libraries.mjs";
import { checkCode, OutOfTimeError } from "../../../src/hosts/browser/code";
import { makeContract } from "../../../src/hosts/browser/contract";
import { openSetup, type Setup } from "../../../src/hosts/browser/findings";
import { checkManifests } from "../../../src/hosts/browser/manifests";
import { TypedFile } from "../../../src/hosts/browser/typed-file";
import { root } from "../../harness/fixtures";

const typed = new TypedFile(ts, new Map(Object.entries(readLibraries() as Readonly<Record<string, string>>)));
const folder = mkdtempSync(join(tmpdir(), "restraint-page-"));
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

function setupOf(configuration: string, contract?: string): Setup {
  if (contract !== undefined) writeFileSync(join(folder, "contract.yaml"), contract);
  writeFileSync(join(folder, "restraint.config.yaml"), configuration);
  return openSetup(join(folder, "restraint.config.yaml"));
}

interface Shared {
  readonly code?: string;
  readonly manifest?: string;
  readonly contract?: string;
  readonly configuration: string;
}

/** What the page shows that a link of a rule's page opens. */
function openLink(link: string): { readonly rules: readonly string[]; readonly configuration: readonly unknown[] } {
  const shared = JSON.parse(inflateRawSync(Buffer.from(link.replace(/^.*#/u, ""), "base64url")).toString()) as Shared;
  const setup = setupOf(shared.configuration, shared.contract);
  const { findings, configuration } =
    shared.code === undefined
      ? checkManifests(shared.manifest ?? "", setup)
      : checkCode({ ts, ...typed.open("/page/client.ts", shared.code) }, setup);
  return { rules: findings.map(({ rule }) => rule), configuration };
}

interface Example {
  readonly kind: "incorrect" | "correct";
  readonly link: string;
}

const ids = readdirSync(join(root, "docs/rules"))
  .filter((name) => name !== "README.md")
  .map((name) => name.slice(0, -".md".length));

describe("the links behind the examples of a rule's page", { tags: ["long"] }, () => {
  it.each(ids)("show what %s reports, and what it does not", (id) => {
    const examples = examplesOf(id) as readonly Example[];
    expect(new Set(examples.map(({ kind }) => kind))).toEqual(new Set(["incorrect", "correct"]));
    for (const { kind, link } of examples) {
      const { rules, configuration } = openLink(link);
      expect(configuration).toEqual([]);
      expect([link, rules.includes(id)]).toEqual([link, kind === "incorrect"]);
    }
  });
});

describe("the page", () => {
  const setup = setupOf("{}");
  const code = 'fetch(`https://api.example.com/a/${id}?fields=a,`, { method: "PATCH" });\nhttp.patch("/b", {});\n';
  const open = (text: string): Parameters<typeof checkCode>[0] => ({
    ts,
    sourceFile: ts.createSourceFile("/page/client.ts", text, ts.ScriptTarget.Latest, true),
  });

  it("lists requests, and calls that look like some", () => {
    const { requests, unseen, findings } = checkCode(open(code), setup);
    expect(requests.map(({ method, path }) => `${method ?? ""} ${path ?? ""}`)).toEqual(["PATCH /a/{id}"]);
    expect(unseen.map(({ callee }) => callee)).toEqual(["http.patch"]);
    expect(findings.find(({ rule }) => rule === "valid-fields")?.changes.map(({ title }) => title)).toEqual([
      "Remove the extra comma",
    ]);
  });

  it("ends a check that takes too long", () => {
    expect(() => checkCode({ ...open(code.repeat(200)), until: Date.now() - 1 }, setup)).toThrow(OutOfTimeError);
  });

  it("says where the configuration is wrong", () => {
    const { configuration } = checkManifests("", setupOf("servise: {}\n"));
    expect(configuration.map(({ line, message }) => [line, message])).toEqual([
      [1, expect.stringContaining("Did you mean `service`?")],
    ]);
  });

  it("makes a contract that counts at once", () => {
    const definition = {
      kind: "CustomResourceDefinition",
      spec: {
        group: "hello.example.dev",
        names: { kind: "Greeting" },
        versions: [
          {
            name: "v1",
            served: true,
            schema: {
              openAPIV3Schema: {
                type: "object",
                properties: { spec: { type: "object", properties: { text: { type: "string" } } } },
              },
            },
          },
        ],
      },
    };
    const { kind, text } = makeContract(JSON.stringify(definition));
    expect(kind).toBe("custom resource definitions");
    const manifest = "apiVersion: hello.example.dev/v1\nkind: Greeting\nspec:\n  txet: a\n";
    const report = checkManifests(manifest, setupOf("contract: [./contract.yaml]\n", text));
    expect(report.findings.map(({ rule }) => rule)).toEqual(["no-unknown-kind-fields"]);
  });

  it("makes a contract of an OpenAPI description, by which code is checked at once", () => {
    const description = {
      openapi: "3.1.0",
      servers: [{ url: "https://api.shop.test" }],
      paths: { "/orders": { get: { responses: {} } } },
    };
    const { kind, text } = makeContract(JSON.stringify(description));
    expect(kind).toBe("an OpenAPI description");
    const report = checkCode(
      open('fetch("https://api.shop.test/oders");\n'),
      setupOf('contract: [./contract.yaml]\nservice: { baseUrls: ["https://api.shop.test"] }\n', text),
    );
    expect(report.findings.map(({ rule }) => rule)).toContain("known-endpoint");
  });

  it("makes no contract of what it does not know, and says what it knows", () => {
    expect(makeContract("a: 1").notes.join()).toMatch(/custom resource definitions/u);
    expect(makeContract("a: [").notes.join()).toMatch(/not valid YAML/u);
  });
});
