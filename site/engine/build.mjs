// Bundles the engine for a worker in the browser, from the sources, into build/engine/.
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { readLibraries } from "./libraries.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));
const root = join(here, "../..");
const output = join(here, "../build/engine");

/** Node's modules are replaced by those in `platform/`, or by empty ones if the engine never calls them. */
const platform = {
  name: "platform",
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /^(?:node:)?(?:crypto|fs|inspector|module|net|os|path|perf_hooks)$/ }, ({ path, importer }) => {
      const own = join(here, "platform", `${path.replace("node:", "")}.mjs`);
      const isEmpty = /[\\/]node_modules[\\/]typescript[\\/]/u.test(importer) || !existsSync(own);
      return isEmpty ? { path, namespace: "empty" } : { path: own };
    });
    onLoad({ filter: /.*/, namespace: "empty" }, () => ({ contents: "module.exports = {}" }));
  },
};

rmSync(output, { recursive: true, force: true });
mkdirSync(output, { recursive: true });
await build({
  entryPoints: [join(here, "worker.mjs")],
  outdir: output,
  bundle: true,
  format: "esm",
  splitting: true,
  platform: "browser",
  target: "es2022",
  minify: true,
  legalComments: "linked",
  nodePaths: [join(root, "node_modules")],
  define: {
    __filename: '"/engine/worker.js"',
    __dirname: '"/engine"',
    "process.env.NODE_ENV": '"production"',
    // A page has no environment variables.
    "process.env": "{}",
  },
  plugins: [platform],
  logLevel: "warning",
});
writeFileSync(join(output, "libraries.json"), JSON.stringify(readLibraries()));
