import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { bindingOf } from "../../../src/syntax/bindings/bindings";
import { root } from "../../harness/fixtures";

function identifiersOf(file: ts.SourceFile): readonly ts.Identifier[] {
  const found: ts.Identifier[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) found.push(node);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** A program of one file, without what it imports. */
function programOf(text: string): { readonly file: ts.SourceFile; readonly checker: ts.TypeChecker } {
  const file = ts.createSourceFile("file.ts", text, ts.ScriptTarget.Latest, true);
  const host: ts.CompilerHost = {
    getSourceFile: (name) => (name === "file.ts" ? file : undefined),
    getDefaultLibFileName: () => "lib.d.ts",
    writeFile: () => undefined,
    getCurrentDirectory: () => "",
    getCanonicalFileName: (name) => name,
    useCaseSensitiveFileNames: () => true,
    getNewLine: () => "\n",
    fileExists: (name) => name === "file.ts",
    readFile: () => undefined,
  };
  const program = ts.createProgram(["file.ts"], { noLib: true, noResolve: true }, host);
  return { file, checker: program.getTypeChecker() };
}

function isVariable(symbol: ts.Symbol | undefined): boolean {
  return symbol !== undefined && (symbol.flags & (ts.SymbolFlags.Variable | ts.SymbolFlags.Function)) !== 0;
}

function isInType(node: ts.Node): boolean {
  for (let current = node; !ts.isSourceFile(current); current = current.parent)
    if (ts.isTypeNode(current) || ts.isTypeAliasDeclaration(current) || ts.isInterfaceDeclaration(current)) return true;
  return false;
}

/** @returns how each use of a variable is resolved otherwise than by TypeScript, and how many uses there are. */
function disagreements(text: string): { readonly uses: number; readonly wrong: readonly string[] } {
  const { file, checker } = programOf(text);
  const wrong: string[] = [];
  let uses = 0;
  for (const node of identifiersOf(file)) {
    const binding = bindingOf(ts, node);
    if (binding?.declarations.includes(node) === true) continue;
    const symbol = ts.isShorthandPropertyAssignment(node.parent)
      ? checker.getShorthandAssignmentValueSymbol(node.parent)
      : ts.isExportSpecifier(node.parent)
        ? checker.getExportSpecifierLocalTargetSymbol(node.parent)
        : checker.getSymbolAtLocation(node);
    const names = symbol?.declarations?.map((each) => ts.getNameOfDeclaration(each)) ?? [];
    if (!binding && (names.includes(node) || !isVariable(symbol) || isInType(node))) continue;
    uses += 1;
    if (binding?.declarations.some((each) => names.includes(each)) === true) continue;
    const { line } = file.getLineAndCharacterOfPosition(node.pos);
    wrong.push(`line ${line + 1}: ${node.text}`);
  }
  return { uses, wrong };
}

/** @returns the line on which the name before the mark `/*?*\/` is declared, by the scopes around it; 0 for a global. */
function declaredOn(text: string): number {
  const file = ts.createSourceFile("file.ts", text, ts.ScriptTarget.Latest, true);
  const end = text.indexOf("/*?*/");
  const node = identifiersOf(file).find((each) => each.end === end);
  if (!node) throw new Error("no name stands before the mark");
  const declaration = bindingOf(ts, node)?.declarations[0];
  const line = declaration && file.getLineAndCharacterOfPosition(declaration.getStart()).line + 1;
  return line ?? 0;
}

describe("names are resolved by scopes", () => {
  it.each([
    ["a global", 0, "parse(x/*?*/);"],
    ["an import", 1, 'import { x } from "./x";\nx/*?*/();'],
    ["a parameter around it", 2, "const x = 1;\nfunction f(x) {\n return x/*?*/; }"],
    ["a pattern", 2, "const x = 1;\nfunction f({ a: [, x] }) {\n return x/*?*/; }"],
    ["a block's own", 2, "let x;\n{ let x;\n x/*?*/; }"],
    ["no block beside it", 1, "let x;\n{ let x; }\nx/*?*/;"],
    ["`var` of a nested block", 2, "let x;\nfunction f() { if (a) { var x = 1; }\n return x/*?*/; }"],
    ["no `var` of a function within", 1, "let x;\nfunction f() { var x = 1; }\nx/*?*/;"],
    ["a case of `switch`", 2, "let x;\nswitch (a) { case 1: let x = 2;\n case 2: x/*?*/; }"],
    ["`catch`", 2, "let x;\ntry {} catch (x) {\n x/*?*/; }"],
    ["a loop", 2, "let x;\nfor (const x of list) {\n x/*?*/; }"],
    ["a function below it", 2, "x/*?*/();\nfunction x() {}"],
    ["the name of a function expression", 2, "let x;\nconst f = function x() {\n x/*?*/(); };"],
    ["the name of a class expression", 2, "let x;\nconst C = class x {\n m() { x/*?*/; } };"],
    ["a static block", 2, "let x;\nclass C { static { var x = 1;\n x/*?*/; } }"],
    ["a namespace", 2, "let x;\nnamespace N { const x = 1;\n x/*?*/; }"],
  ])("%s", (_, line, text) => {
    expect(declaredOn(text)).toBe(line);
  });

  it("as TypeScript resolves them, in the code of rules and their programs", { tags: ["long"] }, () => {
    const texts = ["rules/patch", "fixtures/programs"].flatMap((place) => {
      const folder = join(root, place);
      const names = readdirSync(folder).filter((name) => /\.[jt]s$/u.test(name));
      return names.map((name) => readFileSync(join(folder, name), "utf8"));
    });
    const found = texts.map(disagreements);
    expect(found.flatMap(({ wrong }) => wrong)).toEqual([]);
    expect(found.reduce((sum, { uses }) => sum + uses, 0)).toBeGreaterThan(1000);
  });
});
