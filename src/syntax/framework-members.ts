import type TS from "typescript";
import { isClosed } from "./writes";
import { walk } from "./walk";

/**
 * What a project gives to all components of its framework under a name of its own, which begins with `$`: `Vue.prototype.$api = api`,
 * `app.config.globalProperties.$api = api`, and in Nuxt `inject("api", api)` and `nuxtApp.provide("api", api)`.
 */

/** Names that Vue and its routers and stores give to all components themselves. */
const ofFramework =
  /^\$(?:attrs|children|createElement|data|delete|destroy|el|emit|forceUpdate|isServer|listeners|mount|nextTick|off|on|once|options|parent|props|refs|root|route|router|scopedSlots|set|slots|ssrContext|store|watch)$/u;

/**
 * @param dotted the name under which a value passed: `this.$api`.
 * @returns the name that a project may have given to all components, `$api`; `undefined` if it is none.
 */
export function frameworkMember(dotted: string | undefined): string | undefined {
  const name = dotted?.slice(dotted.lastIndexOf(".") + 1);
  return name !== undefined && /^\$[A-Za-z_][\w$]*$/u.test(name) && !ofFramework.test(name) ? name : undefined;
}

/** @returns the name under which an expression gives something to all components, and what it gives. */
export function givenToComponents(
  ts: typeof TS,
  node: TS.Node,
): { readonly name: string; readonly value: TS.Expression } | undefined {
  if (ts.isBinaryExpression(node)) return ofAssignment(ts, node);
  return ts.isCallExpression(node) ? ofCall(ts, node) : undefined;
}

function ofAssignment(
  ts: typeof TS,
  { left, operatorToken, right }: TS.BinaryExpression,
): ReturnType<typeof givenToComponents> {
  if (operatorToken.kind !== ts.SyntaxKind.EqualsToken || !ts.isPropertyAccessExpression(left)) return undefined;
  const name = frameworkMember(left.name.text);
  const owner = left.expression;
  if (name === undefined || !ts.isPropertyAccessExpression(owner)) return undefined;
  return /^(?:prototype|globalProperties)$/u.test(owner.name.text) ? { name, value: right } : undefined;
}

function ofCall(
  ts: typeof TS,
  { expression, arguments: [key, value] }: TS.CallExpression,
): ReturnType<typeof givenToComponents> {
  const isGiven = ts.isIdentifier(expression)
    ? expression.text === "inject"
    : ts.isPropertyAccessExpression(expression) &&
      expression.name.text === "provide" &&
      ts.isIdentifier(expression.expression) &&
      expression.expression.text === "nuxtApp";
  const name = isGiven && key && ts.isStringLiteralLike(key) ? frameworkMember(`$${key.text}`) : undefined;
  return name !== undefined && value ? { name, value } : undefined;
}

type Given = ReadonlyMap<string, readonly TS.Expression[]>;

/** The tree of a file stays the same, and each component asks. */
const known = new WeakMap<TS.SourceFile, Given>();

/** @returns what a file gives to all components, by name: expressions that mean the same at its top level. */
export function membersForComponents(ts: typeof TS, file: TS.SourceFile): Given {
  const before = known.get(file);
  if (before) return before;
  const found = new Map<string, TS.Expression[]>();
  walk(ts, file, {}, (node, outer) => {
    const given = givenToComponents(ts, node);
    if (given && (isClosed(ts, given.value) || isAtTopLevel(ts, node)))
      found.set(given.name, [...(found.get(given.name) ?? []), given.value]);
    return outer;
  });
  known.set(file, found);
  return found;
}

function isAtTopLevel(ts: typeof TS, node: TS.Node): boolean {
  let outer = node.parent;
  while (!ts.isSourceFile(outer) && !ts.isFunctionLike(outer) && !ts.isClassLike(outer)) outer = outer.parent;
  return ts.isSourceFile(outer);
}
