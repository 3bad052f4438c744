import type TS from "typescript";
import type { Abstract, Frame, Part, Place, Text } from "../domain/domain";
import { concatenate } from "../domain/texts";
import type { Machine } from "../machine";
import { toText } from "../store/text-form";
import { readEscapes } from "../syntax/escapes";

/** Strings with the place of every character. */

/** Evaluates a string literal, or a template without holes. */
export function literalText(machine: Machine, frame: Frame, node: TS.StringLiteralLike): Text {
  const place = machine.place(frame, node);
  return { kind: "text", parts: pieces(machine, frame, node, place, 1, 1), place };
}

/** @param before how many characters of the token precede its text; `after`: how many follow it. */
function pieces(
  machine: Machine,
  frame: Frame,
  node: TS.LiteralLikeNode,
  place: Place,
  before: number,
  after: number,
): Part[] {
  if (node.text === "") return [];
  const start = place.range.start + before;
  const end = place.range.end - after;
  const read = readEscapes(frame.file.text, start, end, !machine.ts.isStringLiteral(node));
  if (read.text !== node.text) return [{ kind: "text", text: node.text, place: { ...place, foreign: true } }];
  return [{ kind: "text", text: read.text, offsets: read.offsets, place: { ...place, range: { start, end } } }];
}

/** @returns the text of one piece of a template. */
export function templatePiece(machine: Machine, frame: Frame, node: TS.TemplateLiteralLikeNode): Text {
  const { ts } = machine;
  const place = machine.place(frame, node);
  const last = ts.isTemplateTail(node) || ts.isNoSubstitutionTemplateLiteral(node);
  return { kind: "text", parts: pieces(machine, frame, node, place, 1, last ? 1 : 2), place };
}

/** Evaluates a template with holes. */
export function templateText(machine: Machine, frame: Frame, node: TS.TemplateExpression): Abstract {
  const place = machine.place(frame, node);
  let result: Abstract = { ...templatePiece(machine, frame, node.head), place };
  for (const span of node.templateSpans) {
    const value = machine.steps.expression(machine, frame, span.expression);
    result = concatenate(result, toText(machine, value, machine.place(frame, span.expression)), place);
    result = concatenate(result, templatePiece(machine, frame, span.literal), place);
  }
  return result;
}
