import type TS from "typescript";
import { visitMethod } from "./functions";
import { anyMember, none } from "./facts";
import { memberName } from "./names";
import { noteSeed, visit } from "./visit";
import type { At, Walk } from "./walk";

/** `{ … }`: an object by the place where it is made. */
export function visitObject(walk: Walk, node: TS.ObjectLiteralExpression, at: At): number {
  const { ts, build, library } = walk;
  const object = build.object("object");
  const slot = build.holding(object);
  if (library.declared?.(node)) noteSeed(walk, at);
  for (const each of node.properties) {
    if (ts.isSpreadAssignment(each)) {
      const spread = visit(walk, each.expression, at);
      if (spread !== none) build.objects[object]?.others.push(spread);
      continue;
    }
    const name = memberName(ts, each.name) ?? anyMember;
    if (ts.isComputedPropertyName(each.name)) visit(walk, each.name.expression, at);
    build.copy(build.member(object, name), memberValue(walk, each, slot, at));
  }
  return slot;
}

function memberValue(
  walk: Walk,
  node: TS.PropertyAssignment | TS.ShorthandPropertyAssignment | TS.MethodDeclaration | TS.AccessorDeclaration,
  self: number,
  at: At,
): number {
  const { ts, build } = walk;
  if (ts.isPropertyAssignment(node)) return visit(walk, node.initializer, { ...at });
  if (ts.isShorthandPropertyAssignment(node)) return visit(walk, node.name, at);
  const code = visitMethod(walk, node, { ...at, self });
  return ts.isGetAccessorDeclaration(node) ? (build.functions[code]?.result ?? none) : holdingCode(walk, code);
}

/** @returns a slot that holds a function. */
export function holdingCode({ build }: Walk, code: number): number {
  return build.holding(build.object("function", { code, instance: build.object("instance") }));
}

/** The member under which a React context keeps what its provider is given. */
export const contextValue = "(context)";

/** `<Component a={b} />` calls the component; `<Context.Provider value={v}>` gives a value to all who use the context. */
export function visitJsx(walk: Walk, node: TS.JsxElement | TS.JsxSelfClosingElement, at: At): number {
  const { ts, build } = walk;
  const opening = ts.isJsxElement(node) ? node.openingElement : node;
  const { tagName, attributes } = opening;
  const props = build.object("object");
  for (const each of attributes.properties) {
    if (ts.isJsxSpreadAttribute(each)) {
      const spread = visit(walk, each.expression, at);
      if (spread !== none) build.objects[props]?.others.push(spread);
    } else if (each.initializer) {
      const value = ts.isJsxExpression(each.initializer) ? each.initializer.expression : each.initializer;
      if (value) build.copy(build.member(props, each.name.getText(walk.file)), visit(walk, value, at));
    }
  }
  if (ts.isJsxElement(node)) for (const child of node.children) visit(walk, child, at);
  if (ts.isPropertyAccessExpression(tagName) && tagName.name.text === "Provider") {
    build.store(visit(walk, tagName.expression, at), contextValue, build.member(props, "value"));
    return none;
  }
  const isElement = ts.isIdentifier(tagName) && /^[a-z]/u.test(tagName.text);
  if (isElement || ts.isJsxNamespacedName(tagName)) return none;
  const callee = visit(walk, tagName, at);
  const { pos: start, end } = node;
  if (callee !== none)
    build.call({ within: at.within, start, end, callee, self: none, args: [build.holding(props)], isIndirect: true });
  return none;
}
