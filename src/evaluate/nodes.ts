import type { ValueId } from "../code/graph";
import type { ValueNode, WithDefault } from "../code/values";
import { concat, emptyList, globalBuiltin, regularExpression, someElement, textForm, withAll } from "./builtins/index";
import { fixedField } from "./names/fixed-fields";
import { evaluateAfter } from "./objects/after";
import { evaluateWrite } from "./objects/changes";
import { evaluateSame } from "./objects/same";
import { begunInMember } from "./calls/begun-requests";
import { evaluateCall } from "./calls/call-nodes";
import { askedEarlier } from "./conditions/asked-earlier";
import { evaluateJoin } from "./conditions/conditions";
import { evaluateLoop } from "./conditions/loops";
import { evaluateRefined } from "./conditions/refinements";
import { isMadeElsewhere, nodeAt, placeOf, readAt, standingAt } from "./places";
import type { Abstract, Context, Element, Single } from "./domain";
import type { Evaluation } from "./evaluation";
import { globalClient } from "./names/replaced-globals";
import { evaluateImport } from "./names/imports";
import { arrayOf, knownPart, lazyElement, scalar, textFrom, unknown } from "./make";
import { evaluateObject } from "./objects/object-literals";
import { addedValue } from "./conditions/added";
import { evaluateOperation } from "./conditions/operations";
import { classValue } from "./objects/classes";
import { keyOf } from "./objects/keys";
import { superMember } from "./objects/methods";
import { methodBefore } from "./calls/version-methods";
import { dottedName } from "./names/dotted-names";
import { evaluateParameter, evaluateThis } from "./names/inputs";
import { evaluateRest, evaluateElement } from "./objects/patterns";
import { frameworkMember } from "./names/framework-members";
import { knownNative } from "./names/known-natives";
import { typedValue } from "./names/declared";
import { awaited } from "./calls/waiting";
import { isUndefined, joinAll, mapOptions, missing, named, nullishOf, optionsOf, present } from "./values";
import { evaluateVariable } from "./names/variables";

/** The evaluation of each kind of node. */

type Evaluate<N extends ValueNode> = (evaluation: Evaluation, node: N, context: Context, id: ValueId) => Abstract;
type Table = { readonly [Kind in ValueNode["kind"]]: Evaluate<Extract<ValueNode, { kind: Kind }>> };

const table: Table = {
  literal: (_, { value, text, offsets, ...node }, context) => {
    const place = placeOf(node, context);
    if (typeof value !== "string") return scalar(value, place, text);
    // A bigint literal: `value` is its digits, `text` its source.
    if (text !== undefined) return scalar(bigIntOf(text), place, text);
    const inside = { ...place, start: place.start + 1, end: Math.max(place.start + 1, place.end - 1) };
    return textFrom(value === "" ? [] : [knownPart(value, inside, offsets)], place);
  },
  pattern: (_, node, context) => regularExpression(node.source, node.flags, placeOf(node, context)),
  template: (evaluation, node, context) => {
    const place = placeOf(node, context);
    const values = node.parts.map((part, index): Abstract => {
      if (typeof part === "number") {
        const whole = evaluation.valueOf(part, context);
        const value = node.operands?.includes(index) ? addedValue(evaluation, whole, place) : whole;
        const at = placeOf(node.spots?.[index] ?? nodeAt(context.file, part), context);
        return mapOptions(value, (option) =>
          textForm(
            option,
            isMadeElsewhere(option, context, context.function) ? option.place : at,
            evaluation.forBuiltins,
          ),
        );
      }
      const at = placeOf(part, context);
      return textFrom([knownPart(part.text, at, part.offsets)], at);
    });
    return concat(values, place);
  },
  operation: evaluateOperation,
  object: evaluateObject,
  array: evaluateArray,
  function: (_, node, context) => ({
    kind: "function",
    place: placeOf(node, context),
    file: context.file,
    function: node.function,
    context,
  }),
  class: (_, node, context) => ({
    kind: "class",
    place: placeOf(node, context),
    file: context.file,
    class: node.class,
    context,
  }),
  member: (evaluation, node, context, id) => {
    const settled = fixedField(evaluation, node, context) ?? methodBefore(evaluation, node, id, context);
    if (settled) return settled;
    const place = placeOf(node, context);
    const owner = evaluation.valueOf(node.object, context);
    const something = somethingOf(owner);
    // On nullish objects, an optional chain ends with `undefined`. Without `?.` the code would throw, so the other options go on.
    if (node.optional && something === undefined) return scalar(undefined, place);
    const object = something ?? owner;
    const endsHere = node.optional && object !== owner;
    const key = keyOf(evaluation, node.key, context);
    if (key !== undefined) {
      const held = memberOfSuper(evaluation, node, key, context) ?? evaluation.member(object, key, place);
      const own = readAt(begunInMember(evaluation, held, node, context), place);
      const asked = askedEarlier(evaluation, node, own, context);
      const value = frameworkMember(evaluation, asked, key, place) ?? asked;
      const known = knownNative(evaluation, value, () => dottedName(context.file, node)) ?? value;
      const whole = node.optional && nullishOf(object) === undefined ? missing(known) : known;
      return endsHere ? joinAll([whole, scalar(undefined, place)], place) : whole;
    }
    return mapOptions(object, (option) => {
      const known = option.kind === "array" || option.kind === "object";
      const held = option.kind === "array" ? someElement(option, place) : undefined;
      const all = option.kind === "object" ? [...option.members.values()].map(({ value }) => value) : [held];
      const values = all.filter((each) => each !== undefined);
      // An unknown key of a small table gives one of its values. A table without further members gives nothing for other keys.
      const other = unknown("a member whose name is not known", place, isTable(option) ? { nullish: true } : {});
      return known && values.length > 0 && values.length <= mostOfTable
        ? joinAll([...values, other], place)
        : unknown("a member whose name is not known", place);
    });
  },
  call: evaluateCall,
  await: (evaluation, { value }, context) => awaited(evaluation, evaluation.valueOf(value, context)),
  element: evaluateElement,
  parameter: evaluateParameter,
  this: evaluateThis,
  super: (_, node, context) => unknown("`super`", placeOf(node, context)),
  imported: evaluateImport,
  global: (evaluation, { name, ...node }, context) => {
    const place = placeOf(node, context);
    const client = globalClient(evaluation, name, place);
    if (client) return client;
    const native = evaluation.surroundings.library.named(name);
    if (native) return { kind: "native", place, native };
    return globalBuiltin(name, place) ?? named(unknown(`\`${name}\``, place), name);
  },
  variable: evaluateVariable,
  join: evaluateJoin,
  loop: evaluateLoop,
  refined: evaluateRefined,
  write: evaluateWrite,
  after: evaluateAfter,
  same: evaluateSame,
  withDefault: evaluateDefault,
  rest: evaluateRest,
  typed: (evaluation, node, context) => {
    const value = evaluation.valueOf(node.value, context);
    return node.how === "present"
      ? present(value)
      : typedValue(evaluation, value, node.type, context, placeOf(node, context));
  },
  named: (evaluation, node, context) => {
    const value = evaluation.valueOf(node.value, context);
    return knownNative(evaluation, value, () => node.name) ?? named(value, node.name);
  },
  jsx: (_, node, context) => unknown("an element", placeOf(node, context), { nullish: false, truth: true }),
  opaque: (_, node, context) => unknown(node.reason, placeOf(node, context)),
};

