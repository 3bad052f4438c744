import type { NativeCall } from "../../../clients/native";
import type { Range } from "../../../text/range";
import type { Member, ObjectValue, UnknownValue, Value } from "../../../value/value";
import type { Part } from "./parts";
import { optionsOf } from "../known";
import { objectOf, oneOf, overlay, undefinedAt, unknown } from "../objects";
import { layered } from "../options";
import { isSameJson } from "../same-json";

/** A function through which requests go, with the parts that its source may change. */
export interface Hook {
  readonly run: Value;
  readonly parts: ReadonlySet<Part>;
  /** The call that sets it. */
  readonly setBy: NativeCall["node"];
}

/**
 * Runs hooks on the request of one call. Hooks clean bodies, fill path parameters, or add header fields.
 *
 * Time and order of hooks do not affect the result: a part changed by one hook has the old or the new value, and a part
 * changed by several is unknown.
 *
 * @param members the options that a hook gets and returns, each with its part of the request.
 * @param others other options of the call and of the client's defaults, which hooks may read.
 * @param unseen names of options that the client sets.
 * @returns the new values of members that hooks change; the others are kept.
 */
export function runHooks(
  hooks: readonly Hook[],
  members: Readonly<Record<string, readonly [Part, Value | undefined]>>,
  others: readonly (ObjectValue | UnknownValue)[],
  unseen: readonly string[],
  call: NativeCall,
): ReadonlyMap<string, Value> {
  const at = call.range;
  const changed = new Map<string, Value>();
  const own = optionsObject(
    unseen.map((key) => [key, unknown(`option \`${key}\``, at)]),
    at,
  );
  const sent = optionsObject(
    Object.entries(members).map(([key, [, value]]) => [key, value]),
    at,
  );
  for (const { run, parts } of hooks) {
    const concerned = Object.entries(members).filter(([, [part]]) => parts.has(part));
    if (concerned.length === 0) continue;
    const given = overlay([own, ...others, sent], at, (key) => key);
    const after = call.invoke(run, [given]);
    for (const [name, [part, before = undefinedAt(at)]] of concerned) {
      const left = layered([after], name, at) ?? undefinedAt(at);
      if (isSame(before, left)) continue;
      // The hook may not be set yet, or may have been removed.
      const either = oneOf([...optionsOf(before), ...optionsOf(left)], before.range);
      changed.set(name, isKnown(left) && !changed.has(name) ? either : hidden(part, at));
    }
  }
  return changed;
}

function hidden(part: Part, at: Range): Value {
  return unknown(`a hook may change the ${part === "url" ? "URL" : part}`, at);
}

function isKnown(value: Value): boolean {
  return optionsOf(value).every(({ kind }) => kind !== "unknown");
}

function optionsObject(entries: readonly (readonly [string, Value | undefined])[], at: Range): ObjectValue {
  const members = entries.map(([key, value]): Member => ({
    key,
    keyRange: at,
    value: value ?? undefinedAt(at),
    presence: "always",
  }));
  return objectOf(members, at);
}

/** Whether two values have the same alternatives. */
function isSame(left: Value, right: Value): boolean {
  const [some, others] = [optionsOf(left), optionsOf(right)];
  const among = (value: Value, list: readonly Value[]): boolean => list.some((each) => isSameJson(value, each));
  return some.every((each) => among(each, others)) && others.every((each) => among(each, some));
}
