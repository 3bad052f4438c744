// Counts what the plugin does in a process: the trees that it has TypeScript make, the value graphs, and the files in which it finds nothing.
import { createRequire } from "node:module";
import { join } from "node:path";
import { root } from "../measure.mjs";

const load = createRequire(join(root, "dist/"));

/** Begins to count; to be called before the plugin and the parser are loaded. @returns gives the counts up to now. */
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

/** TypeScript's exports cannot be changed, so that all who load it get others with the same names. */
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