function evaluateDefault(evaluation: Evaluation, node: WithDefault, context: Context): Abstract {
  const value = evaluation.valueOf(node.value, context);
  const place = placeOf(node, context);
  return mapOptions(value, (option) => {
    if (isUndefined(option)) return evaluation.valueOf(node.otherwise, context);
    if (option.kind !== "unknown" || option.nullish === false || option.truth === true) return option;
    const given = { ...option, missing: undefined };
    return joinAll([given, evaluation.valueOf(node.otherwise, context)], place);
  });
}

/** @returns the options that are not null or undefined. Reading a member of those throws, so code behind the read runs for the other options only. */
function somethingOf(value: Abstract): Abstract | undefined {
  const options = optionsOf(value);
  const something = options.filter((option) => nullishOf(option) !== true);
  if (something.length === 0) return undefined;
  return something.length === options.length ? value : joinAll(something, value.place);
}

/** @returns whether all members of an object are known. */
function isTable(option: Single): boolean {
  if (option.kind !== "object" || option.open !== undefined || option.spreads.length > 0) return false;
  return !option.instanceOf && !option.class && !option.base && !option.outside;
}

/** @returns `super.key`; undefined if the object is not `super`, or the class around it is unknown. */
function memberOfSuper(
  evaluation: Evaluation,
  node: Extract<ValueNode, { kind: "member" }>,
  key: string,
  context: Context,
): Abstract | undefined {
  let object = nodeAt(context.file, node.object);
  while (object.kind === "after") object = nodeAt(context.file, object.object);
  if (object.kind !== "super") return undefined;
  let around: Context | undefined = context;
  while (around && around.file.code.functions[around.function]?.class === undefined) around = around.outer;
  const owner = around?.file.code.functions[around.function]?.class;
  if (!around || owner === undefined) return undefined;
  const made = classValue(evaluation, { file: around.file, class: owner }, around.outer);
  const self = around.self ?? evaluation.typicalInstance(made, around.outer);
  return superMember(evaluation, made, self, key, placeOf(node, context));
}

/** Most members of an object for a read by an unknown key. Beyond, the result is unknown. */
const mostOfTable = 6;

/** @returns the value of a node in a context of its function. */
export function evaluateNode(evaluation: Evaluation, node: ValueNode, id: ValueId, context: Context): Abstract {
  return (table[node.kind] as Evaluate<ValueNode>)(evaluation, node, context, id);
}

function evaluateArray(
  evaluation: Evaluation,
  { elements, ...node }: Extract<ValueNode, { kind: "array" }>,
  context: Context,
): Abstract {
  const place = placeOf(node, context);
  let list: Element[] = [];
  let { open, sources } = emptyList;
  for (const { value, spread, at } of elements) {
    const read = (): Abstract => standingAt(evaluation.valueOf(value, context), at, context);
    if (!spread) {
      list.push(lazyElement(read));
      continue;
    }
    const draft = withAll({ elements: list, open, sources }, read(), place);
    list = [...draft.elements];
    ({ open, sources } = draft);
  }
  return arrayOf(list, place, { open, sources });
}

function bigIntOf(written: string): bigint | undefined {
  try {
    return BigInt(written.replace(/_|n$/gu, ""));
  } catch {
    return undefined;
  }
}
