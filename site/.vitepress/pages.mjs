import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The repository's folder. */
export const root = fileURLToPath(new URL("../..", import.meta.url));

/** The order of the pages that a reader needs first. Other pages of docs/ follow. */
const first = ["configuration", "eslint", "editors", "ci", "manifests", "permissions", "selected"];
const evidence = ["comparison", "case-studies", "precision", "scale", "safety"];
const inside = [
  "architecture",
  "decisions",
  "engine",
  "debugging",
  "clients",
  "adding-a-client",
  "adding-a-rule",
  "adding-a-service",
];

const pagesOfDocs = readdirSync(join(root, "docs"))
  .filter((name) => name.endsWith(".md"))
  .map((name) => name.slice(0, -".md".length))
  .sort();
const others = pagesOfDocs.filter((name) => ![...first, ...evidence, ...inside].includes(name));

function titleOf(path) {
  return /^# (.+)$/mu.exec(readFileSync(join(root, path), "utf8"))?.[1] ?? path;
}

function pageItems(names) {
  return names
    .filter((name) => pagesOfDocs.includes(name))
    .map((name) => ({ text: titleOf(`docs/${name}.md`), link: `/docs/${name}` }));
}

function rulesOf(group) {
  return readdirSync(join(root, "rules", group))
    .filter((name) => name.endsWith(".ts"))
    .map((name) => name.slice(0, -".ts".length))
    .filter((id) => existsSync(join(root, `docs/rules/${id}.md`)))
    .map((id) => ({ text: id, link: `/docs/rules/${id}` }));
}

const groups = readdirSync(join(root, "rules"), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name)
  .sort();

export const navigation = [
  { text: "Start", link: "/start" },
  { text: "Rules", link: "/docs/rules/" },
  { text: "Playground", link: "/playground" },
  { text: "Compared", link: "/docs/comparison" },
  { text: "Found", link: "/docs/case-studies" },
];

export const sidebar = [
  {
    text: "Guide",
    items: [
      { text: "Start", link: "/start" },
      { text: "Playground", link: "/playground" },
      ...pageItems([...first, ...others]),
    ],
  },
  {
    text: "Rules",
    items: [
      { text: "All rules", link: "/docs/rules/" },
      ...groups.map((group) => ({ text: group, collapsed: true, items: rulesOf(group) })),
    ],
  },
  { text: "Evidence", items: pageItems(evidence) },
  {
    text: "Inside",
    items: [
      ...pageItems(inside),
      { text: "Contributing", link: "/CONTRIBUTING" },
      { text: "Changelog", link: "/CHANGELOG" },
    ],
  },
];
