import { pathToFileURL } from "node:url";
import { type Connection, FoldingRangeKind, type SelectionRange } from "vscode-languageserver/node";
import { foldsOf, linksIn, rangesAround } from "../editor/document-structure";
import type { Answer } from "./files";

/** Answers requests about the structure of YAML and JSON texts: folding, selection ranges, and links to files. */
export function listenForStructure(connection: Connection, answer: Answer): void {
  connection.onFoldingRanges(({ textDocument }, token) =>
    answer(textDocument.uri, token, ({ file, path }) => {
      const language = languageOf(path);
      if (language === undefined) return null;
      const folds = foldsOf(file.text, language)?.map(({ start, end, isComment }) => ({
        startLine: file.positionAt(start).line,
        endLine: file.positionAt(end).line,
        ...(isComment === true && { kind: FoldingRangeKind.Comment }),
      }));
      return folds ?? null;
    }),
  );
  connection.onSelectionRanges(({ textDocument, positions }, token) =>
    answer(textDocument.uri, token, ({ file, path }) => {
      const language = languageOf(path);
      if (language === undefined) return null;
      return positions.map((position) => {
        const ranges = rangesAround(file.text, file.offsetAt(position), language);
        const whole = ranges.reduceRight<SelectionRange | undefined>(
          (parent, range) => ({ range: file.rangeOf(range), ...(parent && { parent }) }),
          undefined,
        );
        return whole ?? { range: { start: position, end: position } };
      });
    }),
  );
  connection.onDocumentLinks(({ textDocument }, token) =>
    answer(textDocument.uri, token, ({ file, path }) => {
      const language = languageOf(path);
      if (language === undefined) return null;
      return linksIn(file.text, path, language).map(({ range, target }) => ({
        range: file.rangeOf(range),
        target: pathToFileURL(target).href,
      }));
    }),
  );
}

/** @returns the language of data files. For code, editors and other servers already provide the structure. */
function languageOf(path: string): "yaml" | "json" | undefined {
  if (/\.ya?ml$/i.test(path)) return "yaml";
  return /\.json$/i.test(path) ? "json" : undefined;
}
