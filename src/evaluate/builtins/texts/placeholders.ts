import { holePart, computedText, textFrom, unknown } from "../../make";
import { optionsOf, plainText } from "../../values";
import type { Abstract, BuiltinCall, HolePart, Part, Place, Text } from "../../domain";
import { characterClass } from "../patterns/syntax";
import { concat } from "./concat";
import { textForm } from "./form";
import { slicePart, trailOf } from "./parts";

/**
 * Regular expressions for placeholders: `/\{(\w+)\}/g`, `/:([a-z]+)/gi`. They are matched by a search of our own, as running an expression from the analysed
 * code could take any time.
 */
export interface Placeholders {
  readonly before: string;
  readonly behind: string;
  /** Whether a character may occur in the name. */
  readonly isOfName: (character: string) => boolean;
  readonly isLazy: boolean;
  readonly all: boolean;
  /** Content of the group: the name, or the whole match. */
  readonly group: "none" | "name" | "whole";
}

interface Match {
  readonly start: number;
  readonly end: number;
  readonly whole: string;
  /** The texts of its groups. */
  readonly groups: readonly string[];
}

/** Bound on the searched text: the search may take quadratic time. Paths are shorter. */
const longest = 2_000;

const plain = String.raw`(?:\\[^\w\s]|[\w\-/:,;=@!"'#%&~<>{} ])*?`;
const named = String.raw`\\[wd]|\[\^?(?:\\[wd]|\\[^\w\s]|[^\\[\]])+\]`;
const form = new RegExp(String.raw`^/(\(?)(${plain})(\(?)(${named})\+(\??)(\)?)(${plain})(\)?)/(g?i?)$`, "u");

/** @returns the placeholders that a regular expression matches, if it has that form. */
export function readPlaceholders(literal: string): Placeholders | undefined {
  const found = form.exec(literal);
  const [, start, before = "", open, name = "", lazy, close, behind = "", end, flags = ""] = found ?? [];
  const group = groupOf([start, before && "b", open, "n", close, behind && "e", end].join(""));
  const isCaseless = flags.includes("i");
  const around = before + behind;
  if (name === "" || !group || around === "" || (isCaseless && /[a-z]/iu.test(around))) return undefined;
  const unescaped = (written: string): string => written.replace(/\\(.)/gu, "$1");
  const isOfName = characterClass(name, isCaseless ? "i" : "");
  return (
    isOfName && {
      before: unescaped(before),
      behind: unescaped(behind),
      isOfName,
      isLazy: lazy === "?",
      all: flags.includes("g"),
      group,
    }
  );
}

/**
 * @param outline the parentheses of an expression, with `b`, `n`, `e` for the texts before, in and after the name: `b(n)e`.
 * @returns the content of the group; `undefined` for other or unbalanced groups.
 */
function groupOf(outline: string): Placeholders["group"] | undefined {
  if (/^b?ne?$/u.test(outline)) return "none";
  if (/^b?\(n\)e?$/u.test(outline)) return "name";
  return /^\(b?ne?\)$/u.test(outline) ? "whole" : undefined;
}

/** @returns the string with its placeholders replaced by a text, or by results of a function; `undefined` if that cannot be computed. */
export function replacePlaceholders(
  call: BuiltinCall,
  { parts }: Text,
  expression: Placeholders,
  by: Abstract,
): Abstract | undefined {
  const { place } = call;
  if (!isParted(parts, expression)) return undefined;
  const whole = unknown("a text", place, { is: "string" });
  const pieces: Abstract[] = [];
  for (const part of parts) {
    if (part.kind === "hole") {
      pieces.push(holeBehind(part, expression, place));
      continue;
    }
    const matches = matchesIn(part.text, expression);
    if (!matches) return undefined;
    let from = 0;
    const keep = (end: number): void => {
      const piece = slicePart(part, from, end);
      if (piece) pieces.push(textFrom([piece], place));
    };
    for (const match of matches) {
      const inserted = replacement(call, match, by, [unknown("where it is", place, { is: "number" }), whole]);
      if (!inserted || inserted.kind === "never") return inserted;
      keep(match.start);
      pieces.push(inserted);
      from = match.end;
    }
    keep(part.text.length);
  }
  return concat(pieces, place);
}

