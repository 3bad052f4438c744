import type { CancellationToken, CodeLens, Connection } from "vscode-languageserver/node";
import type { Client } from "./client";
import type { ServedFile } from "./files";
import type { Step } from "./file-service";
import { Search } from "./progress";

type Answer = <T>(
  uri: string,
  token: CancellationToken,
  answer: (served: ServedFile, client: Client) => T | Promise<T>,
) => Promise<T | null>;

/**
 * Shows above each endpoint of a description its uses in the repository, and above each kind definition its number of
 * documents.
 */
export function listenForLenses(connection: Connection, answer: Answer): void {
  connection.onCodeLens(({ textDocument }, token, reporter) =>
    answer(textDocument.uri, token, async ({ file, path, service }): Promise<CodeLens[]> => {
      const search = new Search(reporter, token);
      const step: Step = (done, of) => search.step(done, of);
      const lenses = await search.run("Looking for callers", () => Promise.resolve(service.lenses?.(file, path, step)));
      // Every client shows a command without a name as plain text.
      return (lenses ?? []).map(({ range, title }) => ({
        range: file.rangeOf(range),
        command: { title, command: "" },
      }));
    }),
  );
}
