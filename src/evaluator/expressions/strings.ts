import type TS from "typescript";
import { knownPart, textFrom } from "../domain/constructors";
import type { Abstract, Frame, Part, Place, Text } from "../domain/domain";
import { concatenate } from "../domain/texts/texts";
import { either } from "../flow/branches";
import { test } from "../flow/conditions";
import { apply } from "../flow/narrowing";
import type { Program } from "../program";
import { toText } from "../store/text-form";
import { readEscapes } from "../../syntax/escapes";
import { skipWrappers } from "../../syntax/wrappers";

/** Strings with the place of every character. */

/** Evaluates a string literal, or a template without holes. */
export function literalText(program: Program, frame: Frame, node: TS.StringLiteralLike): Text {
  const place = program.place(frame, node);
  return textFrom(pieces(program, frame, node, place, 1), place);
}

/** @param after how many characters of the token follow its text; one precedes it. */
function pieces(program: Program, frame: Frame, node: TS.LiteralLikeNode, place: Place, after: number): Part[] {
  if (node.text === "") return [];
  const start = place.range.start + 1;
  const end = place.range.end - after;
  const read = readEscapes(frame.file.text, start, end, !program.ts.isStringLiteral(node));
  if (read.text !== node.text) return [knownPart(node.text, { ...place, foreign: true })];
  return [knownPart(read.text, { ...place, range: { start, end } }, read.offsets)];
}

/** @returns the text of one piece of a template. */
export function templatePiece(program: Program, frame: Frame, node: TS.TemplateLiteralLikeNode): Text {
  const { ts } = program;
  const place = program.place(frame, node);
  const last = ts.isTemplateTail(node) || ts.isNoSubstitutionTemplateLiteral(node);
  return textFrom(pieces(program, frame, node, place, last ? 1 : 2), place);
}

/**
 * Evaluates a template with holes. What stands behind a condition that is repeated is evaluated twice: for a condition that holds, and for one
 * that fails.
 */
export function templateText(program: Program, frame: Frame, node: TS.TemplateExpression): Abstract {
  const place = program.place(frame, node);
  const head: Abstract = { ...templatePiece(program, frame, node.head), place };
  const spans = node.templateSpans;
  const repeated = repeatedCondition(program.ts, node);
  if (!repeated) return withSpans(program, frame, head, spans, place);
  const at = spans.indexOf(repeated.span);
  const start = withSpans(program, frame, head, spans.slice(0, at), place);
  const rest = (): Abstract => withSpans(program, frame, start, spans.slice(at), place);
  const condition = test(program, frame, repeated.condition);
  if (condition.truth !== undefined) return rest();
  return either(
    program,
    [condition.whenTrue, condition.whenFalse].map((refinements) => () => {
      apply(refinements);
      return rest();
    }),
    place,
  );
}

/** @returns the text of a template from its beginning on, with more of its spans. */
function withSpans(
  program: Program,
  frame: Frame,
  before: Abstract,
  spans: readonly TS.TemplateSpan[],
  place: Place,
): Abstract {
  let result = before;
  for (const { expression, literal } of spans) {
    const value = program.steps.expression(program, frame, expression);
    result = concatenate(result, toText(program, value, program.place(frame, expression)), place);
    result = concatenate(result, templatePiece(program, frame, literal), place);
  }
  return result;
}

interface RepeatedCondition {
  readonly span: TS.TemplateSpan;
  readonly condition: TS.Identifier;
}

/** @returns the first span whose condition is written as a hole of its own behind it: `${query ? "?" : ""}${query}`. */
function repeatedCondition(ts: typeof TS, node: TS.TemplateExpression): RepeatedCondition | undefined {
  const holes = node.templateSpans.map(({ expression }) => skipWrappers(ts, expression));
  for (const [index, hole] of holes.entries()) {
    const condition = ts.isConditionalExpression(hole)
      ? hole.condition
      : ts.isBinaryExpression(hole) && hole.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken
        ? hole.left
        : undefined;
    const span = node.templateSpans[index];
    if (!span || !condition || !ts.isIdentifier(condition)) continue;
    const isRepeated = holes.slice(index + 1).some((each) => ts.isIdentifier(each) && each.text === condition.text);
    if (isRepeated) return { span, condition };
  }
  return undefined;
}