/** Whether all placeholders of a text are replaced, and none straddles a known part and a hole. */
function isParted(parts: readonly Part[], expression: Placeholders): boolean {
  return (
    expression.all &&
    parts.some(({ kind }) => kind === "text") &&
    !parts.some((_, index) => mayStraddle(parts, index, expression))
  );
}

/** @returns a hole after the replacement. A percent-encoded value contains no braces and colons, and so stays. */
function holeBehind(part: HolePart, { before }: Placeholders, place: Place): Abstract {
  const isKept = part.encoded && /^[{:<[]/u.test(before);
  return isKept ? textFrom([part], place) : changedHole(part.value, place);
}

/** @returns another unknown value for a hole in which something may have been replaced. */
export function changedHole(value: Abstract, place: Place): Text {
  const origin = trailOf(value);
  return textFrom([holePart(unknown("replaced text", place, { is: "string", origin }))], place);
}

function replacement(
  call: BuiltinCall,
  { whole, groups }: Match,
  by: Abstract,
  more: readonly Abstract[],
): Abstract | undefined {
  const { place } = call;
  if (optionsOf(by).every(isFunction)) {
    const given = [whole, ...groups].map((each) => computedText(each, place));
    const inserted = call.evaluator.invoke(by, [...given, ...more], place);
    return inserted.kind === "never" ? inserted : textForm(inserted, place, call.evaluator);
  }
  const written = plainText(by);
  if (written === undefined) return by.kind === "text" || by.kind === "unknown" ? textForm(by, place) : undefined;
  const filled = written.replace(/\$([1&])/gu, (all, what: string) => (what === "&" ? whole : (groups[0] ?? all)));
  return /\$(?![1&])/u.test(written) ? undefined : computedText(filled, place);
}

/** @returns the matches from left to right, as `replace` finds them. */
function matchesIn(
  whole: string,
  { before, behind, isOfName, isLazy, all, group }: Placeholders,
): readonly Match[] | undefined {
  if (whole.length > longest) return undefined;
  const matches: Match[] = [];
  let at = whole.indexOf(before);
  while (at >= 0) {
    const start = at + before.length;
    let most = 0;
    while (start + most < whole.length && isOfName(whole.charAt(start + most))) most += 1;
    const lengths = Array.from({ length: most }, (_, index) => (isLazy ? index + 1 : most - index));
    const length = lengths.find((each) => whole.startsWith(behind, start + each));
    if (length !== undefined) {
      const end = start + length + behind.length;
      const found = whole.slice(at, end);
      const name = whole.slice(start, start + length);
      matches.push({
        start: at,
        end,
        whole: found,
        groups: group === "none" ? [] : [group === "whole" ? found : name],
      });
      if (!all) break;
      at = whole.indexOf(before, end);
    } else at = at < whole.length ? whole.indexOf(before, at + 1) : -1;
  }
  return matches;
}

/** Whether a placeholder may straddle a known part and an adjacent hole. */
function mayStraddle(parts: readonly Part[], index: number, { before, behind, isOfName }: Placeholders): boolean {
  const part = parts[index];
  if (part?.kind !== "text") return parts[index + 1]?.kind === "hole";
  const { text: piece } = part;
  const isNamed = (at: number): boolean => piece !== "" && isOfName(piece.charAt(at));
  const ends = (word: string): readonly number[] => Array.from({ length: word.length }, (_, at) => at + 1);
  const atStart = isNamed(0) || ends(before).some((at) => at < before.length && piece.startsWith(before.slice(at)));
  const isBehind = behind !== "" && ends(behind).some((at) => piece.startsWith(behind.slice(at - 1)));
  const last = before === "" ? 0 : piece.lastIndexOf(before);
  const runsOut =
    last >= 0 &&
    piece
      .slice(last + before.length)
      .split("")
      .every(isOfName);
  const atEnd = runsOut || ends(before).some((at) => piece.endsWith(before.slice(0, at)));
  return (parts[index - 1]?.kind === "hole" && (atStart || isBehind)) || (parts[index + 1]?.kind === "hole" && atEnd);
}

/** Whether a value is known to be callable. */
export function isFunction({ kind }: Abstract): boolean {
  return kind === "function" || kind === "builtin";
}
