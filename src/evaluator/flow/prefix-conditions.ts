import type TS from "typescript";
import { holePart, textFrom } from "../domain/constructors";
import type { Abstract, Frame, KnownPart, Text } from "../domain/domain";
import { joinAll, optionsOf, plainText } from "../domain/values";
import type { Program } from "../program";
import { skipWrappers } from "../../syntax/wrappers";
import { type Refinement, replace, type Shown } from "./narrowing";

/** If `x.startsWith("…")`, `x.endsWith("…")`, `x[0] === "…"` or `x.indexOf("…") === 0` holds, that end of `x` is known. If it fails, it excludes some alternatives of `x`. */

/** A test of one end of a text. */
interface End {
  readonly subject: TS.Expression;
  readonly method: "startsWith" | "endsWith";
  readonly affix: TS.Expression;
  /** The text is compared with one character, which a longer text never equals. */
  readonly isCharacter?: true;
}

/** @returns the test of a text's start or end that a condition is; `undefined` for other conditions. */
export function affixOf(program: Program, frame: Frame, node: TS.Expression): Shown | undefined {
  const { ts } = program;
  const end = ts.isBinaryExpression(node) ? (firstCharacter(ts, node) ?? firstPlace(ts, node)) : endTested(ts, node);
  if (!end || !(ts.isIdentifier(end.subject) || ts.isPropertyAccessExpression(end.subject))) return undefined;
  const { subject, method } = end;
  const affix = program.steps.expression(program, frame, end.affix);
  const written = plainText(affix);
  const before = program.steps.expression(program, frame, subject);
  if (
    affix.kind !== "text" ||
    !written ||
    (end.isCharacter && written.length !== 1) ||
    optionsOf(before).some((option) => option.kind !== "text" && option.kind !== "unknown")
  )
    return undefined;
  const refine =
    (holds: boolean): Refinement =>
    () => {
      const after = optionsOf(before).flatMap((option) => refined(option, affix, written, method, holds));
      if (after.length > 0) replace(program, frame, subject, before, joinAll(after, before.place));
    };
  return { whenTrue: [refine(true)], whenFalse: [refine(false)] };
}

/** `x.startsWith("a")`, `x.endsWith("a")`. */
function endTested(ts: typeof TS, node: TS.Expression): End | undefined {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression) || node.arguments.length !== 1)
    return undefined;
  const { text: method } = node.expression.name;
  const [affix] = node.arguments;
  if ((method !== "startsWith" && method !== "endsWith") || !affix) return undefined;
  return { subject: skipWrappers(ts, node.expression.expression), method, affix };
}

/** `x[0] === "a"` and `x.charAt(0) === "a"`: the start of a text is known if they are equal. */
function firstCharacter(ts: typeof TS, node: TS.BinaryExpression): End | undefined {
  const read = skipWrappers(ts, node.left);
  const isCall =
    ts.isCallExpression(read) &&
    ts.isPropertyAccessExpression(read.expression) &&
    read.expression.name.text === "charAt";
  const index = isCall ? read.arguments[0] : ts.isElementAccessExpression(read) ? read.argumentExpression : undefined;
  if (!index || !ts.isNumericLiteral(index) || index.text !== "0") return undefined;
  const owner = isCall ? read.expression : (read as TS.ElementAccessExpression);
  return { subject: skipWrappers(ts, owner.expression), method: "startsWith", affix: node.right, isCharacter: true };
}

/** `x.indexOf("a") === 0`. */
function firstPlace(ts: typeof TS, node: TS.BinaryExpression): End | undefined {
  const read = skipWrappers(ts, node.left);
  if (!ts.isNumericLiteral(node.right) || node.right.text !== "0" || !ts.isCallExpression(read)) return undefined;
  const [affix, from] = read.arguments;
  const { expression } = read;
  if (!affix || from || !ts.isPropertyAccessExpression(expression) || expression.name.text !== "indexOf")
    return undefined;
  return { subject: skipWrappers(ts, expression.expression), method: "startsWith", affix };
}

function refined(
  option: Abstract,
  affix: Text,
  written: string,
  method: "startsWith" | "endsWith",
  holds: boolean,
): readonly Abstract[] {
  const whole = plainText(option);
  if (whole !== undefined) return whole[method](written) === holds ? [option] : [];
  if (endIsKnown(option, written, method)) return holds ? [option] : [];
  if (!holds || (option.kind === "unknown" && option.is !== undefined && option.is !== "string")) return [option];
  const parts = option.kind === "text" && !option.json ? option.parts : [holePart(option)];
  if (parts.at(method === "startsWith" ? 0 : -1)?.kind !== "hole") return [option];
  const known = affix.parts
    .filter((part): part is KnownPart => part.kind === "text")
    .map((part): KnownPart => ({ ...part, offsets: undefined, place: { ...option.place, foreign: true } }));
  return [textFrom(method === "startsWith" ? [...known, ...parts] : [...parts, ...known], option.place)];
}

/** Whether a text that is known in part surely has an end. */
function endIsKnown(option: Abstract, written: string, method: End["method"]): boolean {
  const end = option.kind === "text" && !option.json ? option.parts.at(method === "startsWith" ? 0 : -1) : undefined;
  return end?.kind === "text" && end.text[method](written);
}
