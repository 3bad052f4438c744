import type TS from "typescript";
import type { ValueId } from "../graph";
import type { ObjectMember } from "../values";
import { add, evaluate, implied, startOf, type Build } from "../versions/state";

/** JSX: an element is a value with a component, attributes and children. */

export function jsxElement(build: Build, node: TS.JsxElement): ValueId {
  return element(build, node, node.openingElement, node.children);
}

export function jsxSelfClosing(build: Build, node: TS.JsxSelfClosingElement): ValueId {
  return element(build, node, node, []);
}

export function jsxFragment(build: Build, node: TS.JsxFragment): ValueId {
  const children = childrenOf(build, node.children);
  const place = { in: build.fn.id, start: startOf(build, node), end: node.end, depends: 0 };
  const attributes = add(build, { kind: "object", ...place, members: [] }, node);
  return add(build, { kind: "jsx", ...place, tag: "", attributes, children }, node);
}

function element(
  build: Build,
  node: TS.Node,
  { tagName, attributes: given }: TS.JsxOpeningLikeElement,
  children: readonly TS.JsxChild[],
): ValueId {
  const tag = tagOf(build, tagName);
  const attributes = attributesOf(build, given);
  const values = childrenOf(build, children);
  const place = { in: build.fn.id, start: startOf(build, node), end: node.end, depends: 0 };
  return add(build, { kind: "jsx", ...place, tag, attributes, children: values }, node);
}

function tagOf(build: Build, tag: TS.JsxTagNameExpression): ValueId | string {
  const { ts } = build;
  if (ts.isIdentifier(tag) && /^[a-z]/u.test(tag.text)) return tag.text;
  if (ts.isJsxNamespacedName(tag)) return `${tag.namespace.text}:${tag.name.text}`;
  return evaluate(build, tag);
}

function attributesOf(build: Build, node: TS.JsxAttributes): ValueId {
  const { ts } = build;
  const members: ObjectMember[] = node.properties.map((each) => {
    if (ts.isJsxSpreadAttribute(each)) return { kind: "spread", value: evaluate(build, each.expression) };
    const { name, initializer } = each;
    const key = ts.isIdentifier(name) ? name.text : `${name.namespace.text}:${name.name.text}`;
    const value = initializer ? attributeValue(build, initializer) : implied(build, true, each);
    return { kind: "value", key, keyStart: startOf(build, name), keyEnd: name.end, value };
  });
  const place = { in: build.fn.id, start: startOf(build, node), end: node.end, depends: 0 };
  return add(build, { kind: "object", ...place, members }, node);
}

function attributeValue(build: Build, node: TS.JsxAttributeValue): ValueId {
  const { ts } = build;
  if (!ts.isJsxExpression(node)) return evaluate(build, node);
  return node.expression ? evaluate(build, node.expression) : implied(build, undefined, node);
}

function childrenOf(build: Build, children: readonly TS.JsxChild[]): readonly ValueId[] {
  const { ts } = build;
  return children.flatMap((each) => {
    if (ts.isJsxText(each)) return [];
    if (!ts.isJsxExpression(each)) return [evaluate(build, each)];
    return each.expression ? [evaluate(build, each.expression)] : [];
  });
}
