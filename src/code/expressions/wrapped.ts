import type TS from "typescript";
import type { ValueId } from "../graph";
import { typeOf, typeOfAll } from "../types/type-nodes";
import { readGlobal } from "../versions/variables";
import { addVersion, evaluate, opaque, startOf, type Build } from "../versions/state";

/** Parentheses, type assertions, and expressions that are not analysed. */

export function inner(build: Build, node: TS.ParenthesizedExpression | TS.JsxExpression): ValueId {
  return node.expression ? evaluate(build, node.expression) : opaque(build, "nothing", [], node);
}

/** `x!` */
export function present(build: Build, { expression }: TS.NonNullExpression): ValueId {
  const value = evaluate(build, expression);
  const place = { in: build.fn.id, start: startOf(build, expression), end: expression.end, depends: 0 };
  return addVersion(
    build,
    { kind: "typed", ...place, value, type: typeOfAll(build), how: "present" },
    value,
    expression,
  );
}

export function typed(build: Build, node: TS.AsExpression | TS.TypeAssertion | TS.SatisfiesExpression): ValueId {
  const { ts } = build;
  const value = evaluate(build, node.expression);
  if (ts.isConstTypeReference(node.type)) return value;
  const how = ts.isSatisfiesExpression(node) ? "satisfies" : "as";
  const { expression } = node;
  const place = { in: build.fn.id, start: startOf(build, expression), end: expression.end, depends: 0 };
  return addVersion(build, { kind: "typed", ...place, value, type: typeOf(build, node.type), how }, value, node);
}

export function unknownExpression(build: Build, node: TS.Node): ValueId {
  return opaque(build, "not followed", [], node);
}

export function metaProperty(build: Build, node: TS.MetaProperty): ValueId {
  if (node.keywordToken === build.ts.SyntaxKind.ImportKeyword) {
    return readGlobal(build, "import.meta", node);
  }
  return opaque(build, "new.target", [], node);
}
