import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { handle } from "./handle";
import { World, type Seed } from "./world";

/** What the service answered to one request of a case. */
export interface Answered {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly message: string | undefined;
  readonly gzip: boolean;
}

/** One case's own service: its address, its world, and what it answered. */
export interface Mounted {
  readonly url: string;
  readonly world: World;
  readonly answered: readonly Answered[];
}

/** A real HTTP server that holds many independent services, each under a path of its own. */
export class ReferenceServer {
  readonly #mounted = new Map<string, { readonly world: World; readonly answered: Answered[] }>();

  private constructor(readonly server: Server) {
    server.on("request", (request: IncomingMessage, response) => {
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", () => {
        const { status, text, gzip } = this.#answer(request, Buffer.concat(chunks).toString("utf8"));
        const payload = gzip ? gzipSync(text) : Buffer.from(text);
        response.writeHead(status, {
          "content-type": "application/json",
          "content-length": payload.length,
          ...(gzip ? { "content-encoding": "gzip" } : {}),
        });
        response.end(payload);
      });
    });
  }

  static async start(): Promise<ReferenceServer> {
    const started = new ReferenceServer(createServer());
    await new Promise<void>((resolve) => started.server.listen(0, "127.0.0.1", resolve));
    return started;
  }

  /** Adds a service of its own for a case. */
  mount(name: string, seed: Seed): Mounted {
    const { port } = this.server.address() as AddressInfo;
    const mounted = { world: new World(seed), answered: [] as Answered[] };
    this.#mounted.set(name, mounted);
    return { url: `http://127.0.0.1:${port}/${name}`, ...mounted };
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise<void>((resolve) =>
      this.server.close(() => {
        resolve();
      }),
    );
  }

  #answer(
    request: IncomingMessage,
    body: string,
  ): { readonly status: number; readonly text: string; readonly gzip: boolean } {
    const url = new URL(request.url ?? "/", "http://service");
    const [, name = "", rest = ""] = /^\/([^/]*)(\/.*)?$/.exec(url.pathname) ?? [];
    const mounted = this.#mounted.get(name);
    if (!mounted) return { status: 404, text: JSON.stringify({ message: "no such case" }), gzip: false };
    const method = request.method ?? "";
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([key, value]) => [key, Array.isArray(value) ? value.join(", ") : value]),
    );
    const answer = handle(mounted.world, { method, path: decodeURI(rest), query: url.searchParams, headers, body });
    const message = answer.body.message;
    mounted.answered.push({
      method,
      path: rest,
      status: answer.status,
      message: answer.status >= 400 && typeof message === "string" ? message : undefined,
      gzip: answer.gzip,
    });
    return { status: answer.status, text: JSON.stringify(answer.body), gzip: answer.gzip };
  }
}
