// Counts the plugin's work in a process: trees that TypeScript creates for it, value graphs, and files without
// findings.
import { createRequire } from "node:module";
import { join } from "node:path";
import { root } from "../measure.mjs";

const load = createRequire(join(root, "dist/"));

/**
 * Begins to count. Must be called before the plugin and the parser are loaded.
 *
 * @returns a function that returns the counts so far.
 */
export function count() {
  const trees = [];
  const graphs = [];
  let silent = 0;
  let codebases = 0;
  countTrees((name) => trees.push(name));
  replace("./src/code/build.js", "buildCode", (build) => (ts, tree) => {
    graphs.push(tree.fileName);
    return build(ts, tree);
  });
  replace("./src/analysis/code.js", "analyseCode", (analyse) => (input) => {
    const analysis = analyse(input);
    if (analysis.requests.length + analysis.manifests.length === 0) silent += 1;
    return analysis;
  });
  replace("./src/analysis/codebase.js", "createCodebase", (create) => (...parameters) => {
    codebases += 1;
    return create(...parameters);
  });
  return () => ({ codebases, trees: trees.length, graphs: graphs.length, silent });
}

/** TypeScript's exports are read-only, so every importer gets a copy with the same names. */
function countTrees(made) {
  const path = load.resolve("typescript");
  const ts = load(path);
  const createSourceFile = (...parameters) => {
    if (new Error().stack.includes(`${root}/dist/`)) made(parameters[0]);
    return ts.createSourceFile(...parameters);
  };
  load.cache[path].exports = { ...ts, createSourceFile };
}

function replace(module, name, wrap) {
  const exports = load(module);
  exports[name] = wrap(exports[name]);
}
