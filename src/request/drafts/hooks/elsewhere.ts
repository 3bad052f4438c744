import type TS from "typescript";
import { findImport } from "../../../syntax/bindings/imports";
import { walk } from "../../../syntax/walk";
import { skipWrappers } from "../../../syntax/wrappers";
import { changedBySource } from "./hooks";
import { hookStyle, type HookStyle, optionsHook } from "./parts";
import { isNothing } from "../../../syntax/nothing";
import { addTo } from "../../../text/groups";

/** Mechanisms by which a file changes the bodies of other files' requests. */
export type Way = "axios" | "nuxt" | "angular" | "jquery" | "undici";

/** Match the end of a callee that sets a hook for all requests. */
const setters: Readonly<Record<Way, RegExp>> = {
  axios: /\binterceptors\s*[?!]?\.\s*request\s*[?!]?\.\s*use$/u,
  nuxt: /\$axios\s*\.\s*(?:onRequest|interceptors\s*\.\s*request\s*\.\s*use)$/u,
  angular: /\.\s*clone$/u,
  jquery: /\.\s*ajax(?:Prefilter|Send|Setup)$/u,
  undici: /\.\s*compose$/u,
};

const styles: Readonly<Record<Way, HookStyle>> = {
  axios: optionsHook,
  nuxt: optionsHook,
  angular: optionsHook,
  // Any argument of jQuery's hooks may be the options.
  jquery: hookStyle({ arguments: ["object", "object", "object"] }),
  undici: hookStyle({ arguments: ["next"] }),
};

/** Bound on the text before a name, because chains may have thousands of calls; all setters are shorter. */
const longestSetter = 100;

/** A hook that may change bodies; undefined if its source is unavailable. */
export type Writer = TS.FunctionLikeDeclaration | undefined;

const found = new WeakMap<TS.SourceFile, Map<Way, readonly Writer[]>>();

/** Returns the file of the project that an import names. */
export type Find = (from: TS.SourceFile, specifier: string) => TS.SourceFile | undefined;

/**
 * @param file a tree with parents.
 * @returns the hooks that the file sets and that may change the bodies of requests.
 */
export function bodyWriters(ts: typeof TS, file: TS.SourceFile, way: Way, find: Find): readonly Writer[] {
  const known = found.get(file) ?? new Map<Way, readonly Writer[]>();
  found.set(file, known);
  let writers = known.get(way);
  if (writers === undefined) known.set(way, (writers = findWriters(ts, file, way, find)));
  return writers;
}

/** Matches a dispatcher that the program defines. */
const ownDispatcher = /\bDecoratorHandler\b|\bextends\s+(?:undici\s*\.\s*)?(?:Agent|Client|Dispatcher|Pool)\b/u;

function findWriters(ts: typeof TS, file: TS.SourceFile, way: Way, find: Find): readonly Writer[] {
  // Other libraries have a `compose`, too.
  if (way === "undici" && !hasName(ts, file, "setGlobalDispatcher")) return [];
  if (way === "undici" && ownDispatcher.test(file.text)) return [undefined];
  return settersIn(ts, file, way).flatMap((call) => writersGiven(ts, call, way, find));
}

/** Whether the code of a file contains a name outside of comments. */
function hasName(ts: typeof TS, file: TS.SourceFile, name: string): boolean {
  if (!file.text.includes(name)) return false;
  let found = false;
  walk(ts, file, {}, (node, outer) => {
    found ||= ts.isIdentifier(node) && node.text === name;
    return outer;
  });
  return found;
}

/** @returns the calls of a file that set a hook for all requests. */
function settersIn(ts: typeof TS, file: TS.SourceFile, way: Way): readonly TS.CallExpression[] {
  const calls: TS.CallExpression[] = [];
  walk(ts, file, {}, (node, outer) => {
    if (ts.isCallExpression(node)) {
      const { pos, end } = node.expression;
      if (setters[way].test(file.text.slice(Math.max(pos, end - longestSetter), end))) calls.push(node);
    }
    return outer;
  });
  return calls;
}

const setting = new WeakMap<TS.SourceFile, boolean>();

/**
 * Whether the jQuery hooks and settings of a file may add header fields to all requests: any function may, and settings
 * that name them.
 *
 * @param file a tree with parents.
 */
export function setsHeaders(ts: typeof TS, file: TS.SourceFile): boolean {
  let known = setting.get(file);
  if (known === undefined) {
    const names = ["headers", "beforeSend", "contentType"];
    known = settersIn(ts, file, "jquery").some(({ arguments: [first] }) => {
      const isSettings = first !== undefined && ts.isObjectLiteralExpression(first);
      return !isSettings || names.some((name) => mayHold(ts, first, name));
    });
    setting.set(file, known);
  }
  return known;
}

