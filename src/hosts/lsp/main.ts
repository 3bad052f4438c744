import { createConnection, ProposedFeatures } from "vscode-languageserver/node";
import { Server } from "./server";

/** Serves the client on standard input and output, until it ends. */
export function serve(): void {
  new Server(createConnection(ProposedFeatures.all, process.stdin, process.stdout)).listen();
}
