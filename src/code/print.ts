import type { FunctionCode, Variable } from "./declarations";
import { always, type FileCode, type FunctionId, type GuardId, type ValueId } from "./graph";
import {
  dependsOnMore,
  dependsOnOuter,
  dependsOnThis,
  assignedToMember,
  heldElsewhere,
  underMany,
  parameterBits,
  type Key,
  type ValueNode,
} from "./values";
import { item } from "./item";

/** A file's graph as text for debugging: one line for each value, grouped by function. */

/** @returns the lines of a graph: each function's values in order, then its results; at the end shared variables, classes, imports and exports. */
export function printCode(code: FileCode): string {
  const lines: string[] = [];
  code.functions.forEach((each, id) => {
    printFunction(code, each, id, lines);
  });
  for (const each of code.variables) lines.push(variableLine(code, each));
  for (const each of code.classes) {
    lines.push(`class ${each.name ?? ""} v${each.value}`.trimEnd());
    for (const { kind, key, function: body } of each.members)
      lines.push(`  ${kind} ${keyText(key)}${body === undefined ? "" : ` f${body}`}`);
    for (const { path, value, in: inside, guard } of each.fieldWrites)
      lines.push(`  this.${path.map(keyText).join(".")} = ${valueText(value)} in f${inside}${guardText(code, guard)}`);
  }
  for (const each of code.imports) lines.push(`import ${each.name} of "${each.specifier}"`);
  for (const each of code.exports) lines.push(`export ${JSON.stringify(each)}`);
  return lines.join("\n");
}

function printFunction(code: FileCode, each: FunctionCode, id: FunctionId, lines: string[]): void {
  lines.push(`f${id} ${each.kind}${each.name === undefined ? "" : ` ${each.name}`}`);
  code.values.forEach((value, index) => {
    if (value.in === id) lines.push(`  v${index} = ${describe(code, value)}${dependsText(value.depends)}`);
  });
  if (each.result !== undefined) lines.push(`  result v${each.result}`);
  if (each.throws) lines.push("  throws");
  for (const value of each.yields) lines.push(`  yields v${value}`);
  for (const { what, value } of each.leaves) lines.push(`  leaves ${what} v${value}`);
}

function variableLine(code: FileCode, { name, in: inside, assigned, changed, last }: Variable): string {
  const list = (values: Variable["assigned"]): string =>
    values.map((each) => `v${each.value}${guardText(code, each.guard)}`).join(", ");
  const parts = [`var ${name} f${inside}: ${list(assigned)}`];
  if (last !== undefined) parts.push(`last v${last}`);
  if (changed.length > 0) parts.push(`changed ${list(changed)}`);
  return parts.join("; ");
}

/** @returns a value in one line. */
export function describe(code: FileCode, value: ValueNode): string {
  const describer = describers[value.kind] as (value: ValueNode, code: FileCode) => string;
  return describer(value, code);
}

type Describers = {
  readonly [Kind in ValueNode["kind"]]: (value: Extract<ValueNode, { kind: Kind }>, code: FileCode) => string;
};

