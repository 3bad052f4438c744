import type { CST, Document } from "yaml";
import type { Range } from "../text/range";
import { DocumentReader, type YamlDocument } from "./yaml-document";
import { getParser, makeLexer, tooDeep } from "./yaml-parser";

function* tokenize(text: string): Generator<CST.Token> {
  const parser = new (getParser().Parser)();
  for (const lexeme of makeLexer().lex(text)) yield* parser.next(lexeme);
  yield* parser.end();
}

/**
 * Reads the documents in a piece of YAML text.
 *
 * @param text the piece. Its document markers must be those of the stream.
 * @param offset the start of the piece in the text to which all ranges refer.
 * @param comments receives the ranges of comments, including the `#`.
 */
export function readYaml(text: string, offset: number, comments: Range[]): YamlDocument[] {
  const { Composer } = getParser();
  const documents: YamlDocument[] = [];
  const composer = new Composer({
    schema: "failsafe",
    uniqueKeys: false,
    merge: false,
    prettyErrors: false,
    logLevel: "silent",
  });
  const add = (composed: Document.Parsed): void => {
    documents.push(new DocumentReader(composed, offset, text).read());
  };
  try {
    for (const token of tokenize(text)) {
      collectComments(token, offset, comments);
      for (const composed of composer.next(token)) add(composed);
    }
    for (const composed of composer.end(false, text.length)) add(composed);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const range = { start: offset, end: offset + text.length };
    documents.push({
      range,
      problem: { range: { start: offset, end: offset }, message: tooDeep },
      hasCollectionKey: false,
    });
  }
  return documents;
}

/** Adds the ranges of all comments in a token, in order. */
function collectComments(token: CST.Token | CST.SourceToken | CST.CollectionItem, offset: number, into: Range[]): void {
  if ("type" in token && token.type === "comment") {
    into.push({ start: offset + token.offset, end: offset + token.offset + token.source.length });
    return;
  }
  for (const name of ["start", "props", "key", "sep", "value", "items", "end"] as const) {
    const inner = (token as Partial<Record<typeof name, unknown>>)[name];
    if (Array.isArray(inner)) for (const entry of inner) collectComments(entry as CST.Token, offset, into);
    else if (typeof inner === "object" && inner !== null) collectComments(inner as CST.Token, offset, into);
  }
}
