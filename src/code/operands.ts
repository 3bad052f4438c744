import type { ValueId } from "./graph";
import type { Key, ValueNode } from "./values";

type Operands = {
  readonly [Kind in ValueNode["kind"]]: (node: Extract<ValueNode, { kind: Kind }>) => readonly ValueId[];
};

const none = (): readonly ValueId[] => [];

const operands: Operands = {
  literal: none,
  pattern: none,
  parameter: none,
  this: none,
  super: none,
  imported: none,
  global: none,
  variable: none,
  function: none,
  class: none,
  template: ({ parts }) => parts.filter((part): part is ValueId => typeof part === "number"),
  operation: (node) => node.operands,
  opaque: (node) => node.operands,
  object: ({ members }) =>
    members.flatMap((member) =>
      member.kind === "spread" ? [member.value] : [...keyOperand(member.key), member.value],
    ),
  array: ({ elements }) => elements.map(({ value }) => value),
  member: ({ object, key }) => [object, ...keyOperand(key)],
  call: ({ callee, receiver, arguments: given }) => [
    callee,
    ...(receiver === undefined ? [] : [receiver]),
    ...given.map(({ value }) => value),
  ],
  await: ({ value }) => [value],
  element: ({ of }) => [of],
  rest: ({ of, without }) => [of, ...without.flatMap(keyOperand)],
  join: ({ sides }) => sides.map(({ value }) => value),
  loop: ({ initial, next }) => [initial, next],
  refined: ({ value, condition }) => [value, condition],
  write: ({ object, key, value }) => [object, ...keyOperand(key), ...(value === undefined ? [] : [value])],
  after: ({ object, call }) => [object, call],
  same: ({ object, as, then }) => [object, as, then],
  withDefault: ({ value, otherwise }) => [value, otherwise],
  typed: ({ value }) => [value],
  named: ({ value }) => [value],
  jsx: ({ tag, attributes, children }) => [...(typeof tag === "number" ? [tag] : []), attributes, ...children],
};

/** @returns the operands of a node. */
export function operandsOf(node: ValueNode): readonly ValueId[] {
  return (operands[node.kind] as (node: ValueNode) => readonly ValueId[])(node);
}

function keyOperand(key: Key): readonly ValueId[] {
  return typeof key === "number" ? [key] : [];
}
