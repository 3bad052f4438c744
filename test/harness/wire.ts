import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";

/** A request as it arrived. */
export interface Arrived {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A local server that records requests and answers `{}`. */
export class WireServer {
  private readonly arrived: Arrived[] = [];

  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  static async start(): Promise<WireServer> {
    const server = createServer();
    // Clients keep connections open while a test analyses programs, which takes longer than the default.
    server.keepAliveTimeout = 0;
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    const { port } = server.address() as AddressInfo;
    const wire = new WireServer(server, `http://127.0.0.1:${port}`);
    server.on("request", (incoming, answer) => {
      const chunks: Buffer[] = [];
      incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
      incoming.on("end", () => {
        // Not resolved against the base, because a path may begin with two slashes.
        const url = new URL(`${wire.url}${incoming.url ?? "/"}`);
        wire.arrived.push({
          method: incoming.method ?? "",
          path: url.pathname,
          query: url.searchParams,
          headers: incoming.headers,
          body: Buffer.concat(chunks).toString(),
        });
        answer.writeHead(200, { "Content-Type": "application/json" }).end("{}");
      });
    });
    return wire;
  }

  /** @returns the requests below a path prefix, without the prefix. */
  take(prefix: string): Arrived[] {
    return this.arrived
      .filter(({ path }) => path.startsWith(`${prefix}/`))
      .map((each) => ({ ...each, path: each.path.slice(prefix.length) }));
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((done) => this.server.close(done));
  }
}
