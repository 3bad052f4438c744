import type TS from "typescript";
import type { Range } from "../text/range";

/** Where to insert a missing option of a call: the text before and after it, and the range that they replace. */
export interface OptionsPlace {
  readonly range: Range;
  readonly before: string;
  readonly after: string;
}

const second = new Set(["better-fetch", "fetch", "got", "ky", "ofetch", "openapi-fetch", "playwright", "undici"]);
const withBody = new Set(["post", "put", "patch", "postForm", "putForm", "patchForm"]);
const withoutBody = new Set(["get", "delete", "head", "options"]);

/**
 * Finds where `headers` can be added to a call of a client: in its options, or after its last argument. Options that are no literal, or may already have header
 * fields, are left alone.
 */
export function placeForHeaders(ts: typeof TS, node: TS.Node, client: string): OptionsPlace | undefined {
  if (!ts.isCallExpression(node) || node.arguments.some((each) => ts.isSpreadElement(each))) return undefined;
  const index = optionsIndex(ts, node, client);
  if (index === undefined) return undefined;
  const options = node.arguments[index];
  if (options) return ts.isObjectLiteralExpression(options) ? placeInLiteral(ts, options) : undefined;
  const last = node.arguments.at(-1);
  if (!last || node.arguments.length !== index) return undefined;
  return { range: { start: last.end, end: last.end }, before: ", { ", after: " }" };
}

/** @returns the index of the options among the arguments. */
function optionsIndex(
  ts: typeof TS,
  { expression, arguments: given }: TS.CallExpression,
  client: string,
): number | undefined {
  const [first] = given;
  const isAlone = first !== undefined && ts.isObjectLiteralExpression(first);
  if (client === "axios") {
    const verb = ts.isPropertyAccessExpression(expression) ? expression.name.text : "";
    if (withBody.has(verb)) return 2;
    return isAlone && !withoutBody.has(verb) ? 0 : 1;
  }
  if (!second.has(client)) return undefined;
  return isAlone ? 0 : 1;
}

function placeInLiteral(ts: typeof TS, options: TS.ObjectLiteralExpression): OptionsPlace | undefined {
  const { properties } = options;
  const isOpen = properties.some(({ name }) => !name || ts.isComputedPropertyName(name) || name.text === "headers");
  if (isOpen) return undefined;
  const { text } = options.getSourceFile();
  const method = properties.find(({ name }) => name && ts.isIdentifier(name) && name.text === "method");
  if (method) {
    const [space = " "] = /\s*$/u.exec(text.slice(options.pos, method.getStart())) ?? [];
    return { range: { start: method.end, end: method.end }, before: `,${space === "" ? " " : space}`, after: "" };
  }
  const [first] = properties;
  if (!first) return { range: { start: options.getStart(), end: options.end }, before: "{ ", after: " }" };
  const start = first.getStart();
  const space = text.slice(options.getStart() + 1, start);
  return { range: { start, end: start }, before: "", after: `,${/^\s+$/u.test(space) ? space : " "}` };
}
