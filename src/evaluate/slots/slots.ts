import { type Native, opaque, type SlotUse } from "../../clients/native";
import type { ValueId } from "../../code/graph";
import type { ProjectFile } from "../../project/project-file";
import { functionUses } from "../calls/function-uses";
import type { Abstract, Context, Place, Single } from "../domain";
import type { Evaluation, Given } from "../evaluation";
import { lazyEntry, nativeValue, objectOf, scalar, unknown } from "../make";
import { typedValue } from "../names/declared";
import { isBehaviour } from "../names/stand-ins";
import { nodeAt } from "../places";
import { joinAll, mapOptions, nullishOf, optionsOf } from "../values";
import { fillsOf } from "./fills";

/**
 * Slots: what some code fills, and other code reads, such as contexts of React. Nobody knows which of the values a reader gets: it is any of them, or
 * the one that the slot holds where nothing fills it.
 */
export interface Slot {
  readonly file: ProjectFile;
  /** The call that makes it, and where that stands. */
  readonly call: ValueId;
  readonly context: Context;
  readonly initial: Abstract;
}

/** What code has of a slot: itself, or the members by which components are given and read it. */
const slotOf = new WeakMap<Native, Slot>();

interface Known {
  readonly made: Map<string, Native>;
  readonly contents: Map<Slot, Abstract>;
}

const all = new WeakMap<Evaluation, Known>();

function knownTo(evaluation: Evaluation): Known {
  let known = all.get(evaluation);
  if (!known) all.set(evaluation, (known = { made: new Map(), contents: new Map() }));
  return known;
}

/** @returns whether a native is a slot, which is no client. */
export function isSlot(native: Native): boolean {
  return slotOf.has(native);
}

/** @returns what a function gives that makes, reads or fills a slot. */
export function callSlot(evaluation: Evaluation, use: SlotUse, given: Given): Abstract {
  if (use.does === "make") return nativeValue(makeSlot(evaluation, use, given), given.place);
  if (use.does === "fill") return scalar(undefined, given.place);
  const slot = given.arguments[use.slot] ?? unknown("no argument", given.place);
  const read = mapOptions(slot, (option) => readSlot(evaluation, option, given));
  const select = use.select === undefined ? undefined : given.arguments[use.select];
  return select ? evaluation.call(select, { ...given, arguments: [read], more: false, self: undefined }) : read;
}

function makeSlot(evaluation: Evaluation, { initial }: Extract<SlotUse, { does: "make" }>, given: Given): Native {
  const { context, call } = given.site;
  const { file } = context;
  const { made } = knownTo(evaluation);
  const own = evaluation.contexts.project(context, nodeAt(file, call).depends);
  const key = `${own.id}:${call}`;
  const known = made.get(key);
  if (known) return known;
  const slot: Slot = { file, call, context: own, initial: given.arguments[initial] ?? scalar(undefined, given.place) };
  const native = nativeOfSlot(slot);
  made.set(key, native);
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

/** @returns what a slot holds; of what is no slot, itself: a value of the type of one stands for what it holds. */
export function readSlot(evaluation: Evaluation, option: Single, { place }: Pick<Given, "place">): Abstract {
  const slot = option.kind === "native" ? slotOf.get(option.native) : undefined;
  return slot ? contentsOf(evaluation, slot, place) : option;
}

/** @returns what an element gives its child, if that reads a slot: `<Context.Consumer>{(value) => …}</Context.Consumer>`. */
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
  // Code waits for what fills it, where it begins with nothing.
  const whole = isFilled && nullishOf(initial) === true ? joinAll(given, place) : joinAll([initial, ...given], place);
  const node = nodeAt(slot.file, slot.call);
  const type = node.kind === "call" ? node.typeArguments[0] : undefined;
  return type === undefined ? whole : typedValue(evaluation, whole, type, slot.context, place);
}

/** Of the value that nothing fills, what it does is told; its data may be another one where code that is not seen may fill it. */
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
