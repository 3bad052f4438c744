import type { ValueId } from "../../code/graph";
import type { ValueNode } from "../../code/values";
import { anyOther } from "../../clients/effects";
import { interpret } from "./calls";
import { keepContents, elementOf, literal, memberOf, spreadInto } from "./objects";
import {
  addMade,
  addParts,
  copyOf,
  gone,
  isSurelyObject,
  madeOf,
  none,
  noParts,
  otherParts,
  type Parts,
  putInto,
  scalarParts,
  somewhere,
} from "./parts";
import { isObject, keyName, nodeOf, partsOf, type Trial } from "./trial";

/** Transfer functions of all kinds of nodes: the possibilities of a value from those of its operands. */

type Transfer = {
  readonly [Kind in ValueNode["kind"]]: (trial: Trial, node: Extract<ValueNode, { kind: Kind }>, id: ValueId) => Parts;
};

const pass = (trial: Trial, { value }: { readonly value: ValueId }): Parts => partsOf(trial, value);

const transfer: Transfer = {
  literal: scalarParts,
  pattern: otherParts,
  template: scalarParts,
  operation: operate,
  object: (trial, { members }) => literal(trial, members),
  array: (trial, { elements }) => {
    const parts = noParts();
    const made = madeOf(parts, none);
    elements.forEach(({ value, spread }, index) => {
      if (!spread) putInto(made, String(index), value);
      else keepContents(trial, partsOf(trial, value), parts);
    });
    return parts;
  },
  function: (_, { function: id }) => ({ ...noParts(), functions: new Set([id]) }),
  class: otherParts,
  member: (trial, { object, key }) => memberOf(trial, partsOf(trial, object), keyName(trial, key)),
  call: (trial, node, id) => interpret(trial, node, id).result,
  await: pass,
  element: (trial, { of, what, index }) =>
    what === "key"
      ? scalarParts()
      : elementOf(trial, partsOf(trial, of), index === undefined ? undefined : String(index)),
  parameter: (trial, { in: id, index }) => {
    const given = trial.given.get(`${id}:${index}`) ?? noParts();
    if (id !== trial.entry) return trial.given.has(`${id}:${index}`) ? given : otherParts();
    const what = trial.probe.arguments[index];
    if (what === "object") return { ...noParts(), same: new Set([anyOther]) };
    return what === "next" ? { ...noParts(), isNext: true } : otherParts();
  },
  this: otherParts,
  super: otherParts,
  imported: otherParts,
  global: otherParts,
  variable: (trial, { variable: id }) => {
    const variable = trial.code.variables[id];
    if (!variable || !trial.functions.has(variable.in)) return otherParts();
    const parts = noParts();
    for (const { value } of [...variable.assigned, ...variable.changed]) addParts(parts, partsOf(trial, value));
    if (variable.last !== undefined) addParts(parts, partsOf(trial, variable.last));
    return parts;
  },
  join: (trial, { sides }) => union(trial, ...sides.map(({ value }) => value)),
  loop: (trial, { initial, next }) => union(trial, initial, next),
  refined: pass,
  write: (trial, { object, key, value }) => {
    const parts = copyOf(partsOf(trial, object));
    const name = keyName(trial, key);
    for (const made of parts.made.values()) {
      if (name === undefined) made.any = true;
      putInto(made, name ?? somewhere, value ?? gone);
    }
    return parts;
  },
  after: (trial, { object, call, argument, path }) => {
    const node = nodeOf(trial, call);
    const before = partsOf(trial, object);
    if (node?.kind !== "call" || path || before.made.size === 0) return before;
    const { leaves } = interpret(trial, node, call);
    if (leaves === "as it was") return before;
    const parts = copyOf(before);
    for (const made of parts.made.values())
      if (leaves?.argument === argument) addMade(made, leaves.made);
      else made.any = true;
    return parts;
  },
  same: (trial, { object, then }) => union(trial, object, then),
  withDefault: (trial, { value, otherwise }) =>
    isSurelyObject(partsOf(trial, value), (name) => isObject(trial, name))
      ? partsOf(trial, value)
      : union(trial, value, otherwise),
  rest: (trial, { of, without, from }) => {
    const given = partsOf(trial, of);
    const parts = noParts();
    if (from !== undefined) keepContents(trial, given, parts);
    else spreadInto(trial, given, parts);
    for (const made of parts.made.values())
      for (const key of without) {
        const name = keyName(trial, key);
        if (name === undefined) made.any = true;
        else made.keys.set(name, new Set([gone]));
      }
    return parts;
  },
  typed: pass,
  named: pass,
  jsx: otherParts,
  opaque: otherParts,
};

/** @returns the possibilities of a node, from those of its operands so far. */
export function evaluateParts(trial: Trial, node: ValueNode, id: ValueId): Parts {
  return (transfer[node.kind] as (trial: Trial, node: ValueNode, id: ValueId) => Parts)(trial, node, id);
}

function union(trial: Trial, ...ids: readonly ValueId[]): Parts {
  const parts = noParts();
  for (const id of ids) addParts(parts, partsOf(trial, id));
  return parts;
}

function operate(trial: Trial, { operator, operands }: Extract<ValueNode, { kind: "operation" }>): Parts {
  const [left = gone, right = gone] = operands;
  if (operator !== "||" && operator !== "??" && operator !== "&&") return scalarParts();
  if (!isSurelyObject(partsOf(trial, left), (name) => isObject(trial, name))) return union(trial, left, right);
  return partsOf(trial, operator === "&&" ? right : left);
}
