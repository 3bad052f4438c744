import { fieldOf, scalar, textFrom, unknown } from "../domain/constructors";
import type { Abstract, Builtin, Call, Cell, Field, Scalar, Unknown } from "../domain/domain";
import { isNamespace } from "../domain/functions";
import { bounds } from "../domain/limits";
import { computedText } from "../domain/texts/texts";
import { isUndefined, mapOptions, primitiveOf } from "../domain/values";
import { repeatBody } from "../flow/fixpoint";
import type { Program } from "../program";
import { contentOf, newObject } from "../store/heap";
import { isPrivateKey } from "../../syntax/private-names";
import { argument, namespace, placeOf } from "./define";

export function jsonNamespace(program: Program): Builtin {
  return namespace("JSON", {
    stringify: (call) => stringify(program, call),
    parse: (call) => parse(program, call),
  });
}

/** The text carries the value that was written, as it was at that moment. */
function stringify(program: Program, call: Call): Abstract {
  const place = placeOf(program, call);
  const replacer = argument(program, call, 1);
  const plain = isUndefined(replacer) || (replacer.kind === "scalar" && replacer.value === null);
  const form = program.steps.implicit.jsonForm(program, call.frame, argument(program, call, 0), call.node);
  if (!plain || call.args.more) {
    callForEach(program, call, replacer);
    // For a replacer may answer that there is no text at all.
    return unknown("JSON text made with a replacer", place);
  }
  return mapOptions(form, (value) => {
    if (value.promise) return unknown("JSON text of a promise", place, { is: "string" });
    if (isUndefined(value)) return value;
    // An object like `Object.prototype` is known by its functions alone.
    if (value.kind === "callable")
      return isNamespace(value.target) ? unknown("JSON text of a built-in object", place) : scalar(undefined, place);
    const known = primitiveOf(value);
    if (known && typeof known.value !== "bigint") return computedText(JSON.stringify(known.value), place);
    return textFrom([], place, program.steps.toSnapshot(program, value, call.frame.activation));
  });
}

/** A replacer or reviver is called for each member. Its arguments are not followed. */
function callForEach(program: Program, call: Call, callback: Abstract): void {
  if (isUndefined(callback) || callback.kind === "reference") return;
  const place = placeOf(program, call);
  repeatBody(program, call.frame, call.node, () => {
    const args = [unknown("a key", place, { is: "string" }), unknown("a member", place)];
    program.steps.invoke(program, call.frame, callback, args, call.node);
  });
}

function parse(program: Program, call: Call): Abstract {
  const place = placeOf(program, call);
  const reviver = argument(program, call, 1);
  callForEach(program, call, reviver);
  return mapOptions(argument(program, call, 0), (value) => {
    if (value.kind === "text" && value.json && isUndefined(reviver))
      return copy(
        program,
        program.steps.fromSnapshot(program, value.json, place),
        { call, json: true, left: bounds.copiedValues },
        0,
      );
    return unknown("parsed JSON", place, { origin: { trail: ["JSON.parse()"] } });
  });
}

/** `structuredClone`. */
export function clone(program: Program, call: Call, value: Abstract): Abstract {
  return copy(program, value, { call, json: false, left: bounds.copiedValues }, 0);
}

/** Copies a value as libraries do: functions, clients and instances of classes are in the copy as they are. */
export function cloneData(program: Program, call: Call, value: Abstract): Abstract {
  return copy(program, value, { call, json: false, keepsFunctions: true, left: bounds.copiedValues }, 0);
}

interface Copying {
  readonly call: Call;
  /** By way of JSON text, which leaves some values out. */
  readonly json: boolean;
  readonly keepsFunctions?: boolean;
  /** How many more values are copied. */
  left: number;
}

/** @returns a deep copy. Members of its unknown parts are those of the original until something changes either. */
function copy(program: Program, value: Abstract, copying: Copying, depth: number): Abstract {
  const place = placeOf(program, copying.call);
  copying.left -= 1;
  if (copying.left < 0) return unknown("a copy", place);
  return mapOptions(value, (option) => {
    if (option.kind === "text") return option;
    if (option.kind === "scalar") return copying.json && !isJson(option) ? scalar(null, place) : option;
    if (option.kind === "unknown") return copyOfUnknown(program, option, copying);
    if (isKeptWhole(option)) return copying.keepsFunctions ? option : unknown("a copy", place);
    return option.kind === "reference" && depth <= bounds.copyDepth
      ? copyObject(program, option.cell, copying, depth)
      : unknown("a copy", place);
  });
}

/** Whether a number is one in JSON too. */
function isJson({ value }: Scalar): boolean {
  return typeof value !== "number" || Number.isFinite(value);
}

function copyObject(program: Program, cell: Cell, copying: Copying, depth: number): Abstract {
  const { call, json } = copying;
  const place = placeOf(program, call);
  const content = contentOf(program, cell);
  if (json && content.fields.has("toJSON")) return unknown("a copy", place);
  const fields = new Map<string, Field>();
  for (const [key, field] of content.fields) {
    // Neither a copy nor a JSON text holds members under symbols.
    if (isPrivateKey(key)) continue;
    const value = field.getter ? unknown("a getter", place) : copy(program, field.value, copying, depth + 1);
    if (json && isUndefined(value)) continue;
    const presence = json ? presenceInJson(value, field.presence) : field.presence;
    fields.set(key, fieldOf(value, field.keyPlace, presence));
  }
  const items = content.items.map(({ value: item, presence }) => {
    const value = copy(program, item, copying, depth + 1);
    // JSON has no undefined: in an array it is null.
    return {
      value: json ? mapOptions(value, (each) => (isUndefined(each) ? scalar(null, place) : each)) : value,
      presence,
    };
  });
  const { copied, open, sources } = content;
  const from = copied && copyOfUnknown(program, copied.from, copying);
  if (content.escaped) return unknown("a copy", place, { is: cell.type });
  const rest = content.rest && unknown("a copy", place);
  return newObject(program, place, {
    type: cell.type,
    made: call.node,
    content: { fields, items, open, rest, sources, copied: from && { ...copied, from } },
  });
}

function isKeptWhole(value: Abstract): boolean {
  return (
    value.kind === "callable" ||
    value.kind === "native" ||
    (value.kind === "reference" && (value.cell.class !== undefined || value.cell.constructedBy !== undefined))
  );
}

/**
 * Members of the copy are those of the original. By way of JSON that holds for what came as JSON: a date becomes a text.
 */
function copyOfUnknown(program: Program, original: Unknown, { call, json }: Copying): Unknown {
  const { reason, origin, is } = original;
  const isExact = !json || origin?.response?.part === "body";
  const identity =
    isExact && !original.pointsTo?.length ? program.pass.identities.copyOf(original.identity) : undefined;
  return unknown(reason, placeOf(program, call), { origin, is, identity });
}

/** JSON leaves out members that are undefined. */
function presenceInJson({ kind }: Abstract, presence: Field["presence"]): Field["presence"] {
  return kind === "text" || kind === "reference" || kind === "scalar" ? presence : "maybe";
}
