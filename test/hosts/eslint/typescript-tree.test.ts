import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Linter, Rule as EslintRule } from "eslint";
import * as svelteParser from "svelte-eslint-parser";
import tseslint from "typescript-eslint";
import type TS from "typescript";
import { afterAll, describe, expect, it } from "vitest";
import * as vueParser from "vue-eslint-parser";
import { getCodeTree, type CodeTree } from "../../../src/hosts/eslint/typescript-tree";
import { eslintVersions } from "../../harness/hosts/eslint";

const load = createRequire(__filename);

describe.each(eslintVersions)("the TypeScript tree in ESLint $version", ({ Linter }) => {
  /** Lints a text and gives back the tree that a rule would see. */
  function treeOf(text: string, filename: string, languageOptions: Linter.LanguageOptions, cwd = __dirname): CodeTree {
    let tree: CodeTree | undefined;
    const probe: EslintRule.RuleModule = {
      create: (context) => ({
        Program() {
          tree = getCodeTree(context.sourceCode, context.filename);
        },
      }),
    };
    const config: Linter.Config[] = [
      {
        files: ["**/*.*"],
        languageOptions,
        plugins: { probe: { rules: { probe } } },
        rules: { "probe/probe": "error" },
      },
    ];
    const messages = new Linter({ cwd }).verify(text, config, { filename: join(cwd, filename) });
    expect(messages).toEqual([]);
    if (tree === undefined) throw new Error("the rule did not run");
    return tree;
  }

  const text = "const url: string = `/a/${1}`;\nfetch(url);\n";
  const parser = tseslint.parser as Linter.Parser;

  it("is the parser's own, without types", () => {
    const tree = treeOf(text, "a.ts", { parser });
    expect(tree.sourceFile.text).toBe(text);
    expect(tree.ts).toBe(load("typescript"));
    expect(tree.checker).toBeUndefined();
  });

  it("comes with the checker where there is type information", () => {
    const folder = mkdtempSync(join(tmpdir(), "restraint-tree-"));
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions: { types: [] } }));
    writeFileSync(join(folder, "a.ts"), text);
    const { sourceFile, checker, ts } = treeOf(
      text,
      "a.ts",
      { parser, parserOptions: { projectService: true, tsconfigRootDir: folder } },
      folder,
    );
    const declaration = sourceFile.statements[0];
    if (declaration === undefined || !ts.isVariableStatement(declaration)) throw new Error("no declaration");
    const [name] = declaration.declarationList.declarations;
    expect(name && checker?.typeToString(checker.getTypeAtLocation(name))).toBe("string");
  });

  it("is made from the text where the parser is ESLint's own", () => {
    const script = text.replace(": string", "");
    expect(treeOf(script, "a.js", {}).sourceFile.text).toBe(script);
    expect(
      treeOf("const a = <b>{1}</b>;", "a.js", { parserOptions: { ecmaFeatures: { jsx: true } } }).sourceFile.text,
    ).toContain("<b>");
  });

  it("holds the scripts of Vue files, at their places", () => {
    const vue = `<template>\n  <p :a="b < 1">é</p>\n</template>\n<script setup lang="ts">\n${text}</script>\n`;
    const { sourceFile } = treeOf(vue, "a.vue", { parser: vueParser, parserOptions: { parser } });
    expect(sourceFile.text).toHaveLength(vue.length);
    expect(sourceFile.statements[0]?.getText(sourceFile)).toBe("const url: string = `/a/${1}`;");
    expect(sourceFile.statements[0]?.getStart(sourceFile)).toBe(vue.indexOf("const"));
  });

  it("holds the scripts of Svelte files, at their places", () => {
    const svelte = `<script lang="ts">\n${text}</script>\n<p>{#if a < 1}x{/if}</p>\n`;
    const { sourceFile } = treeOf(svelte, "a.svelte", { parser: svelteParser, parserOptions: { parser } });
    expect(sourceFile.statements[0]?.getStart(sourceFile)).toBe(svelte.indexOf("const"));
    expect(sourceFile.statements[1]?.getText(sourceFile)).toBe("fetch(url);");
  });
});

describe("the TypeScript of a tree", () => {
  const sentText = "fetch('/a');";
  const tree = (ts: typeof TS): object => ts.createSourceFile("a.ts", sentText, ts.ScriptTarget.Latest, true);
  const parsed = (root: object, text = sentText): Parameters<typeof getCodeTree>[0] => {
    const ast = {};
    return { text, ast, parserServices: { program: null, esTreeNodeToTSNodeMap: new Map([[ast, root]]) } };
  };

  it.each(["typescript-5.4", "typescript-5.9", "typescript"])("is the one that made it: %s", (name) => {
    const ts = load(name) as typeof TS;
    expect(getCodeTree(parsed(tree(ts)), __filename).ts).toBe(ts);
  });

  it("is looked for beside the parser where it is not loaded as a file of its own", () => {
    const folder = mkdtempSync(join(tmpdir(), "restraint-tree-"));
    const parser = join(folder, "node_modules/@typescript-eslint/parser");
    mkdirSync(join(parser, "node_modules/typescript"), { recursive: true });
    writeFileSync(
      join(parser, "package.json"),
      JSON.stringify({ name: "@typescript-eslint/parser", main: "index.js" }),
    );
    writeFileSync(join(parser, "index.js"), "");
    writeFileSync(
      join(parser, "node_modules/typescript/package.json"),
      JSON.stringify({ name: "typescript", main: "bundled.js" }),
    );
    // A module whose trees carry a constructor that no other TypeScript's have.
    writeFileSync(
      join(parser, "node_modules/typescript/bundled.js"),
      `class Tree { kind = 1; endOfFileToken = { kind: 2 }; constructor(text) { this.text = text; } }
       module.exports = { SyntaxKind: { SourceFile: 1, EndOfFileToken: 2 }, ScriptTarget: {}, createSourceFile: (name, text) => new Tree(text) };`,
    );
    const ts = createRequire(join(parser, "index.js"))("typescript") as typeof TS;
    const found = getCodeTree(parsed(tree(ts)), join(folder, "a.ts"));
    expect(found.ts).toBe(ts);
  });

  it.each([
    ["of an unknown maker", { kind: 307, text: sentText, endOfFileToken: { kind: 1 } }],
    ["of TypeScript 7, which has none", { text: sentText }],
    ["of another text", { text: "let virtual = 1;" }],
    ["that is none", {}],
  ])("is ours for a tree %s, and the text is parsed again", (_, root) => {
    const { ts, sourceFile } = getCodeTree(parsed(root), __filename);
    expect(ts).toBe(load("typescript"));
    expect(sourceFile.statements).toHaveLength(1);
  });

  it("is ours where a parser offers no services at all, as in oxlint", () => {
    expect(getCodeTree({ text: sentText, ast: {} }, __filename).sourceFile.text).toBe(sentText);
  });
});

afterAll(() => {
  // The default project service keeps its watchers.
  (tseslint.parser as { clearCaches?: () => void }).clearCaches?.();
});
