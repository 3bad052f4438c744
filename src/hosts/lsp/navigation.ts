import type { Connection } from "vscode-languageserver/node";
import type { Answer } from "./files";
import { Search } from "./progress";
import { toLocation, toRename } from "./to-protocol";

/** Answers requests for definitions, references, renaming, and additional information shown next to the text. */
export function listenForNavigation(connection: Connection, answer: Answer): void {
  connection.onDefinition(({ textDocument, position }, token) =>
    answer(textDocument.uri, token, ({ file, path, service }, { encoding }) => {
      const found = service.definition?.(file, path, file.offsetAt(position));
      return found ? found.places.map((place) => toLocation(place, encoding)) : null;
    }),
  );
  connection.onReferences(({ textDocument, position }, token, reporter) =>
    answer(textDocument.uri, token, async ({ file, path, service }, { encoding }) => {
      const search = new Search(reporter, token);
      const found = await search.run("Looking for selectors", () =>
        Promise.resolve(service.references?.(file, path, file.offsetAt(position), search.step)),
      );
      return (found ?? []).map((place) => toLocation(place, encoding));
    }),
  );
  connection.onPrepareRename(({ textDocument, position }, token) =>
    answer(textDocument.uri, token, async ({ file, path, service }) => {
      const search = new Search(undefined, token);
      const found = await service.renaming?.(file, path, file.offsetAt(position), search.step);
      return found ? file.rangeOf(found.origin) : null;
    }),
  );
  connection.onRenameRequest(({ textDocument, position, newName }, token, reporter) =>
    answer(textDocument.uri, token, async ({ file, path, service }, { encoding }) => {
      const search = new Search(reporter, token);
      const found = await search.run("Looking for selectors", () =>
        Promise.resolve(service.renaming?.(file, path, file.offsetAt(position), search.step)),
      );
      return found ? toRename(found.to(newName), encoding) : null;
    }),
  );
  connection.languages.inlayHint.on(({ textDocument, range }, token) =>
    answer(textDocument.uri, token, ({ file, path, service }) =>
      (service.hints?.(file, path, file.offsetsOf(range)) ?? []).map(({ position, text }) => ({
        position: file.positionAt(position),
        label: text,
        paddingLeft: true,
      })),
    ),
  );
}
