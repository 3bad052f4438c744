import type { FunctionId } from "../../code/graph";
import type { After, Call } from "../../code/values";
import type { ProjectFile } from "../../project/project-file";
import { onlyReads } from "../calls/readers";
import { canBeChanged, withAssigned, withOtherMembers } from "../changed-unknown";
import type { Abstract, Context, Place, Single, Unknown } from "../domain";
import type { Evaluation } from "../evaluation";
import { entry, unknown } from "../make";
import { joinAll, mapOptions, optionsOf, primitiveOf } from "../values";

/** Effect of a call on an unknown argument: nothing, anything, or assignments to some members. */
type Effect = "anything" | ReadonlyMap<string, Abstract>;

const nothing: Effect = new Map();

/**
 * Applies the effect of a call to an unknown argument. The effect of a function is computed once for any argument and not for each call, because unknown values
 * are passed everywhere.
 * @returns `undefined` for built-ins, and natives that change their first argument: they compute it themselves.
 */
export function afterUnknown(
  evaluation: Evaluation,
  {
    node,
    call,
    context,
    place,
  }: { readonly node: After; readonly call: Call; readonly context: Context; readonly place: Place },
  before: Abstract,
): Abstract | undefined {
  if (node.argument === -1 || onlyReads(evaluation, context, node.call, call)) return before;
  const effects = optionsOf(evaluation.valueOf(call.callee, context)).map((each) =>
    effectOf(evaluation, each, node, place),
  );
  if (effects.includes(undefined)) return undefined;
  const found = effects.filter((each): each is Effect => each !== undefined && each !== nothing);
  if (found.length === 0) return before;
  const isSure = found.length === effects.length;
  const versions = found.map((effect) => mapOptions(before, (option) => changedOption(option, effect, place)));
  return joinAll(isSure ? versions : [before, ...versions], before.place);
}

/** @returns a value with its unknown parts after code that may change anything. */
export function afterAnything(before: Abstract, place: Place): Abstract {
  return mapOptions(before, (option) => changedOption(option, "anything", place));
}

function changedOption(option: Single, effect: Effect, place: Place): Abstract {
  if (option.kind === "unknown") return changed(option, effect, place);
  if (option.kind !== "object" || !option.outside) return option;
  const { inside, value } = option.outside;
  return { ...option, outside: { inside, value: changed(value, effect, place) } };
}

function changed(value: Unknown, effect: Effect, place: Place): Unknown {
  if (!canBeChanged(value)) return value;
  if (effect === "anything" || value.is === "array") return withOtherMembers(value, place);
  return [...effect].reduce((whole, [key, made]) => withAssigned(whole, key, entry(made, place)), value);
}

function effectOf(evaluation: Evaluation, callee: Single, node: After, place: Place): Effect | undefined {
  switch (callee.kind) {
    case "builtin":
      return undefined;
    case "native":
      return callee.native.changesFirst ? undefined : nothing;
    case "function":
      return effectOfFunction(evaluation, callee, { node, place, index: node.argument + (callee.bound?.length ?? 0) });
    case "class": {
      const id = callee.file.code.classes[callee.class]?.constructorFunction;
      return id === undefined
        ? nothing
        : effectOfFunction(evaluation, { file: callee.file, function: id }, { node, place, index: node.argument });
    }
    case "scalar":
    case "text":
      return nothing;
    default:
      return "anything";
  }
}

/** Computes the effect from the state in which the function leaves its parameter without a known caller. */
function effectOfFunction(
  evaluation: Evaluation,
  { file, function: id }: { readonly file: ProjectFile; readonly function: FunctionId },
  { node: { path = [] }, place, index }: { readonly node: After; readonly place: Place; readonly index: number },
): Effect {
  const leaves = file.code.functions[id]?.leaves.find(({ what }) => what === index);
  if (!leaves) return nothing;
  const left = evaluation.valueOf(leaves.value, evaluation.contexts.symbolic(file, id));
  const own = optionsOf(left).map(effectIn);
  if (own.includes("anything")) return "anything";
  // The effect concerns the argument. The object is inside of it, so it may have been changed there.
  if (path.length > 0) return own.some((each) => each !== nothing) ? "anything" : nothing;
  const assigned = new Map<string, Abstract>();
  for (const effect of own)
    if (effect !== "anything")
      for (const [key, value] of effect)
        assigned.set(key, own.length === 1 ? knownOutside(value, place) : other(place));
  return assigned.size === 0 ? nothing : assigned;
}

function effectIn(left: Single): Effect {
  const { changed: found } =
    left.kind === "object" && left.outside
      ? left.outside.value
      : left.kind === "unknown"
        ? left
        : { changed: undefined };
  if (left.kind === "object" && !left.outside) return "anything";
  if (!found) return nothing;
  return found.version === 0 ? new Map([...found.members].map(([key, { value }]) => [key, value])) : "anything";
}

/** @returns an assigned value if it is independent of the function's arguments, otherwise unknown. */
function knownOutside(value: Abstract, place: Place): Abstract {
  return primitiveOf(value) ? value : other(place);
}

function other(place: Place): Abstract {
  return unknown("what a function assigns", place);
}
