import type { CodeLens, Connection } from "vscode-languageserver/node";
import type { Answer } from "./files";
import { Search } from "./progress";

/**
 * Shows above each endpoint of a description its uses in the repository, and above each kind definition its number of
 * documents.
 */
export function listenForLenses(connection: Connection, answer: Answer): void {
  connection.onCodeLens(({ textDocument }, token, reporter) =>
    answer(textDocument.uri, token, async ({ file, path, service }): Promise<CodeLens[]> => {
      const search = new Search(reporter, token);
      const lenses = await search.run("Looking for callers", () =>
        Promise.resolve(service.lenses?.(file, path, search.step)),
      );
      // Every client shows a command without a name as plain text.
      return (lenses ?? []).map(({ range, title }) => ({
        range: file.rangeOf(range),
        command: { title, command: "" },
      }));
    }),
  );
}
