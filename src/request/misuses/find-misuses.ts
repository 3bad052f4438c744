import type TS from "typescript";
import { findNear } from "../../text/near";
import { axiosMisuses, instanceMisuses } from "./axios-misuses";
import { fetchMisuses } from "./fetch-misuses";
import type { Misuse } from "./misuse";
import { headerName, optionTables, type OptionTable } from "./option-tables";
import { keyRange, membersOf, rangeOf, writtenObject, type Named } from "./written";

/**
 * Finds arguments and options in the wrong place, by the text of the call alone.
 *
 * @param isPlain no code of the program can use the options: there is no interceptor, and nothing out of sight.
 */
export function findMisuses(ts: typeof TS, node: TS.Node, client: string, isPlain: boolean): readonly Misuse[] {
  const table = Object.hasOwn(optionTables, client) ? optionTables[client] : undefined;
  if (!table || !ts.isCallExpression(node) || node.arguments.some((each) => ts.isSpreadElement(each))) return [];
  const options = (given: TS.Expression | undefined): readonly Misuse[] => wrongOptions(ts, given, table, isPlain);
  if (client === "axios") return [...axiosMisuses(ts, node, isPlain, options), ...instanceMisuses(ts, node, options)];
  const [first, second, third] = node.arguments;
  const isExtra = client === "fetch" && third !== undefined && second !== undefined;
  const extra: readonly Misuse[] = isExtra
    ? [{ kind: "extraArgument", callee: node.expression.getText(), range: rangeOf(third) }]
    : [];
  const own = client === "fetch" ? fetchMisuses(ts, node) : [];
  return [...options(second ?? initOf(ts, first)), ...extra, ...own];
}

/** @returns the options of `new Request(…)` in a call, or its first argument if that is an object. */
function initOf(ts: typeof TS, first: TS.Expression | undefined): TS.Expression | undefined {
  if (!first || ts.isObjectLiteralExpression(first)) return first;
  return ts.isNewExpression(first) && first.expression.getText() === "Request" ? first.arguments?.[1] : undefined;
}

function wrongOptions(
  ts: typeof TS,
  given: TS.Expression | undefined,
  table: OptionTable,
  isPlain: boolean,
): readonly Misuse[] {
  const options = writtenObject(ts, given);
  if (!options) return [];
  const members = membersOf(ts, options);
  const names = new Set(members.map(([name]) => name));
  const fields = isPlain ? members.filter(([name]) => headerName.test(name)) : [];
  const wrong = members.flatMap((member) => wrongOption(member, table, names));
  return [
    ...headersAmong(fields),
    ...wrong.filter(({ range }) => !fields.some((field) => keyRange(field[1]).start === range.start)),
  ];
}

/** Reports header fields among the options once. */
function headersAmong(fields: readonly Named[]): readonly Misuse[] {
  const [first] = fields;
  if (!first) return [];
  return [{ kind: "headerAsOption", name: fields.map(([name]) => name).join("`, `"), range: keyRange(first[1]) }];
}

function wrongOption(
  [name, member]: Named,
  { takes, others }: OptionTable,
  given: ReadonlySet<string>,
): readonly Misuse[] {
  if (takes.includes(name)) return [];
  const range = keyRange(member);
  const known = Object.hasOwn(others, name) ? others[name] : undefined;
  if (known !== undefined) return [{ kind: "option", name, instead: known, range }];
  if (name.length <= 4) return [];
  const [near, ...more] = findNear(
    name,
    takes.filter((each) => !given.has(each)),
  );
  return near !== undefined && more.length === 0 ? [{ kind: "option", name, instead: `\`${near}\``, range }] : [];
}
