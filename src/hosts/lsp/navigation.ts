import type { CancellationToken, Connection } from "vscode-languageserver/node";
import type { Client } from "./client";
import type { ServedFile } from "./files";
import { toLocation, toRename } from "./to-protocol";

/** Answers a question about an open file. */
type Answer = <T>(
  uri: string,
  token: CancellationToken,
  answer: (served: ServedFile, client: Client) => T,
) => Promise<T | null>;

/** Answers questions about other places: where something is defined and used, how it is renamed, and what is told beside the text. */
export function listenForNavigation(connection: Connection, answer: Answer): void {
  connection.onDefinition(({ textDocument, position }, token) =>
    answer(textDocument.uri, token, ({ file, path, service }, { encoding }) => {
      const found = service.definition?.(file, path, file.offsetAt(position));
      return found ? found.places.map((place) => toLocation(place, encoding)) : null;
    }),
  );
  connection.onReferences(({ textDocument, position }, token) =>
    answer(textDocument.uri, token, ({ file, path, service }, { encoding }) =>
      (service.references?.(file, path, file.offsetAt(position)) ?? []).map((place) => toLocation(place, encoding)),
    ),
  );
  connection.onPrepareRename(({ textDocument, position }, token) =>
    answer(textDocument.uri, token, ({ file, path, service }) => {
      const found = service.renaming?.(file, path, file.offsetAt(position));
      return found ? file.rangeOf(found.origin) : null;
    }),
  );
  connection.onRenameRequest(({ textDocument, position, newName }, token) =>
    answer(textDocument.uri, token, ({ file, path, service }, { encoding }) => {
      const found = service.renaming?.(file, path, file.offsetAt(position));
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
