import { holePart, textFrom, unknown } from "../../make";
import { optionsOf } from "../../values";
import type { Abstract, Part, Place, Text } from "../../domain";
import { sourceOf } from "../classes/regexp";
import { partAt } from "./parts";
import { isFunction } from "./placeholders";
import { type PlaceholderForm, placeholderForms, placeholderSource } from "./templates";

/**
 * `path.replace("{" + key + "}", value)` with an unknown key: any placeholder of that form may be replaced, and nothing else. Names are words, and values
 * contain no placeholders, as in `replaceAround`.
 */

/**
 * @param pattern a text, or a regular expression that is built from one.
 * @returns the text with a hole for each placeholder of the pattern's form; `undefined` if the pattern has no such form.
 */
export function replaceUnknownName(self: Text, pattern: Abstract, by: Abstract, place: Place): Abstract | undefined {
  if (optionsOf(by).some(isFunction)) return undefined;
  const found = optionsOf(pattern).flatMap((option) => {
    const source = sourceOf(option);
    return source ? optionsOf(source).map(formOfExpression) : [formOfText(option)];
  });
  const [form, ...others] = found;
  if (!form || others.some((each) => each !== form)) return undefined;
  const parts: Part[] = [];
  for (const [index, part] of self.parts.entries()) {
    if (part.kind === "text" && mayCross(self.parts, index, form)) return undefined;
    parts.push(...(part.kind === "text" ? replaced(part, form, place) : [part]));
  }
  return parts.every((part, index) => part === self.parts[index]) ? self : textFrom(parts, place);
}

/** @returns the form of an expression whose name is a hole. */
function formOfExpression(source: Abstract): PlaceholderForm | undefined {
  const written = sample(source)?.replace(/\\b$/u, "");
  if (written === undefined || /(?<!\\)[.*+?^$()|[\]]|\\\w/u.test(written)) return undefined;
  return formIn(written.replace(/\\([^\w\s])/gu, "$1"));
}

function formOfText(pattern: Abstract): PlaceholderForm | undefined {
  const written = sample(pattern);
  return written === undefined ? undefined : formIn(written);
}

/** @returns a text with a word for each hole. */
function sample(value: Abstract): string | undefined {
  if (value.kind !== "text" || value.json) return undefined;
  return value.parts.map((part) => (part.kind === "hole" ? "x" : part.text)).join("");
}

function formIn(text: string): PlaceholderForm | undefined {
  return placeholderForms.find((form) => nameIn(text, form) !== undefined);
}

function nameIn(text: string, { before, behind }: PlaceholderForm): string | undefined {
  if (!text.startsWith(before) || !text.endsWith(behind)) return undefined;
  const name = text.slice(before.length, text.length - behind.length);
  return /^[\w.-]+$/u.test(name) ? name : undefined;
}

function replaced(part: Extract<Part, { kind: "text" }>, form: PlaceholderForm, place: Place): readonly Part[] {
  const expression = new RegExp(placeholderSource(form), "gu");
  return part.text.search(expression) < 0
    ? [part]
    : partAt(part, expression, () =>
        holePart(unknown("a placeholder that may have been replaced", place, { is: "string" })),
      );
}

/** Whether a placeholder may straddle a known part and the next one. */
function mayCross(parts: readonly Part[], index: number, { before }: PlaceholderForm): boolean {
  const [part, next] = [parts[index], parts[index + 1]];
  if (part?.kind !== "text" || !next) return false;
  const last = part.text.lastIndexOf(before.charAt(0));
  return last >= 0 && /^[\w.-]*$/u.test(part.text.slice(last).replace(/^[^\w]{1,2}/u, ""));
}
