import { createConnection, ProposedFeatures } from "vscode-languageserver/node";
import { Framing } from "./framing";
import { Server } from "./server";

/** Serves a client on standard input and output until the client disconnects. */
export function serve(): void {
  const framing = new Framing((message) => {
    connection.console.error(message);
  });
  const connection = createConnection(ProposedFeatures.all, process.stdin.pipe(framing), process.stdout);
  new Server(connection).listen();
}
