import type { Abstract, Builtin, BuiltinCall, Content } from "../domain/domain";
import { computedText } from "../domain/texts";
import { join, optionsOf, primitiveOf, unknown } from "../domain/values";
import { optionally } from "../flow/branches";
import type { Machine } from "../machine";
import { emptyContent, setField } from "../store/content";
import { copyInto } from "../store/copies";
import { elementsOf } from "../store/elements";
import { escape } from "../store/escape";
import { contentOf, newArray, newObject, update } from "../store/heap";
import { argument, giveUp, namespace, placeOf, pure } from "./define";

export function objectNamespace(machine: Machine): Builtin {
  return namespace("Object", {
    assign: (call) => assign(machine, call),
    freeze: (call) => argument(machine, call, 0),
    seal: (call) => argument(machine, call, 0),
    keys: (call) => list(machine, call, "keys"),
    values: (call) => list(machine, call, "values"),
    entries: (call) => list(machine, call, "entries"),
    fromEntries: (call) => fromEntries(machine, call),
    create: (call) => {
      const prototype = argument(machine, call, 0);
      const isNull = prototype.kind === "scalar" && prototype.value === null;
      if (isNull && call.args.values.length === 1)
        return newObject(machine, placeOf(machine, call), { type: "object", made: call.node });
      return giveUp(machine, call, "Object.create");
    },
    is: pure(machine, "Object.is", "boolean"),
    hasOwn: pure(machine, "Object.hasOwn", "boolean"),
  });
}

/** What is assigned to a member with a getter does not take its place. */
function keepGetters(before: Content, after: Content): Content {
  let kept = after;
  for (const [key, field] of before.fields) {
    const now = after.fields.get(key);
    if (field.getter) kept = setField(kept, key, field);
    else if (field.maybeGetter && now)
      kept = setField(kept, key, {
        ...now,
        maybeGetter: true,
        value: join(now.value, unknown("may be a getter", field.keyPlace)),
      });
  }
  return kept;
}

function assign(machine: Machine, call: BuiltinCall): Abstract {
  const target = argument(machine, call, 0);
  const sources = call.args.values.slice(1);
  const options = optionsOf(target);
  for (const option of options) {
    const change = (): void => {
      if (option.kind === "reference" && option.cell.class === undefined) {
        update(machine, option.cell, (content) => {
          const copied = sources.reduce<Content>((into, source) => copyInto(machine, into, source, true), content);
          return keepGetters(
            content,
            call.args.more
              ? copyInto(machine, copied, unknown("more arguments", placeOf(machine, call)), true)
              : copied,
          );
        });
        if (contentOf(machine, option.cell).escaped) for (const source of sources) escape(machine, source);
      } else if (option.kind !== "scalar") {
        if (option.kind === "native") for (const source of sources) assignNative(machine, call, option, source);
        else escape(machine, option);
        for (const source of sources) escape(machine, source);
      }
    };
    if (options.length === 1) change();
    else optionally(machine, change);
  }
  return target;
}

function assignNative(
  machine: Machine,
  call: BuiltinCall,
  target: Extract<Abstract, { kind: "native" }>,
  source: Abstract,
): void {
  if (source.kind !== "reference") return;
  for (const [key, field] of contentOf(machine, source.cell).fields) {
    machine.steps.set(machine, call.frame, target, key, field.value, call.node);
  }
}

function list(machine: Machine, call: BuiltinCall, what: "keys" | "values" | "entries"): Abstract {
  const place = placeOf(machine, call);
  const target = argument(machine, call, 0);
  if (
    target.kind !== "reference" ||
    target.cell.type === "array" ||
    target.cell.class !== undefined ||
    target.cell.constructedBy
  )
    return unlisted(machine, call, target);
  const content = contentOf(machine, target.cell);
  const fields = [...content.fields];
  // Keys that look like numbers come first, whatever the order of writing.
  if (content.open || fields.some(([key, field]) => field.getter || field.unordered || /^\d+$/u.test(key)))
    return unlisted(machine, call, target);
  const items = fields.map(([key, field]) => {
    const name = computedText(key, { ...field.keyPlace, foreign: true });
    const value =
      what === "keys"
        ? name
        : what === "values"
          ? field.value
          : newArray(machine, place, call.node, [name, field.value]);
    return { value, presence: field.presence };
  });
  return newObject(machine, place, {
    type: "array",
    made: call.node,
    content: { items, sources: what === "values" ? [target] : [] },
  });
}

function unlisted(machine: Machine, call: BuiltinCall, target: Abstract): Abstract {
  const place = placeOf(machine, call);
  for (const option of optionsOf(target)) {
    if (option.kind === "reference")
      for (const field of contentOf(machine, option.cell).fields.values()) escape(machine, field.value);
  }
  const origin = target.kind === "unknown" && target.origin ? { origin: { ...target.origin, trail: [] } } : {};
  return unknown("the members of an object that is not fully known", place, { is: "array", ...origin });
}

function fromEntries(machine: Machine, call: BuiltinCall): Abstract {
  const place = placeOf(machine, call);
  const entries = argument(machine, call, 0);
  const items = elementsOf(machine, entries);
  let content: Content = emptyContent;
  for (const item of items ?? []) {
    const pair = elementsOf(machine, item.value);
    const key = pair?.[0] && primitiveOf(pair[0].value);
    const value = pair?.[1]?.value;
    if (!key || !value || pair.length !== 2) {
      escape(machine, entries);
      return unknown("an object made of unknown entries", place, { is: "object" });
    }
    const name = String(key.value);
    const keyPlace = pair[0]?.value.place ?? place;
    const before = content.fields.get(name);
    if (item.presence === "maybe" && before)
      return unknown("an object made of unknown entries", place, { is: "object" });
    content = setField(content, name, { value, presence: item.presence, keyPlace });
  }
  if (!items) {
    escape(machine, entries);
    return newObject(machine, place, { type: "object", made: call.node, content: { open: true } });
  }
  return newObject(machine, place, { type: "object", made: call.node, content });
}
