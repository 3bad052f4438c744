import { createRequire } from "node:module";
import type * as Yaml from "yaml";

let loaded: typeof Yaml | undefined;

/** The parser takes longer to load than a hundred plain manifests take to be read without it. */
export function getParser(): typeof Yaml {
  loaded ??= createRequire(__filename)("yaml") as typeof Yaml;
  return loaded;
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
