// Finds the static imports of a source file, and its loads on demand.
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import ts from "typescript";

/** @returns the names that an import declaration takes from a module at run time; `*` for all. */
function namesOf(clause) {
  const bindings = clause?.namedBindings;
  const named = bindings && ts.isNamedImports(bindings) ? bindings.elements.filter((each) => !each.isTypeOnly) : [];
  return [
    ...(clause?.name ? ["default"] : []),
    ...(bindings && ts.isNamespaceImport(bindings) ? ["*"] : []),
    ...named.map((each) => (each.propertyName ?? each.name).text),
  ];
}

function isTypeOnly(node) {
  const bindings = node.importClause?.namedBindings;
  const named = bindings && ts.isNamedImports(bindings) && !node.importClause.name && bindings.elements.length > 0;
  const onlyTypes = named && bindings.elements.every((element) => element.isTypeOnly);
  return Boolean(onlyTypes || node.importClause?.isTypeOnly || node.isTypeOnly);
}

/** `createRequire(__filename)("yaml")`, or `load("yaml")` if `load` is such a function. */
function isLoad(node) {
  if (!ts.isCallExpression(node)) return false;
  const { expression } = node;
  return ts.isIdentifier(expression)
    ? expression.text === "load"
    : ts.isCallExpression(expression) && /(?:^|\.)createRequire$/u.test(expression.expression.getText());
}

/**
 * @param root the folder to which `file`, and the paths of the answer, are relative.
 * @returns `files`: our own files that the file imports, with whether it imports only types; `packages`: packages
 * loaded at run time, with the imported names; `loads`: modules loaded by a call, with the path if the module is our
 * own file.
 */
export function importsOf(root, file) {
  const text = readFileSync(join(root, file), "utf8");
  const options = { languageVersion: ts.ScriptTarget.Latest, jsDocParsingMode: ts.JSDocParsingMode.ParseNone };
  const tree = ts.createSourceFile(file, text, options, true);
  // Declarations are at the top, but calls may be anywhere; few files have one.
  const hasCalls = /\bimport\s*\(|\bcreateRequire\b/u.test(text);
  const files = [];
  const packages = [];
  const loads = [];
  const find = (specifier) => {
    const path = join(dirname(file), specifier);
    const candidates = [path, `${path.replace(/\.js$/u, "")}.ts`, `${path}/index.ts`];
    return candidates.find((each) => /\.[mt]s$|\.mjs$/u.test(each) && existsSync(join(root, each)));
  };
  const add = (specifier, typeOnly, names = []) => {
    if (specifier.startsWith(".")) {
      const path = find(specifier);
      if (path) files.push({ path, typeOnly });
    } else if (!typeOnly) packages.push({ name: specifier, names });
  };
  const visit = (node) => {
    const isDeclaration = ts.isImportDeclaration(node) || ts.isExportDeclaration(node);
    if (isDeclaration && node.moduleSpecifier && ts.isStringLiteral(node.moduleSpecifier))
      add(node.moduleSpecifier.text, isTypeOnly(node), namesOf(node.importClause));
    const [argument] = ts.isCallExpression(node) ? node.arguments : [];
    if (argument && ts.isStringLiteral(argument)) {
      if (node.expression.kind === ts.SyntaxKind.ImportKeyword) add(argument.text, false);
      else if (isLoad(node))
        loads.push({ name: argument.text, path: argument.text.startsWith(".") ? find(argument.text) : undefined });
    }
    if (hasCalls || node === tree) ts.forEachChild(node, visit);
  };
  visit(tree);
  return { files, packages, loads };
}
