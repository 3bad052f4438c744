import { limits } from "../../limits";
import { holePart, textFrom, unknown } from "../../make";
import { mapOptions } from "../../values";
import type { Abstract, Builtin, BuiltinCall, HolePart, KnownPart, Part, Single } from "../../domain";
import { argument, fromPrimitive, type Implementation, method, pure } from "../define";
import { wholeText } from "../classes/queries";
import { textForm } from "../texts/form";
import { mapPart, trailOf } from "../texts/parts";

/** Functions that encode and decode texts. */

/** Encodes the known parts of a text. Holes stay holes, as the encoding of an unknown value is unknown. */
function encoder(label: string, apply: (text: string) => string, asOnePiece: boolean): Builtin {
  return method(label, (call) => {
    const { place } = call;
    const encodedHole = ({ value }: Pick<HolePart, "value">): HolePart =>
      holePart(unknown("an encoded string", place, { is: "string", origin: trailOf(value) }), asOnePiece || undefined);
    return mapOptions(textForm(argument(call, 0), place, call.evaluator), (option) => {
      if (option.kind !== "text" || option.json) return textFrom([encodedHole({ value: option })], place);
      const parts = encodedParts(option.parts, apply);
      // A lone surrogate cannot be encoded.
      if (!parts) return unknown("a string that cannot be encoded", place, { is: "string" });
      return textFrom(
        parts.map((part) => (part.kind === "hole" ? encodedHole(part) : part)),
        place,
      );
    });
  });
}

function encodedParts(parts: readonly Part[], apply: (text: string) => string): readonly Part[] | undefined {
  try {
    return parts.map((part) => (part.kind === "hole" ? part : encodedPart(part, apply)));
  } catch {
    return undefined;
  }
}

function encodedPart(part: KnownPart, apply: (text: string) => string): KnownPart {
  return part.text.length > limits.length * limits.copyDepth
    ? { ...part, text: apply(part.text), computed: true }
    : mapPart(part, apply);
}

/** @returns a function that is applied to known texts; for others its result is unknown. */
function onKnown(label: string, apply: (text: string) => string): Builtin {
  const run: Implementation = (call: BuiltinCall) =>
    mapOptions(textForm(argument(call, 0), call.place, call.evaluator), (option: Single): Abstract => {
      const whole = wholeText(option);
      const unknownResult = unknown(`the result of \`${label}\``, call.place, {
        is: "string",
        origin: { trail: [`${label}()`] },
      });
      if (whole === undefined) return unknownResult;
      try {
        return fromPrimitive(apply(whole), call.place) ?? unknownResult;
      } catch {
        return unknownResult;
      }
    });
  return method(label, run);
}

/** Implements the deprecated `escape`. */
function escaped(text: string): string {
  return text.replace(/[^\w@*+\-./]/gu, (character) =>
    character
      .split("")
      .map((unit) => {
        const code = unit.charCodeAt(0).toString(16).toUpperCase();
        return code.length > 2 ? `%u${code.padStart(4, "0")}` : `%${code.padStart(2, "0")}`;
      })
      .join(""),
  );
}

export const encodingGlobals: Readonly<Record<string, Builtin>> = {
  atob: onKnown("atob", (text) => atob(text)),
  btoa: onKnown("btoa", (text) => btoa(text)),
  decodeURI: onKnown("decodeURI", decodeURI),
  decodeURIComponent: onKnown("decodeURIComponent", decodeURIComponent),
  encodeURI: encoder("encodeURI", encodeURI, false),
  encodeURIComponent: encoder("encodeURIComponent", encodeURIComponent, true),
  escape: onKnown("escape", escaped),
  unescape: method("unescape", pure("unescape", "string")),
};
