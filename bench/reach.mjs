// How much of some code leads to a request: `node bench/reach.mjs FOLDER...`, and `npm run bench reach` for this repository's `src`.
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { root } from "./measure.mjs";

const load = createRequire(join(root, "dist/"));
const { noFacts } = load("./src/contract/configuration.js");
const { RequestGraph } = load("./src/graph/flow/request-graph.js");
const { loadTypeScript } = load("./src/hosts/cli/typescript.js");
const { Codebases } = load("./src/hosts/shared/sources/codebases.js");
const { createLibrary } = load("./src/request/library.js");

/** Prints the share of nodes that stand in functions from which a request is reached by resolved calls. */
export function run(folder = join(root, "src")) {
  const ts = loadTypeScript();
  const within = resolve(folder);
  const { sources } = new Codebases(ts).of(join(within, "index.ts"), noFacts);
  const files = sources
    .all()
    .filter((name) => name.startsWith(within))
    .flatMap((name) => sources.file(name) ?? []);
  const before = process.cpuUsage();
  const graph = new RequestGraph(ts, createLibrary(ts, noFacts, sources), sources);
  graph.add(files);
  const { user, system } = process.cpuUsage(before);
  const { files: count, nodes, leading, needed } = graph.size;
  const share = (part) => `${((100 * part) / nodes).toFixed(1)}%`;
  console.log("\nCode that leads to a request");
  console.log(
    `  ${count} files, ${nodes} nodes: ${share(leading)} in functions that lead to one, ${share(needed)} in functions of which a part is needed (${((user + system) / 1e6).toFixed(1)} s CPU for the graph)`,
  );
}

if (process.argv[1] === import.meta.filename) for (const folder of process.argv.slice(2)) run(folder);
