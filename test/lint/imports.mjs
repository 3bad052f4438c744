// Fails on imports against the direction in the table of docs/architecture.md, on import cycles, and on imports that
// the playground lacks.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { findMissingInBundle } from "./bundle.mjs";
import { importsOf } from "./source-imports.mjs";

const root = resolve(process.argv[2] ?? join(dirname(fileURLToPath(import.meta.url)), "../.."));

/** @returns for each layer, in the table's order: its folder, and the folders that it may import. */
function readLayers() {
  const rows = readFileSync(join(root, "docs/architecture.md"), "utf8").matchAll(
    /^\| `((?:src|rules)[^`]*)` \|.*\| ([^|]+) \|$/gmu,
  );
  const layers = [];
  for (const [, written, allowed] of rows) {
    const folder = written.replace(/\/<\w+>$/u, "");
    const above = layers.map((layer) => layer.folder);
    const named = above.filter((each) => allowed.split(/[^\w/]+/u).includes(each.replace("src/", "")));
    layers.push({ folder, may: /\b(?:above|everything)\b/u.test(allowed) ? above : named });
  }
  if (layers.length < 8) throw new Error("The table of folders in docs/architecture.md was not understood.");
  return layers;
}

/** @returns folders named in the table that do not exist. */
function findUnnamed(layers) {
  return layers
    .filter(({ folder }) => !existsSync(join(root, folder)))
    .map(({ folder }) => `docs/architecture.md names ${folder}, which is not there`);
}

function* sourceFiles(folder) {
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* sourceFiles(path);
    else if (entry.name.endsWith(".ts")) yield path;
  }
}

function layerOf(layers, path) {
  return layers.findLast(({ folder }) => path.startsWith(`${folder}/`));
}

/** Hosts' folders that other hosts may import. */
const served = new Set(["shared", "editor"]);

const hostOf = (path) => /^src\/hosts\/([^/]+)\//u.exec(path)?.[1];

function findWrongWay(layers, file, { files, packages }) {
  const problems = [];
  const layer = layerOf(layers, file);
  if (!layer) return [`${file}: its folder is not in the table of docs/architecture.md`];
  for (const { path } of files) {
    const target = layerOf(layers, path);
    const [from, to] = [hostOf(file), hostOf(path)];
    if (from !== undefined && to !== undefined && from !== to && !served.has(to))
      problems.push(`${file} imports ${path}: hosts never import each other`);
    else if (target !== layer && (!target || !layer.may.includes(target.folder)))
      problems.push(`${file} imports ${path}: ${layer.folder} may not import ${target?.folder ?? "it"}`);
  }
  const host = hostOf(file);
  for (const { name } of packages) {
    if (name === "typescript" && host === undefined && layer.folder !== "src/generate")
      problems.push(`${file} loads typescript: the analysis is handed the one to use`);
    if (name === "typescript" && host === "tsserver")
      problems.push(`${file} loads typescript: tsserver hands its own in`);
    if (/^eslint(?:\/|$)/u.test(name) && host !== "eslint")
      problems.push(`${file} loads eslint: only the ESLint host may`);
    if (layer.folder === "rules" && name.startsWith("node:"))
      problems.push(`${file} loads ${name}: a rule is a pure function`);
  }
  return problems;
}

/**
 * The maximum number of files with types that refer to each other in cycles: none of them can be understood without the
 * others.
 */
const mostInComponent = 11;

/** @returns the groups of files that import each other, including types (strongly connected components, by Tarjan). */
function findComponents(graph) {
  const components = [];
  const path = [];
  const lowest = new Map();
  const visit = (file) => {
    const at = path.push(file) - 1;
    lowest.set(file, at);
    for (const next of graph.get(file) ?? []) {
      if (!lowest.has(next)) visit(next);
      lowest.set(file, Math.min(lowest.get(file), lowest.get(next)));
    }
    if (lowest.get(file) !== at) return;
    const component = path.splice(at);
    for (const each of component) lowest.set(each, Infinity);
    components.push(component);
  };
  for (const file of graph.keys()) if (!lowest.has(file)) visit(file);
  return components;
}

/** @returns an import cycle, each found once, as a path of files. */
function findCircles(graph) {
  const circles = new Map();
  const done = new Set();
  const visit = (file, trail) => {
    const at = trail.indexOf(file);
    if (at !== -1) {
      const circle = trail.slice(at);
      circles.set([...circle].sort().join("\n"), [...circle, file]);
      return;
    }
    if (done.has(file)) return;
    for (const next of graph.get(file) ?? []) visit(next, [...trail, file]);
    done.add(file);
  };
  for (const file of graph.keys()) visit(file, []);
  return [...circles.values()];
}

const layers = readLayers();
const graph = new Map();
const withTypes = new Map();
const problems = [...findUnnamed(layers), ...findMissingInBundle(root)];
let count = 0;
for (const file of [...sourceFiles("src"), ...sourceFiles("rules")].map((path) => relative(".", path)).sort()) {
  const imports = importsOf(root, file);
  // Types of a few files may refer to each other; imports at run time must not be cyclic.
  graph.set(
    file,
    imports.files.filter(({ typeOnly }) => !typeOnly).map(({ path }) => path),
  );
  withTypes.set(
    file,
    imports.files.map(({ path }) => path),
  );
  count += imports.files.length;
  problems.push(...findWrongWay(layers, file, imports));
}
const circles = findCircles(graph);
problems.push(...circles.map((circle) => `circular: ${circle.join(" -> ")}`));
const components = findComponents(withTypes).filter((component) => component.length > mostInComponent);
problems.push(
  ...components.map(
    (component) => `${component.length} files speak of each other, types included: ${component.sort().join(", ")}`,
  ),
);
for (const problem of problems) console.error(problem);
console.log(`${graph.size} files, ${count} imports, ${problems.length} against the architecture`);
if (problems.length > 0) process.exitCode = 1;
