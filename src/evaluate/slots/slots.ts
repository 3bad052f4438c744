import { type Native, opaque, type SlotUse } from "../../clients/native";
import type { ValueId } from "../../code/graph";
import type { ProjectFile } from "../../project/project-file";
import { functionUses } from "../calls/function-uses";
import { ofTypeArgument } from "../calls/type-arguments";
import type { Abstract, Context, Place, Single, Unknown } from "../domain";
import type { Evaluation, Given } from "../evaluation";
import { lazyEntry, nativeValue, objectOf, scalar, unknown } from "../make";
import { asTyped, typedValue } from "../names/declared";
import { instanceByType, isBehaviour } from "../names/stand-ins";
import { nodeAt } from "../places";
import { joinAll, mapOptions, nullishOf, optionsOf } from "../values";
import { fillsOf } from "./fills";

/**
 * A slot is filled by some code and read by other code, such as a context of React. Which value a reader gets is unknown: it is any that fills the slot, or the
 * initial value.
 */
export interface Slot {
  readonly file: ProjectFile;
  /** The call that creates it, and the context of the call. */
  readonly call: ValueId;
  readonly context: Context;
  readonly initial: Abstract;
}

/** The slots of natives that represent them, or their `Provider` and `Consumer`. */
const slotOf = new WeakMap<Native, Slot>();

interface Known {
  readonly natives: Map<string, Native>;
  readonly contents: Map<Slot, Abstract>;
}

const all = new WeakMap<Evaluation, Known>();

function knownTo(evaluation: Evaluation): Known {
  let known = all.get(evaluation);
  if (!known) all.set(evaluation, (known = { natives: new Map(), contents: new Map() }));
  return known;
}

/** @returns whether a native represents a slot. It is no client then. */
export function isSlot(native: Native): boolean {
  return slotOf.has(native);
}

/** @returns the result of a function that creates, reads or fills a slot. */
export function callSlot(evaluation: Evaluation, use: SlotUse, given: Given): Abstract {
  if (use.does === "make") return nativeValue(makeSlot(evaluation, use, given), given.place);
  if (use.does === "fill") return scalar(undefined, given.place);
  if (use.does === "inject") return injected(evaluation, use, given);
  const slot = given.arguments[use.slot] ?? unknown("no argument", given.place);
  const read = mapOptions(slot, (option) => readSlot(evaluation, option, given));
  const select = use.select === undefined ? undefined : given.arguments[use.select];
  return select ? evaluation.call(select, { ...given, arguments: [read], more: false, self: undefined }) : read;
}

/** @returns what an injector has for a token: an instance by its type. */
function injected(evaluation: Evaluation, { token }: Extract<SlotUse, { does: "inject" }>, given: Given): Abstract {
  const { place } = given;
  const value = unknown("what is injected", place);
  const typed = ofTypeArgument(evaluation, given, 0, value.reason);
  if (typed.kind !== "unknown") return typed;
  return mapOptions(given.arguments[token] ?? value, (option) => {
    if (option.kind === "class") return instanceByType(evaluation, option, value);
    const instance = option.kind === "native" ? option.native.injected?.() : undefined;
    if (instance) return nativeValue(instance, place);
    const held = readSlot(evaluation, option, { place });
    return held === option ? withoutToken(evaluation, option, value) : held;
  });
}

/** @returns what is injected for the contents of a token: a value of the type argument of the token's declared type, such as `InjectionKey<Api>`. */
function withoutToken(evaluation: Evaluation, token: Single, value: Unknown): Abstract {
  if (token.kind === "object" && token.outside) return token;
  const where = token.kind === "unknown" ? token.type : undefined;
  const node = where?.file.code.types[where.type];
  const type = node?.kind === "name" ? node.arguments[0] : undefined;
  return where && type !== undefined ? asTyped(evaluation, value, { ...where, type }, value.place) : value;
}

