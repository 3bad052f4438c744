// `npm run bench [section...]`: ratios against peers measured in the same run, whole processes, and counts of work.
// The machine decides the seconds; the ratios and counts are what to compare.
const sections = ["manifests", "kinds", "fields", "growth", "code", "edits", "editors", "work", "comparison"];

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !sections.includes(name));
if (unknown.length > 0) {
  console.error(`There is no section ${unknown.join(", ")}. Sections: ${sections.join(", ")}.`);
  process.exit(2);
}
for (const name of asked.length > 0 ? asked : sections) {
  const { run } = await import(["comparison", "editors"].includes(name) ? `./${name}/run.mjs` : `./${name}.mjs`);
  await run();
}
