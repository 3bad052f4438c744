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

/** The part of the lexer that decides where a quoted scalar ends. */
interface QuotedScalars {
  indentNext: number;
  parseQuotedScalar?: () => Generator<string, unknown>;
}

/**
 * @returns a lexer that lets the lines of a quoted scalar begin anywhere. The specification wants them indented, but the parsers by which
 * clusters are fed do not, and such manifests are common.
 */
export function makeLexer(): Yaml.Lexer {
  const lexer = new (getParser().Lexer)();
  const inside = lexer as unknown as QuotedScalars;
  const parse = inside.parseQuotedScalar?.bind(inside);
  if (parse === undefined) return lexer;
  inside.parseQuotedScalar = function* () {
    const { indentNext } = inside;
    inside.indentNext = 0;
    const next = yield* parse();
    inside.indentNext = indentNext;
    return next;
  };
  return lexer;
}
