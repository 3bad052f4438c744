import type TS from "typescript";
import type { Range } from "../../text/range";
import type { Misuse } from "./misuse";
import { axiosOptions, headerName, surelyOptions } from "./option-tables";
import { keyRange, membersOf, rangeOf, writtenObject, type Named } from "./written";
import { isNothing } from "../../syntax/nothing";

const withBody = new Set(["post", "put", "patch", "postForm", "putForm", "patchForm"]);
const withoutBody = new Set(["get", "delete", "head", "options"]);

interface Call {
  readonly callee: string;
  /** The name of the method; empty for the client itself. */
  readonly verb: string;
}

type CheckOptions = (given: TS.Expression | undefined) => readonly Misuse[];

/** Finds what a call of axios passes in the wrong place: the position of the options depends on the method. */
export function axiosMisuses(
  ts: typeof TS,
  node: TS.CallExpression,
  isPlain: boolean,
  options: CheckOptions,
): readonly Misuse[] {
  const { expression, arguments: given } = node;
  const verb = ts.isPropertyAccessExpression(expression) ? expression.name.text : "";
  const call: Call = { callee: expression.getText(), verb };
  const [first, second, third] = given;
  if (withBody.has(verb)) return third ? options(third) : optionsAsBody(ts, second, call.callee);
  if (!withoutBody.has(verb)) return options(given.length === 1 ? first : second);
  const extra: Misuse[] =
    third && second && !isNothing(ts, second)
      ? [{ kind: "extraArgument", callee: call.callee, range: rangeOf(third) }]
      : [];
  const written = isPlain ? writtenObject(ts, second) : undefined;
  const lost = second && written ? lostBody(ts, written, call, rangeOf(second)) : [];
  return [...extra, ...(lost.length > 0 ? lost : options(second))];
}

const instances = new WeakMap<TS.SourceFile, readonly TS.CallExpression[]>();

/** Finds wrong options where the file creates instances. */
export function instanceMisuses(ts: typeof TS, node: TS.Node, options: CheckOptions): readonly Misuse[] {
  const file = node.getSourceFile();
  const found = instances.get(file) ?? instancesIn(ts, file);
  instances.set(file, found);
  return found.flatMap(({ arguments: [first] }) => options(first));
}

function instancesIn(ts: typeof TS, file: TS.SourceFile): readonly TS.CallExpression[] {
  const found: TS.CallExpression[] = [];
  if (!file.text.includes(".create(")) return found;
  const visit = (node: TS.Node): void => {
    if (ts.isCallExpression(node) && /^axios\.create$/iu.test(node.expression.getText())) found.push(node);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/**
 * Finds options in a body. Header fields beside the fields of a body are sent as one of them, and so are options that are never meant as data. With a method or
 * a URL, the body describes a request, for a proxy.
 */
function optionsAsBody(ts: typeof TS, data: TS.Expression | undefined, callee: string): readonly Misuse[] {
  if (!data || !ts.isObjectLiteralExpression(data)) return [];
  const members = membersOf(ts, data);
  if (members.some(([name]) => name === "method" || name === "url")) return [];
  const areOptions = isOnlyOptions(members);
  const wrong = members.find(
    ([name, member]) => surelyOptions.has(name) || (name === "headers" && areOptions) || isHeaders(ts, name, member),
  );
  return wrong ? [{ kind: "optionsAsBody", callee, name: wrong[0], range: keyRange(wrong[1]) }] : [];
}

/** Whether an object has `headers` and `params`, and nothing but options: no resource has these alone. */
function isOnlyOptions(members: readonly Named[]): boolean {
  const names = new Set(members.map(([name]) => name));
  return names.has("headers") && names.has("params") && [...names].every((name) => axiosOptions.takes.includes(name));
}

function isHeaders(ts: typeof TS, name: string, member: TS.ObjectLiteralElementLike): boolean {
  const value = ts.isPropertyAssignment(member) ? member.initializer : undefined;
  if (name !== "headers" || !value || !ts.isObjectLiteralExpression(value)) return false;
  return membersOf(ts, value).some(([each]) => /^(?:authorization|content-type|accept|if-match)$/iu.test(each));
}

/** An object without any option of axios is meant to be sent. A lone flag hardly is. */
function lostBody(
  ts: typeof TS,
  options: TS.ObjectLiteralExpression,
  { callee, verb }: Call,
  range: Range,
): readonly Misuse[] {
  const members = membersOf(ts, options);
  if (members.length === 0 || members.length < options.properties.length) return [];
  const isOption = ([name]: Named): boolean =>
    axiosOptions.takes.includes(name) || Object.hasOwn(axiosOptions.others, name) || name.startsWith("_");
  const isFlag = ([, member]: Named): boolean =>
    ts.isPropertyAssignment(member) &&
    [ts.SyntaxKind.TrueKeyword, ts.SyntaxKind.FalseKeyword].includes(member.initializer.kind);
  if (members.some((member) => isOption(member) || isFlag(member) || headerName.test(member[0]))) return [];
  const names = members.map(([name]) => `\`${name}\``).join(", ");
  const instead = verb === "delete" ? "data" : "params";
  return [{ kind: "bodyAsOptions", callee, names, instead, range }];
}
