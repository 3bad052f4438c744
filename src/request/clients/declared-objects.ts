import type TS from "typescript";
import type { RequestObjectDefinition } from "../../contract/configuration/configuration";
import { nativeOf, type Native, type NativeCall } from "../../clients/native";
import { withWrappers } from "../../syntax/wrappers";
import type { Value } from "../../value/value";
import { argument, stringifiedBody } from "../drafts/body";
import { callable } from "../drafts/natives";
import { unknown } from "../drafts/objects";
import { headersOption, layered, methodNamed, upperCase } from "../drafts/options";
import { queryOption } from "../drafts/query-string";

/**
 * Objects that declare a request which other code sends: `const tool: ToolConfig = { request: { url, method, headers, body } }`.
 *
 * @param definitions the objects that the configuration describes.
 * @returns a function from an object literal to a native, which sends the request when called with the object; `undefined` for other objects.
 */
export function declaredObjects(
  ts: typeof TS,
  definitions: readonly RequestObjectDefinition[],
): (node: TS.ObjectLiteralExpression) => Native | undefined {
  return (node) => {
    const definition = definitions.find(({ object }) => isAtPath(ts, node, object.split(".")));
    return definition && declaredRequest(definition);
  };
}

/** Whether an object is at the path `Type.member.member`. If the path begins with a dot, any type matches. */
function isAtPath(ts: typeof TS, node: TS.Expression, [type, ...members]: readonly string[]): boolean {
  let current: TS.Expression = node;
  for (const member of members.toReversed()) {
    const property = withWrappers(ts, current).parent;
    if (!ts.isPropertyAssignment(property)) return false;
    if (!(ts.isIdentifier(property.name) || ts.isStringLiteral(property.name)) || property.name.text !== member)
      return false;
    current = property.parent;
  }
  return type === "" || nameOf(ts, declaredType(ts, current)) === type;
}

/** @returns the type that the code around an object gives it: an assertion, a variable, a return type, or the list or record that contains it. */
function declaredType(ts: typeof TS, node: TS.Expression): TS.TypeNode | undefined {
  let current: TS.Expression = node;
  while (current !== withWrappers(ts, current)) {
    const { parent }: TS.Expression = current;
    if ((ts.isAsExpression(parent) || ts.isSatisfiesExpression(parent)) && nameOf(ts, parent.type) !== "const")
      return parent.type;
    current = parent as TS.Expression;
  }
  const { parent } = current;
  if (ts.isVariableDeclaration(parent) || ts.isPropertyDeclaration(parent) || ts.isParameter(parent))
    return parent.type;
  if (ts.isArrayLiteralExpression(parent)) return elementType(ts, declaredType(ts, parent));
  if (ts.isPropertyAssignment(parent)) return elementType(ts, declaredType(ts, parent.parent));
  if (ts.isArrowFunction(parent)) return parent.type;
  if (!ts.isReturnStatement(parent)) return undefined;
  const owner = ts.findAncestor(parent, (each) => ts.isFunctionLike(each));
  return owner && ts.isFunctionLike(owner) ? owner.type : undefined;
}

/** @returns the element type of an array or record type. */
function elementType(ts: typeof TS, type: TS.TypeNode | undefined): TS.TypeNode | undefined {
  if (type && ts.isArrayTypeNode(type)) return type.elementType;
  if (!type || !ts.isTypeReferenceNode(type)) return undefined;
  const name = nameOf(ts, type);
  if (name === "Array" || name === "ReadonlyArray") return type.typeArguments?.[0];
  return name === "Record" ? type.typeArguments?.[1] : undefined;
}

function nameOf(ts: typeof TS, type: TS.TypeNode | undefined): string | undefined {
  if (!type || !ts.isTypeReferenceNode(type)) return undefined;
  const { typeName, typeArguments } = type;
  const name = ts.isIdentifier(typeName) ? typeName.text : typeName.right.text;
  const [inner] = typeArguments ?? [];
  return inner && /^(?:Readonly|Partial|Promise)$/u.test(name) ? nameOf(ts, inner) : name;
}

function declaredRequest(definition: RequestObjectDefinition): Native {
  return callable(definition.object, (call) => {
    const at = call.range;
    const path = member(call, definition.path ?? "url");
    call.send({
      client: definition.object,
      method: upperCase(methodOf(definition.method ?? "method", call)),
      anchor: at,
      address: {
        url: path ?? unknown("no path", at),
        base: unknown("base of a declared request", at),
        join: "append",
        ownsRelative: true,
      },
      query: queryOption(definition.query === undefined ? undefined : member(call, definition.query), at, {
        dropped: ["undefined"],
        arrays: "unknown",
      }),
      headers: headersOption(member(call, definition.headers ?? "headers"), at),
      body: stringifiedBody(member(call, definition.body ?? "body")),
      defaults: { contentType: true, acceptEncoding: "unknown", userAgent: "unknown", unseenHeaders: true },
    });
    return unknown("an object", at);
  });
}

/** `place` is an HTTP method in capitals, or the member that contains it. */
function methodOf(place: string, call: NativeCall): Value {
  if (/^[A-Z]+$/u.test(place)) return methodNamed(place, call.calleeRange);
  return member(call, place) ?? unknown("no method", call.range);
}

/** @returns a member of the object. A function member is called with an unknown parameter. */
function member(call: NativeCall, place: string): Value | undefined {
  let value = argument(call, 0);
  for (const key of place.split(".")) value = layered([value], key, call.range);
  if (value?.kind === "opaque" && !nativeOf(value)) value = call.invoke(value, [unknown("a parameter", call.range)]);
  return value?.kind === "undefined" ? undefined : value;
}
