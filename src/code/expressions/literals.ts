import type TS from "typescript";
import { readEscapes } from "../../syntax/escapes";
import type { ValueId } from "../graph";
import type { Spot, Template, TemplateText } from "../values";
import { add, evaluate, spotOf, startOf, type Build } from "../versions/state";

/** Literals: strings with the offsets of their units, numbers, regular expressions, templates. */

/** @returns the text between two offsets, with its escapes read. */
function textAt(build: Build, start: number, end: number, isTemplate: boolean): Pick<TemplateText, "text" | "offsets"> {
  const { text, offsets } = readEscapes(build.text, start, end, isTemplate);
  return offsets ? { text, offsets } : { text };
}

/** @returns where the text inside quotes ends. An unterminated literal has no closing quote. */
function closingOf(build: Build, start: number, end: number): number {
  return end - 1 > start && build.text.charCodeAt(end - 1) === build.text.charCodeAt(start) ? end - 1 : end;
}

export function stringLiteral(build: Build, node: TS.StringLiteralLike): ValueId {
  const start = startOf(build, node);
  const isTemplate = node.kind === build.ts.SyntaxKind.NoSubstitutionTemplateLiteral;
  const { text, offsets } = textAt(build, start + 1, closingOf(build, start, node.end), isTemplate);
  const place = { in: build.fn.id, start, end: node.end, depends: 0 };
  return add(build, { kind: "literal", ...place, value: text, ...(offsets && { offsets }) }, node);
}

export function numericLiteral(build: Build, node: TS.NumericLiteral): ValueId {
  const start = startOf(build, node);
  const place = { in: build.fn.id, start, end: node.end, depends: 0 };
  const text = build.text.slice(start, node.end);
  return add(build, { kind: "literal", ...place, value: Number(node.text), text }, node);
}

export function bigIntLiteral(build: Build, node: TS.BigIntLiteral): ValueId {
  const start = startOf(build, node);
  const place = { in: build.fn.id, start, end: node.end, depends: 0 };
  const text = build.text.slice(start, node.end);
  return add(build, { kind: "literal", ...place, value: node.text, text }, node);
}

export function keywordLiteral(value: boolean | null): (build: Build, node: TS.Node) => ValueId {
  return (build, node) => {
    const place = { in: build.fn.id, start: startOf(build, node), end: node.end, depends: 0 };
    return add(build, { kind: "literal", ...place, value }, node);
  };
}

export function regularExpression(build: Build, node: TS.RegularExpressionLiteral): ValueId {
  const place = { in: build.fn.id, start: startOf(build, node), end: node.end, depends: 0 };
  const close = node.text.lastIndexOf("/");
  const about = { source: node.text.slice(1, close), flags: node.text.slice(close + 1) };
  return add(build, { kind: "pattern", ...place, ...about }, node);
}

export function template(build: Build, node: TS.TemplateExpression): ValueId {
  const place = { in: build.fn.id, start: startOf(build, node), end: node.end, depends: 0 };
  const pieces = new Pieces();
  addPieces(build, node, pieces);
  return add(build, { kind: "template", ...place, ...pieces.all }, node);
}

/** Collects the parts of a template. */
export class Pieces {
  readonly #parts: (TemplateText | ValueId)[] = [];
  readonly #spots: (Spot | undefined)[] = [];
  readonly #operands: number[] = [];

  addOperand(part: ValueId, at?: Spot): void {
    this.#operands.push(this.#parts.length);
    this.add(part, at);
  }

  add(part: TemplateText | ValueId, at?: Spot): void {
    if (at) this.#spots[this.#parts.length] = at;
    this.#parts.push(part);
  }

  get all(): Pick<Template, "parts" | "spots" | "operands"> {
    return {
      parts: this.#parts,
      ...(this.#spots.length > 0 && { spots: this.#spots }),
      ...(this.#operands.length > 0 && { operands: this.#operands }),
    };
  }
}

/** Adds the parts of a template literal; empty texts are left out. */
export function addPieces(build: Build, node: TS.TemplateExpression, pieces: Pieces): void {
  const addText = (start: number, end: number): void => {
    if (end > start) pieces.add({ ...textAt(build, start, end, true), start, end });
  };
  addText(startOf(build, node.head) + 1, node.head.end - 2);
  for (const { expression, literal } of node.templateSpans) {
    const value = evaluate(build, expression);
    pieces.add(value, spotOf(build, expression, value).at);
    const isTail = literal.kind === build.ts.SyntaxKind.TemplateTail;
    addText(startOf(build, literal) + 1, Math.max(literal.end - (isTail ? 1 : 2), startOf(build, literal) + 1));
  }
}

/** @returns the text of a string literal as a part of a template. */
export function textOf(build: Build, node: TS.StringLiteralLike): TemplateText {
  const start = startOf(build, node);
  const isTemplate = node.kind === build.ts.SyntaxKind.NoSubstitutionTemplateLiteral;
  const end = closingOf(build, start, node.end);
  return { ...textAt(build, start + 1, end, isTemplate), start: start + 1, end };
}