const describers: Describers = {
  literal: ({ value, text }) => text ?? (value === undefined ? "undefined" : JSON.stringify(value)),
  pattern: ({ source, flags }) => `/${source}/${flags}`,
  template: ({ parts }) =>
    `template ${parts.map((part) => (typeof part === "number" ? `v${part}` : JSON.stringify(part.text))).join(" ")}`,
  operation: ({ operator, operands }) =>
    operands.length === 1 ? `${operator} v${operands[0]}` : `v${operands[0]} ${operator} v${operands[1]}`,
  object: ({ members }) =>
    `{${members
      .map((each) =>
        each.kind === "spread"
          ? `...v${each.value}`
          : `${each.kind === "value" ? "" : `${each.kind} `}${keyText(each.key)}: v${each.value}`,
      )
      .join(", ")}}`,
  array: ({ elements }) => `[${elements.map(({ value, spread }) => `${spread ? "..." : ""}v${value}`).join(", ")}]`,
  function: ({ function: id }) => `function f${id}`,
  class: ({ class: id }, code) => `class ${code.classes[id]?.name ?? id}`,
  member: ({ object, key, optional }) => `v${object}${optional ? "?" : ""}.${keyText(key)}`,
  call: (value, code) => {
    const { how, callee, receiver, arguments: given, guard, loop } = value;
    const args = given.map((each) => `${each.spread ? "..." : ""}v${each.value}`).join(", ");
    const on = receiver === undefined ? "" : ` on v${receiver}`;
    const round = loop < 0 ? "" : ` in loop ${loop}`;
    return `${how} v${callee}(${args})${on}${guardText(code, guard)}${round}`;
  },
  await: ({ value }) => `await v${value}`,
  element: ({ of, what, index }) => `${what} ${index ?? "*"} of v${of}`,
  parameter: ({ index, rest, name }) => `${rest ? "..." : ""}parameter ${index}${name === undefined ? "" : ` ${name}`}`,
  this: () => "this",
  super: () => "super",
  imported: ({ import: index }, code) =>
    `import ${code.imports[index]?.name ?? "?"} of "${code.imports[index]?.specifier ?? "?"}"`,
  global: ({ name }) => `global ${name}`,
  variable: ({ variable, guard }, code) =>
    `variable ${code.variables[variable]?.name ?? variable}${guardText(code, guard)}`,
  join: ({ sides }, code) =>
    `join ${sides.map(({ value, guard }) => `v${value}${guardText(code, guard)}`).join(" | ")}`,
  loop: ({ initial, next, loop }) => `loop ${loop}: v${initial}, then v${next}`,
  refined: ({ value, condition, holds }) => `v${value} where ${holds ? "" : "not "}v${condition}`,
  write: ({ object, key, value, guard }, code) =>
    `v${object} with ${keyText(key)} = ${valueText(value)}${guardText(code, guard)}`,
  same: ({ object, as, then }) => `v${object}, or v${then} if it was v${as}`,
  after: ({ object, call, argument, path }) =>
    `v${object} after v${call} as ${hadAs(argument)}${path ? `.${path.join(".")}` : ""}`,
  withDefault: ({ value, otherwise }) => `v${value} or by default v${otherwise}`,
  rest: ({ of, without, from }) =>
    `rest of v${of}${from === undefined ? ` without ${without.map(keyText).join(", ")}` : ` from ${from}`}`,
  typed: ({ value, type, how }) => `v${value} ${how} t${type}`,
  named: ({ value, name }) => `v${value} as ${name}`,
  jsx: ({ tag, attributes, children }) =>
    `<${typeof tag === "number" ? `v${tag}` : tag} v${attributes}>${children.map((each) => `v${each}`).join(", ")}`,
  opaque: ({ reason, operands }) => `${reason}${operands.map((each) => ` v${each}`).join("")}`,
};

function hadAs(argument: number): string {
  if (argument === heldElsewhere) return "held elsewhere";
  if (argument === assignedToMember) return "assigned";
  if (argument === underMany) return "under many names";
  return argument < 0 ? "this" : String(argument);
}

function keyText(key: Key): string {
  return typeof key === "number" ? `[v${key}]` : key;
}

function valueText(value: ValueId | undefined): string {
  return value === undefined ? "nothing" : `v${value}`;
}

function guardText({ guards }: FileCode, guard: GuardId): string {
  const conditions: string[] = [];
  for (let id = guard; id !== always;) {
    const { condition, holds, outer } = item(guards, id);
    conditions.unshift(`${holds ? "" : "not "}v${condition}`);
    id = outer;
  }
  return conditions.length === 0 ? "" : ` if ${conditions.join(" and ")}`;
}

function dependsText(depends: number): string {
  if (depends === 0) return "";
  const names: string[] = [];
  for (let index = 0; index < parameterBits; index += 1) if ((depends & (1 << index)) !== 0) names.push(String(index));
  if ((depends & dependsOnMore) !== 0) names.push("more");
  if ((depends & dependsOnThis) !== 0) names.push("this");
  if ((depends & dependsOnOuter) !== 0) names.push("outer");
  return ` (${names.join(" ")})`;
}
