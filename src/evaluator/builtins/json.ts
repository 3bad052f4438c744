import { fieldOf, scalar, textFrom, unknown } from "../domain/constructors";
import type { Abstract, Builtin, Call, Place, Unknown } from "../domain/domain";
import { bounds } from "../domain/limits";
import { computedText } from "../domain/texts/texts";
import { isUndefined, mapOptions, primitiveOf } from "../domain/values";
import { repeatBody } from "../flow/fixpoint";
import type { Program } from "../program";
import { contentOf, newObject } from "../store/heap";
import { isPrivateKey } from "../syntax/private-names";
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
    if (value.kind === "callable") return scalar(undefined, place);
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

/**
 * `structuredClone`.
 *
 * @param keepsFunctions whether functions, clients and instances of classes are in the copy too, as those of libraries leave them.
 */
export function clone(program: Program, call: Call, value: Abstract, keepsFunctions = false): Abstract {
  return copy(program, value, { call, json: false, keepsFunctions, left: bounds.copiedValues }, 0);
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
  const { call, json } = copying;
  const place = placeOf(program, call);
  copying.left -= 1;
  if (copying.left < 0) return unknown("a copy", place);
  return mapOptions(value, (option) => {
    if (json && option.kind === "scalar" && typeof option.value === "number" && !Number.isFinite(option.value))
      return scalar(null, place);
    if (option.kind === "text" || option.kind === "scalar") return option;
    if (option.kind === "unknown") return copyOfUnknown(program, option, place, json);
    if (copying.keepsFunctions && isKeptWhole(option)) return option;
    if (
      option.kind !== "reference" ||
      depth > bounds.copyDepth ||
      option.cell.class !== undefined ||
      option.cell.constructedBy
    )
      return unknown("a copy", place);
    const content = contentOf(program, option.cell);
    if (json && content.fields.has("toJSON")) return unknown("a copy", place);
    // Neither a copy nor a JSON text holds members under symbols.
    const fields = new Map(
      [...content.fields]
        .filter(([key]) => !isPrivateKey(key))
        .map(([key, field]) => {
          const inner = field.getter ? unknown("a getter", place) : copy(program, field.value, copying, depth + 1);
          return [
            key,
            fieldOf(
              inner,
              field.keyPlace,
              json && inner.kind !== "text" && inner.kind !== "reference"
                ? droppable(inner, field.presence)
                : field.presence,
            ),
          ] as const;
        }),
    );
    const kept = new Map([...fields].filter(([, field]) => !(json && isUndefined(field.value))));
    const items = content.items.map((item) => {
      const inner = copy(program, item.value, copying, depth + 1);
      // JSON has no undefined: in an array it is null.
      return {
        value: json ? mapOptions(inner, (each) => (isUndefined(each) ? scalar(null, place) : each)) : inner,
        presence: item.presence,
      };
    });
    const rest = content.rest && unknown("a copy", place);
    const copied = content.copied && {
      ...content.copied,
      from: copyOfUnknown(program, content.copied.from, place, json),
    };
    const type = option.cell.type;
    if (content.escaped) return unknown("a copy", place, { is: type });
    return newObject(program, place, {
      type,
      made: call.node,
      content: { fields: kept, items, open: content.open, rest, sources: content.sources, copied },
    });
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
function copyOfUnknown(program: Program, original: Unknown, place: Place, json: boolean): Unknown {
  const { reason, origin, is } = original;
  const isExact = !json || origin?.response?.part === "body";
  const identity =
    isExact && !original.pointsTo?.length ? program.pass.identities.copyOf(original.identity) : undefined;
  return unknown(reason, place, { origin, is, identity });
}

/** JSON leaves out members that are undefined. */
function droppable(value: Abstract, presence: "always" | "maybe"): "always" | "maybe" {
  if (value.kind === "scalar") return presence;
  return "maybe";
}