function makeSlot(evaluation: Evaluation, { initial }: Extract<SlotUse, { does: "make" }>, given: Given): Native {
  const { context, call } = given.site;
  const { file } = context;
  const { natives } = knownTo(evaluation);
  const own = evaluation.contexts.project(context, nodeAt(file, call).depends);
  const key = `${own.id}:${call}`;
  const known = natives.get(key);
  if (known) return known;
  const first = initial === undefined ? undefined : given.arguments[initial];
  const slot: Slot = { file, call, context: own, initial: first ?? scalar(undefined, given.place) };
  const native = nativeOfSlot(slot);
  natives.set(key, native);
  return native;
}

function nativeOfSlot(slot: Slot): Native {
  const native: Native = {
    label: "a context",
    get: (name, at) => (/^(?:Consumer|Provider)$/u.test(name) ? opaque(native, at) : undefined),
  };
  slotOf.set(native, slot);
  return native;
}

/** @returns the value of a slot. Any other value is returned as is: a stand-in with the type of a slot represents its value. */
export function readSlot(evaluation: Evaluation, option: Single, { place }: Pick<Given, "place">): Abstract {
  const slot = option.kind === "native" ? slotOf.get(option.native) : undefined;
  return slot ? contentsOf(evaluation, slot, place) : option;
}

/** @returns the argument of a function that is the child of a consumer element: `<Context.Consumer>{(value) => …}</Context.Consumer>`. */
export function consumedBy(
  evaluation: Evaluation,
  { file, function: id, outer }: Context,
  place: Place,
): Abstract | undefined {
  const element = functionUses(file).children.get(id);
  const node = element === undefined ? undefined : nodeAt(file, element);
  if (!outer || node?.kind !== "jsx" || typeof node.tag !== "number") return undefined;
  const slots = optionsOf(evaluation.valueOf(node.tag, outer));
  const isRead = slots.length > 0 && slots.every((each) => each.kind === "native" && isSlot(each.native));
  return isRead
    ? joinAll(
        slots.map((each) => readSlot(evaluation, each, { place })),
        place,
      )
    : undefined;
}

function contentsOf(evaluation: Evaluation, slot: Slot, place: Place): Abstract {
  const { contents } = knownTo(evaluation);
  const known = contents.get(slot);
  if (known) {
    evaluation.noteUse(known);
    return known;
  }
  const begun = unknown("a context that depends on itself", place);
  contents.set(slot, begun);
  try {
    const value = evaluation.partially(begun, () => findContents(evaluation, slot, place));
    contents.set(slot, value);
    return value;
  } catch (error) {
    contents.delete(slot);
    throw error;
  }
}

function findContents(evaluation: Evaluation, slot: Slot, place: Place): Abstract {
  const { values, isWhole } = fillsOf(evaluation, slot);
  const other = unknown("what a provider gives", place);
  const given = isWhole ? values : [...values, other];
  const isFilled = given.length > 0 && given.flatMap(optionsOf).every((each) => nullishOf(each) !== true);
  const initial = initialOf(slot, isWhole ? undefined : other, place);
  // A nullish initial value is dropped if the slot is filled, because code waits for that.
  const whole = isFilled && nullishOf(initial) === true ? joinAll(given, place) : joinAll([initial, ...given], place);
  const node = nodeAt(slot.file, slot.call);
  const type = node.kind === "call" ? node.typeArguments[0] : undefined;
  return type === undefined ? whole : typedValue(evaluation, whole, type, slot.context, place);
}

/** @returns the initial value. If unknown code may fill the slot, its data may differ, and its methods and clients stay. */
function initialOf({ initial }: Slot, other: Abstract | undefined, place: Place): Abstract {
  if (!other) return initial;
  return mapOptions(initial, (option) => {
    if (option.kind !== "object" || option.instanceOf || option.class !== undefined) return option;
    const members = [...option.members].map(
      ([key, member]) =>
        [
          key,
          lazyEntry(
            () => (isBehaviour(member.value) ? member.value : joinAll([member.value, other], place)),
            member.keyPlace,
            member.presence,
          ),
        ] as const,
    );
    return objectOf(new Map(members), option.place, { open: "what a provider gives" });
  });
}
