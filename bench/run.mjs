// `npm run bench [section...] [folder] [-- --write]`: prints ratios to peers measured in the same run, and counts of
// work, all in whole processes. Seconds depend on the machine; compare the ratios and counts. With `--write`, the
// results of the sections go into README.md.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import { join } from "node:path";

const sections = [
  "manifests",
  "kinds",
  "fields",
  "growth",
  "code",
  "check",
  "hosts",
  "edits",
  "editors",
  "work",
  "comparison",
  "corpora",
  "diff",
];
/** Sections that write their own tables elsewhere. */
const unwritten = new Set(["comparison", "corpora"]);
const page = join(import.meta.dirname, "README.md");
const versions = ["typescript", "eslint", "typescript-eslint"].map((name) => {
  const { version } = JSON.parse(
    readFileSync(join(import.meta.dirname, `../node_modules/${name}/package.json`), "utf8"),
  );
  return `${name} ${version}`;
});

const given = process.argv.slice(2);
const writes = given.includes("--write");
const isFolder = (name) => !sections.includes(name) && existsSync(name);
/** The folder of applications, for the sections that need it. */
const folder = given.find(isFolder);
const asked = given.filter((name) => name !== "--write" && !isFolder(name));
const unknown = asked.filter((name) => !sections.includes(name));
if (unknown.length > 0) {
  console.error(`There is no section ${unknown.join(", ")}. Sections: ${sections.join(", ")}.`);
  process.exit(2);
}
for (const name of asked.length > 0 ? asked : sections) {
  const { run } = await import(
    ["comparison", "corpora", "diff", "editors"].includes(name) ? `./${name}/run.mjs` : `./${name}.mjs`
  );
  const load = loadavg()[0].toFixed(1);
  const printed = await printing(() => run(folder));
  if (writes && !unwritten.has(name))
    write(name, [
      `${[`Node ${process.versions.node}`, ...versions].join(", ")}; ${cpus().length} cores, load ${load}`,
      ...printed,
    ]);
}

/** Runs a section. @returns the lines that it prints. */
async function printing(run) {
  const { log } = console;
  const lines = [];
  console.log = (...words) => {
    lines.push(...words.join(" ").split("\n"));
    log(...words);
  };
  try {
    await run();
  } finally {
    console.log = log;
  }
  return lines;
}

function write(name, lines) {
  const text = readFileSync(page, "utf8");
  const [begin, end] = [`<!-- begin ${name} -->`, `<!-- end ${name} -->`];
  const [before, after] = [text.indexOf(begin), text.indexOf(end)];
  if (before < 0 || after < before) throw new Error(`README.md has no place for the section ${name}.`);
  const block = lines.map((line) => line.trimEnd()).join("\n");
  writeFileSync(page, `${text.slice(0, before)}${begin}\n\n\`\`\`text\n${block}\n\`\`\`\n\n${text.slice(after)}`);
}
