import type TS from "typescript";
import { holdingCode, visitMethod } from "./functions";
import { anyMember, contextValue, none } from "./facts";
import { memberName } from "./names";
import { noteSeed } from "./seeds";
import type { At, Walk } from "./walk";

/** `{ … }`: an object by the place where it is made. */
export function visitObject(walk: Walk, node: TS.ObjectLiteralExpression, at: At): number {
  const { ts, build, library } = walk;
  const object = build.object("object");
  const slot = build.holding(object);
  const isRequest = library.declared?.(node) !== undefined;
  if (isRequest) noteSeed(walk, at);
  if (isRequest || node.properties.some((each) => namesKind(ts, each)))
    build.declared.push({ slot, within: at.within, branch: at.branch, end: node.end });
  for (const each of node.properties) {
    if (ts.isSpreadAssignment(each)) {
      const spread = walk.visit(each.expression, at);
      if (spread !== none) build.objects[object]?.others.push(spread);
      continue;
    }
    const name = memberName(ts, each.name) ?? anyMember;
    if (ts.isComputedPropertyName(each.name)) walk.visit(each.name.expression, at);
    build.copy(build.member(object, name), memberValue(walk, each, slot, at));
  }
  return slot;
}

/** `kind: "Order"` stands in manifests. Kinds begin with a capital, and the tags of unions with none. */
function namesKind(ts: typeof TS, node: TS.ObjectLiteralElementLike): boolean {
  if (!ts.isPropertyAssignment(node) || memberName(ts, node.name) !== "kind") return false;
  return ts.isStringLiteralLike(node.initializer) && /^[A-Z]/u.test(node.initializer.text);
}

function memberValue(
  walk: Walk,
  node: TS.PropertyAssignment | TS.ShorthandPropertyAssignment | TS.MethodDeclaration | TS.AccessorDeclaration,
  self: number,
  at: At,
): number {
  const { ts, build } = walk;
  if (ts.isPropertyAssignment(node)) return walk.visit(node.initializer, { ...at });
  if (ts.isShorthandPropertyAssignment(node)) return walk.visit(node.name, at);
  const code = visitMethod(walk, node, { ...at, self });
  return ts.isGetAccessorDeclaration(node) ? (build.functions[code]?.result ?? none) : holdingCode(walk, code);
}

export function visitArray(walk: Walk, node: TS.ArrayLiteralExpression, at: At): number {
  const { ts, build } = walk;
  const object = build.object("array");
  for (const each of node.elements) {
    const value = walk.visit(ts.isSpreadElement(each) ? each.expression : each, at);
    build.copy(build.member(object), ts.isSpreadElement(each) ? build.load(value) : value);
  }
  return build.holding(object);
}

/** `<Component a={b} />` calls the component; `<Context.Provider value={v}>` gives a value to all who use the context. */
export function visitJsx(walk: Walk, node: TS.JsxElement | TS.JsxSelfClosingElement, at: At): number {
  const { ts, build } = walk;
  const { tagName, attributes } = ts.isJsxElement(node) ? node.openingElement : node;
  const props = visitAttributes(walk, attributes, at);
  if (ts.isJsxElement(node)) for (const child of node.children) walk.visit(child, at);
  if (ts.isPropertyAccessExpression(tagName) && tagName.name.text === "Provider") {
    build.store(walk.visit(tagName.expression, at), contextValue, build.member(props, "value"));
    return none;
  }
  const isElement = ts.isIdentifier(tagName) && /^[a-z]/u.test(tagName.text);
  const callee = isElement || ts.isJsxNamespacedName(tagName) ? none : walk.visit(tagName, at);
  const { pos: start, end } = node;
  const args = [build.holding(props)];
  if (callee !== none)
    build.call({ within: at.within, branch: at.branch, start, end, callee, self: none, args, isIndirect: true });
  return none;
}

/** @returns the object of a component's properties. */
function visitAttributes(walk: Walk, attributes: TS.JsxAttributes, at: At): number {
  const { ts, build } = walk;
  const props = build.object("object");
  for (const each of attributes.properties) {
    if (ts.isJsxSpreadAttribute(each)) {
      const spread = walk.visit(each.expression, at);
      if (spread !== none) build.objects[props]?.others.push(spread);
      continue;
    }
    const { initializer } = each;
    const value = initializer && ts.isJsxExpression(initializer) ? initializer.expression : initializer;
    if (value) build.copy(build.member(props, each.name.getText(walk.file)), walk.visit(value, at));
  }
  return props;
}
