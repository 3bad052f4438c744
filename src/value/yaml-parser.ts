import { createRequire } from "node:module";
import type * as Yaml from "yaml";

let loaded: typeof Yaml | undefined;

/** Loaded on demand: loading the parser takes longer than reading a hundred plain manifests without it. */
export function getParser(): typeof Yaml {
  loaded ??= createRequire(__filename)("yaml") as typeof Yaml;
  return loaded;
}

export const tooDeep = "it is nested too deeply to be read";

/** @returns the parser's message. Replaces the one for excessive nesting, which exhausts the stack and is meaningless to authors. */
export function describeMistake({ code, message }: Pick<Yaml.YAMLError, "code" | "message">): string {
  return code === "RESOURCE_EXHAUSTION" ? tooDeep : message;
}

/** The lexer's internals that decide where scalars end. */
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

/** @returns a lexer that follows the parsers of clusters where these are laxer than the specification. */
export function makeLexer(): Yaml.Lexer {
  const lexer = new (getParser().Lexer)();
  const inside = lexer as unknown as LexerState;
  letQuotedLinesBeginAnywhere(inside);
  letColonsEndAddresses(inside);
  return lexer;
}

/** The specification requires continuation lines of quoted scalars to be indented; many manifests ignore it. */
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

/** A single-line scalar in brackets. None of its colons is followed by white space. */
const inBrackets = /(?:[^\s,[\]{}:]|:(?!\s|$))+(?: +(?:[^\s,[\]{}:#]|:(?!\s|$))(?:[^\s,[\]{}:]|:(?!\s|$))*)*/y;

/** Whether an item in brackets consists of a dash alone. */
function isDashAlone({ buffer, pos, flowLevel }: LexerState): boolean {
  return flowLevel > 0 && buffer[pos] === "-" && /^[,[\]{}]/.test(buffer[pos + 1] ?? "");
}

/** In brackets, a colon ends a key, and a dash begins an item, only before white space: `[fd00::]`, `{a: -}`. */
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
