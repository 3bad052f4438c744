// The applications whose call sites were annotated, and where their code lies.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { root } from "../measure.mjs";
import { siteOf } from "./annotations.mjs";

const ownGold = join(root, "bench/gold");

/**
 * @param {string} folder holds a folder of each: `owner+name`, or with `gold` the names of its `sources.tsv`.
 * @param {string | undefined} gold a folder with `sources.tsv` (name, repository, commit and roots in columns) and `NAME.gold.json`, in a reader's words.
 * @returns the applications: name, kind, roots and sites, and the folder of each, whether it is there or not.
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
