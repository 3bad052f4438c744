// The applications with annotated call sites, and the folders of their code.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { root } from "../measure.mjs";
import { siteOf } from "./annotations.mjs";

const ownGold = join(root, "bench/gold");

/**
 * @param {string} folder contains a folder for each: `owner+name`, or with `gold` the names of its `sources.tsv`.
 * @param {string | undefined} gold a folder with `sources.tsv` (columns name, repository, commit and roots) and
 * `NAME.gold.json`, in a reader's words.
 * @returns the applications: name, kind, roots, sites and folder, whether or not the folder exists.
 */
export function applicationsIn(folder, gold) {
  const all = gold === undefined ? listed() : annotated(gold);
  return all
    .map((each) => ({ ...each, checkout: resolve(folder, each.name) }))
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}

function listed() {
  return readdirSync(ownGold, { recursive: true })
    .filter((file) => file.endsWith(".json") && file !== "schema.json")
    .map((file) => ({ name: basename(file, ".json"), ...JSON.parse(readFileSync(join(ownGold, file), "utf8")) }));
}

function annotated(gold) {
  const lines = readFileSync(join(gold, "sources.tsv"), "utf8").split("\n");
  return lines.flatMap((line) => {
    const [name, repository, , roots] = line.split("\t");
    if (repository === undefined) return [];
    const notes = join(gold, `${name}.gold.json`);
    const own = join(ownGold, `${repository.replace("/", "+")}.json`);
    const about = { name, roots: roots.split(" ") };
    if (existsSync(notes)) {
      const sites = JSON.parse(readFileSync(notes, "utf8")).map(siteOf);
      return [{ ...about, kind: "annotated in a reader's words", sites }];
    }
    if (!existsSync(own)) return [];
    return [{ ...about, ...JSON.parse(readFileSync(own, "utf8")), name }];
  });
}
