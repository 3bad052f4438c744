import { createRequire } from "node:module";
import type * as Yaml from "yaml";

let loaded: typeof Yaml | undefined;

/** The parser takes longer to load than a hundred plain manifests take to be read without it. */
export function getParser(): typeof Yaml {
  loaded ??= createRequire(__filename)("yaml") as typeof Yaml;
  return loaded;
}

export const tooDeep = "it is nested too deeply to be read";

/** @returns what the parser found wrong. Text that is nested too deeply exhausts its stack, which says nothing to who wrote it. */
export function describeMistake({ code, message }: Pick<Yaml.YAMLError, "code" | "message">): string {
  return code === "RESOURCE_EXHAUSTION" ? tooDeep : message;
}

/** The part of the lexer that decides where scalars end. */
interface LexerState {
  readonly buffer: string;
  pos: number;
  readonly flowLevel: number;
  indentNext: number;
  parseQuotedScalar?: () => Generator<string, unknown>;
  parsePlainScalar?: () => Generator<string, unknown>;
  pushIndicators?: () => Generator<string, number>;
  charAt?: (distance: number) => string;
}

/**
 * @returns a lexer that reads scalars as the parsers by which clusters are fed do, where these are laxer than the specification.
 */
export function makeLexer(): Yaml.Lexer {
  const lexer = new (getParser().Lexer)();
  const inside = lexer as unknown as LexerState;
  letQuotedLinesBeginAnywhere(inside);
  letColonsEndAddresses(inside);
  return lexer;
}

/** The specification requires indented lines in quoted scalars; many manifests lack the indentation. */
function letQuotedLinesBeginAnywhere(inside: LexerState): void {
  const parse = inside.parseQuotedScalar?.bind(inside);
  if (parse === undefined) return;
  inside.parseQuotedScalar = function* () {
    const { indentNext } = inside;
    inside.indentNext = 0;
    const next = yield* parse();
    inside.indentNext = indentNext;
    return next;
  };
}

/** A scalar on one line in brackets, with no white space after its colons. */
const inBrackets = /(?:[^\s,[\]{}:]|:(?!\s|$))+(?: +(?:[^\s,[\]{}:#]|:(?!\s|$))(?:[^\s,[\]{}:]|:(?!\s|$))*)*/y;

/** Whether a dash in brackets is all that stands where an item does. */
function isDashAlone({ buffer, pos, flowLevel }: LexerState): boolean {
  return flowLevel > 0 && buffer[pos] === "-" && /^[,[\]{}]/.test(buffer[pos + 1] ?? "");
}

/** In brackets, only white space makes a key of what stands before a colon, and an item of what follows a dash: `[fd00::]`, `{a: -}`. */
function letColonsEndAddresses(inside: LexerState): void {
  const parse = inside.parsePlainScalar?.bind(inside);
  const push = inside.pushIndicators?.bind(inside);
  const charAt = inside.charAt?.bind(inside);
  if (parse === undefined || push === undefined || charAt === undefined) return;
  inside.parsePlainScalar = function* () {
    const { buffer, pos, flowLevel } = inside;
    inBrackets.lastIndex = pos;
    const text = flowLevel > 0 && buffer[pos] !== ":" ? inBrackets.exec(buffer)?.[0] : undefined;
    if (text?.endsWith(":") !== true) return yield* parse();
    yield getParser().CST.SCALAR;
    yield text;
    inside.pos = pos + text.length;
    return "flow";
  };
  inside.pushIndicators = function* () {
    inside.charAt = (distance) => (distance === 0 && isDashAlone(inside) ? "x" : charAt(distance));
    const count = yield* push();
    inside.charAt = charAt;
    return count;
  };
}
