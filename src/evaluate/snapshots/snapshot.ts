import type TS from "typescript";
import { stringified } from "../../clients/native";
import type { Element as LocatedElement, Located, Member, StringPart, Value } from "../../value/value";
import type { Abstract, FunctionValue, ObjectValue, Part, Single } from "../domain";
import type { Evaluation } from "../evaluation";
import type { Positions } from "../positions";
import { computedNames, isHidden, shownBase, writesOwnJson } from "./instances";
import { mayBeMissing } from "../values";

/**
 * Located values of abstract values, as clients and rules see them. Their ranges are those of `Positions`, which distinguishes all files. Consumers map them
 * back to their own file.
 */

const snapshots = new WeakMap<Abstract, Value>();
const sources = new WeakMap<Value, Abstract>();

/** Depth of nested objects. Deeper values are not literals. */
const mostLevels = 40;
/** Limit of the values in one snapshot: an object that is reachable on several paths counts several times. */
const mostValues = 20_000;

/** @returns the abstract value from which a snapshot was taken. */
export function sourceOf(value: Value): Abstract | undefined {
  return sources.get(value);
}

export function toValue(evaluation: Evaluation, value: Abstract): Value {
  return new Snapshot(evaluation).of(value, 0);
}

const opaques = new Set<Abstract["kind"]>(["alternatives", "array", "object", "function", "class"]);

/** @returns an opaque value for an argument that a client only passes on. Nothing is evaluated for it. */
export function toPassed(evaluation: Evaluation, value: Abstract): Value {
  if (!opaques.has(value.kind)) return toValue(evaluation, value);
  const passed: Value = {
    kind: "opaque",
    label: "a value that is passed on",
    handle: {},
    range: evaluation.positions.rangeOf(value.place),
  };
  sources.set(passed, value);
  return passed;
}

class Snapshot {
  #left = mostValues;
  readonly #around = new Set<Abstract>();

  constructor(readonly evaluation: Evaluation) {}

  get positions(): Positions {
    return this.evaluation.positions;
  }

  of(value: Abstract, level: number): Value {
    const known = snapshots.get(value);
    if (known) return known;
    this.#left -= 1;
    const range = this.positions.rangeOf(value.place);
    if (this.#left < 0 || level > mostLevels)
      return { kind: "unknown", reason: "part of a value that is too large", range };
    if (value.kind === "object" && value.outside) return this.of(value.outside.value, level);
    if (this.#around.has(value)) return { kind: "unknown", reason: "an object that contains itself", range };
    this.#around.add(value);
    const snapshot = this.#make(value, level);
    this.#around.delete(value);
    snapshots.set(value, snapshot);
    sources.set(snapshot, value);
    return snapshot;
  }

  #make(value: Abstract, level: number): Value {
    const range = this.positions.rangeOf(value.place);
    if (value.kind === "never") return { kind: "unknown", reason: "never reached", range };
    const base: Located = { range, ...(value.origin && { origin: value.origin }) };
    if (value.kind === "alternatives")
      return { kind: "alternatives", options: value.options.map((option) => this.of(option, level + 1)), ...base };
    return this.#single(value, base, level);
  }

  #single(value: Single, base: Located, level: number): Value {
    switch (value.kind) {
      case "scalar":
        return scalarValue(value.value, value.text, base);
      case "text":
        if (value.json) return { ...stringified(this.of(value.json, level + 1), base.range), ...base };
        return { kind: "string", parts: value.parts.map((part) => this.#part(part, level)), ...base };
      case "object":
        return this.#object(value, base, level);
      case "array":
        if (isHidden(value.class)) return hiddenValue(value.class, base);
        return {
          kind: "array",
          elements: value.elements.map((element): LocatedElement => ({
            value: this.of(element.value, level + 1),
            presence: element.presence,
          })),
          open: value.open !== undefined,
          sources: value.sources.map((each) => this.of(each, level + 1)),
          ...base,
        };
      case "native":
        return { kind: "opaque", label: value.native.label, handle: value.native, ...base };
      case "unknown":
        return {
          kind: "unknown",
          reason: value.reason,
          ...(value.is && { is: value.is }),
          ...base,
          origin: { trail: [], ...value.origin, identity: value.identity },
        };
      case "function":
        return { kind: "opaque", label: labelOf(value), handle: new FunctionHandle(value), ...base };
      default:
        return ofOther(value, base);
    }
  }

  #object(value: ObjectValue, base: Located, level: number): Value {
    const { evaluation } = this;
    const { instanceOf } = value;
    if (isHidden(value.class)) return hiddenValue(value.class, base);
    if (writesOwnJson(evaluation, value))
      return { kind: "unknown", reason: "an object with a `toJSON`", is: "object", ...base };
    const inherited = shownBase(evaluation, value);
    if (inherited) return this.of(inherited, level + 1);
    // In JSON, an instance of an unknown class may be a list, a date or a text.
    if (instanceOf && value.base)
      return { kind: "unknown", reason: "an instance of a class that extends one that is not known", ...base };
    const byClass = instanceOf ? computedNames(evaluation, value) : [];
    return {
      kind: "object",
      members: this.#members(value, level),
      open: value.open !== undefined,
      spreads: value.spreads.map((each) => this.of(each, level + 1)),
      ...(value.class !== undefined && { class: value.class }),
      ...(instanceOf && { class: instanceOf.file.code.classes[instanceOf.class]?.name ?? "anonymous" }),
      ...(instanceOf && value.open === undefined && { jsonMembers: true as const }),
      ...(byClass.length > 0 && { byClass }),
      ...base,
    };
  }

  #members(value: Extract<Single, { kind: "object" }>, level: number): readonly Member[] {
    const members = [...value.members].filter(([key]) => !(key.startsWith("#") && value.instanceOf));
    return members.map(([key, member]) => ({
      key,
      keyRange: this.positions.rangeOf(member.keyPlace),
      value: this.of(member.value, level + 1),
      presence: mayBeMissing(member.value) ? "maybe" : member.presence,
    }));
  }