function writersGiven(ts: typeof TS, { arguments: given }: TS.CallExpression, way: Way, find: Find): readonly Writer[] {
  const [first] = given;
  const oneIf = (condition: boolean): readonly Writer[] => (condition ? [undefined] : []);
  if (way === "angular") return oneIf(first !== undefined && mayHold(ts, first, "body"));
  // undici's own interceptors are recognised by name, and do not change bodies.
  if (way === "undici") return oneIf(!given.every((each) => /^(?:\w+\.)?interceptors\.\w+\(/u.test(each.getText())));
  // In settings, only a function that gets each request can change its body.
  if (way === "jquery" && first && ts.isObjectLiteralExpression(first)) return oneIf(mayHold(ts, first, "beforeSend"));
  const hooks = way === "jquery" ? given.slice(-1) : given.slice(0, 1);
  return hooks.flatMap((hook) => {
    const sources = functionsOf(ts, hook, find);
    if (sources.length === 0) return oneIf(!isNothing(ts, hook));
    return sources.filter((source) => changedBySource(ts, source, styles[way]).includes("body"));
  });
}

function mayHold(ts: typeof TS, node: TS.Expression, name: string): boolean {
  if (!ts.isObjectLiteralExpression(node)) return true;
  return node.properties.some(
    (each) => ts.isSpreadAssignment(each) || ("text" in each.name ? each.name.text === name : true),
  );
}

/**
 * @returns the possible functions of an expression: inline, declared under its name, or returned by a call of such a
 * function; none if one is unavailable.
 */
export function functionsOf(ts: typeof TS, node: TS.Expression, find: Find): readonly TS.FunctionLikeDeclaration[] {
  if (ts.isArrowFunction(node) || ts.isFunctionExpression(node)) return [node];
  if (ts.isCallExpression(node)) {
    const [maker, ...others] = functionsOf(ts, node.expression, find);
    const given = maker && others.length === 0 ? givenBy(ts, maker) : [];
    return given.every((each) => each !== undefined) ? given : [];
  }
  const name = ts.isIdentifier(node) ? node.text : ts.isPropertyAccessExpression(node) ? node.name.text : undefined;
  if (name === undefined) return [];
  const declared = declaredAs(ts, node.getSourceFile(), name);
  if (declared.length > 0 || !ts.isIdentifier(node)) return declared;
  return importedAs(ts, node.getSourceFile(), name, find);
}

/** @returns the function that a file declares under a name; none if there are several. */
function declaredAs(ts: typeof TS, file: TS.SourceFile, name: string): readonly TS.FunctionLikeDeclaration[] {
  let functions = declared.get(file);
  if (!functions) declared.set(file, (functions = functionsIn(ts, file)));
  const named = functions.get(name) ?? [];
  return named.length === 1 ? named : [];
}

type FunctionsByName = ReadonlyMap<string, readonly TS.FunctionLikeDeclaration[]>;

/** By file, for those that set hooks or contain their functions. */
const declared = new WeakMap<TS.SourceFile, FunctionsByName>();

function functionsIn(ts: typeof TS, file: TS.SourceFile): FunctionsByName {
  const functions = new Map<string, TS.FunctionLikeDeclaration[]>();
  walk(ts, file, {}, (node, outer) => {
    if (isDeclaration(ts, node) && node.name) {
      const value = "initializer" in node ? node.initializer : node;
      if (ts.isFunctionLike(value) && "body" in value) {
        const name = node.name.getText(file);
        addTo(functions, name, value);
      }
    }
    return outer;
  });
  return functions;
}

/** @returns the functions that a function returns; undefined for each other result. */
function givenBy(
  ts: typeof TS,
  { body }: TS.FunctionLikeDeclaration,
): readonly (TS.FunctionLikeDeclaration | undefined)[] {
  const asFunction = (node: TS.Expression | undefined): TS.FunctionLikeDeclaration | undefined => {
    const inner = node && skipWrappers(ts, node);
    return inner && (ts.isArrowFunction(inner) || ts.isFunctionExpression(inner)) ? inner : undefined;
  };
  if (!body) return [];
  if (!ts.isBlock(body)) return [asFunction(body)];
  const given: (TS.FunctionLikeDeclaration | undefined)[] = [];
  const visit = (node: TS.Node): void => {
    if (ts.isReturnStatement(node)) given.push(asFunction(node.expression));
    else if (!ts.isFunctionLike(node)) ts.forEachChild(node, visit);
  };
  visit(body);
  return given;
}

/** @returns the function that a file imports under a name. */
function importedAs(
  ts: typeof TS,
  file: TS.SourceFile,
  name: string,
  find: Find,
): readonly TS.FunctionLikeDeclaration[] {
  const imported = findImport(ts, file, name);
  const from = imported && find(file, imported.specifier.text);
  return from ? declaredAs(ts, from, imported.name) : [];
}

type Declaration = TS.FunctionDeclaration | TS.MethodDeclaration | TS.VariableDeclaration | TS.PropertyDeclaration;

function isDeclaration(ts: typeof TS, node: TS.Node): node is Declaration {
  return (
    ts.isFunctionDeclaration(node) ||
    ts.isMethodDeclaration(node) ||
    ts.isVariableDeclaration(node) ||
    ts.isPropertyDeclaration(node)
  );
}