  #part(part: Part, level: number): StringPart {
    if (part.kind === "hole")
      return { kind: "hole", value: this.of(part.value, level + 1), ...(part.encoded && { encoded: true as const }) };
    const range = this.positions.rangeOf(part.place);
    const shift = range.start - part.place.start;
    return {
      kind: "text",
      text: part.text,
      range,
      ...(part.offsets && { offsets: part.offsets.map((offset) => offset + shift) }),
    };
  }
}

function ofOther(value: Extract<Single, { kind: "class" | "builtin" | "module" }>, base: Located): Value {
  const label = labelOf(value);
  // The members of platform prototypes are unknown.
  if (value.kind === "builtin" && label.endsWith(".prototype")) return { kind: "unknown", reason: label, ...base };
  return { kind: "opaque", label, handle: value, ...base };
}

function hiddenValue(name = "", base: Located): Value {
  const origin = { trail: [`new ${name}()`], ...base.origin };
  return { kind: "unknown", reason: `a ${name}`, is: "object", ...base, origin };
}

/** The handle by which clients get the source of a function. */
class FunctionHandle {
  constructor(private readonly value: FunctionValue) {}

  get node(): TS.Node | undefined {
    return this.value.file.functionNode(this.value.function);
  }
}

function labelOf(value: Extract<Single, { kind: "function" | "class" | "builtin" | "module" }>): string {
  if (value.kind === "function") return `function ${value.file.code.functions[value.function]?.name ?? ""}`.trim();
  if (value.kind === "class") return `class ${value.file.code.classes[value.class]?.name ?? ""}`.trim();
  return value.kind === "builtin" ? value.builtin.label : "a module";
}

function scalarValue(
  value: number | bigint | boolean | null | undefined,
  text: string | undefined,
  base: Located,
): Value {
  if (value === null) return { kind: "null", ...base };
  if (value === undefined) return { kind: "undefined", ...base };
  if (typeof value === "boolean") return { kind: "boolean", value, ...base };
  return { kind: "number", value, text: text ?? String(value), ...base };
}
