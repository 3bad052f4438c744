// Measures how many requests of applications by other authors are found, and how much is known of them.
//
//     node bench/recall.mjs DIR [--gold FOLDER] [--app NAME]... [--mode typed] [--sites] [--rows N] [--json]
//       [--timeout S]
//
// DIR contains their code by name: owner+name of `bench/gold` (bench/gold-sources.md), or the names of
// FOLDER/sources.tsv, with annotations in FOLDER/NAME.gold.json. Nothing is fetched, and no code of theirs is run.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { applicationsIn } from "./recall/applications.mjs";
import { findRow, isKnown } from "./recall/compare.mjs";
import { listRequests, parseAlone } from "./recall/run.mjs";

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    app: { type: "string", multiple: true },
    gold: { type: "string" },
    sites: { type: "boolean", default: false },
    rows: { type: "string", default: "0" },
    json: { type: "boolean", default: false },
    timeout: { type: "string", default: "900" },
    mode: { type: "string", multiple: true, default: ["untyped"] },
  },
});
const [folder] = positionals;
if (folder === undefined) {
  console.error("Name the folder that holds the code: node bench/recall.mjs DIR");
  process.exit(2);
}

const applications = applicationsIn(folder, flags.gold).filter(
  ({ name }) => flags.app === undefined || flags.app.some((wanted) => name.includes(wanted)),
);

const unknown = (flags.app ?? []).filter((wanted) => !applications.some(({ name }) => name.includes(wanted)));
if (unknown.length > 0) {
  console.error(`No application of the list is named ${unknown.join(", ")}.`);
  process.exit(2);
}

const results = [];
for (const application of applications) {
  const result = await compareAll(application);
  results.push(result);
  if (!flags.json) printApplication(result);
}
if (flags.json) console.log(JSON.stringify(results, null, 2));
else printTotals(results);

async function compareAll(application) {
  const { checkout } = application;
  const about = { name: application.name, kind: application.kind, sites: application.sites.length };
  if (!existsSync(checkout)) return { ...about, skipped: "not there" };
  const commit = commitOf(checkout);
  const timeout = Number(flags.timeout);
  const parsing = await parseAlone(application, timeout);
  const modes = {};
  for (const mode of flags.mode) {
    const ran = await listRequests(application, { mode, timeout });
    modes[mode] = { parsing, ...measure(application, ran) };
  }
  return { ...about, ...(commit && commit !== application.commit ? { otherCommit: commit } : {}), modes };
}

function commitOf(checkout) {
  if (existsSync(join(checkout, ".git"))) {
    return spawnSync("git", ["-C", checkout, "rev-parse", "HEAD"], { encoding: "utf8" }).stdout.trim();
  }
  const note = join(checkout, ".commit");
  return existsSync(note) ? readFileSync(note, "utf8").trim() : undefined;
}

function measure(application, { out, errors, used, failure }) {
  if (failure !== undefined) return { failure };
  const { requests, summary } = JSON.parse(out);
  const troubles = errors.split("\n").filter((line) => line.includes("error:"));
  const seen = [];
  const wrong = [];
  const missed = [];
  for (const site of application.sites) {
    const found = findRow(site, requests);
    const place = `${site.file}:${site.line}`;
    if (found === undefined) {
      missed.push({ place, what: "not seen", request: describe(site) });
      continue;
    }
    const both = isKnown(site, found, ["method", "path"]);
    const full = isKnown(site, found);
    seen.push({ both, full });
    wrong.push(...found.wrong.map((each) => ({ place, ...each })));
    if (!full)
      missed.push({ place, what: both ? "not all" : "seen only", request: describe(site), ...reasons(site, found) });
  }
  return {
    seen: seen.length,
    both: seen.filter(({ both }) => both).length,
    full: seen.filter(({ full }) => full).length,
    listed: requests.length,
    work: summary.work,
    ...used,
    rows: pickRows(requests),
    troubles,
    wrong,
    missed,
  };
}

/** @returns some rows, evenly spread, for a reader to compare with the code. */
function pickRows(requests) {
  const count = Math.min(Number(flags.rows), requests.length);
  const step = requests.length / Math.max(count, 1);
  return Array.from({ length: count }, (_, index) => requests[Math.floor(index * step)]).map(
    ({ file, line, client, method, origin = "", path, query, headers, headersElsewhere, body, gaps }) => {
      const fields = [...headers, ...(headersElsewhere ? ["what is set elsewhere"] : [])];
      return `${file}:${line} ${method ?? "?"} ${origin}${path ?? "?"} ?${query.join("&")} [${fields.join(", ")}] ${body ?? ""} (${client}; not known: ${gaps.map(({ part }) => part).join(", ")})`;
    },
  );
}

function reasons(site, { row, known, wrong }) {
  const lacking = Object.keys(site.knowable).filter((part) => site.knowable[part] && !known.has(part));
  return {
    lacking,
    listed: `${row.method ?? "?"} ${row.origin ?? ""}${row.path ?? "?"}${row.body === undefined ? "" : ` ${row.body}`}`,
    client: row.client,
    gaps: row.gaps.filter(({ part }) => lacking.includes(part) && !wrong.some((each) => each.part === part)),
  };
}

function describe({ method, path }) {
  return `${method ?? "?"} ${path ?? "?"}`;
}

function printApplication({ name, kind, sites, skipped, otherCommit, modes }) {
  console.log(`\n${name.replace("+", "/")}  (${kind}; ${sites} call sites)`);
  if (skipped) return console.log(`  skipped: ${skipped}`);
  if (otherCommit) console.log(`  the checkout is at ${otherCommit}: lines may differ`);
  for (const [mode, figures] of Object.entries(modes)) {
    console.log(`  ${mode.padEnd(8)} ${figures.failure ?? summaryOf(figures, sites)}`);
    if (figures.failure) continue;
    for (const { place, part, claimed, annotated } of figures.wrong) {
      console.log(`    wrong    ${place} ${part}: claimed "${claimed}", annotated "${annotated}"`);
    }
    if (figures.troubles.length > 0) console.log(`    troubles ${figures.troubles.length}: ${figures.troubles[0]}`);
    if (flags.sites) figures.missed.forEach(printMiss);
    for (const row of figures.rows) console.log(`    row      ${row}`);
  }
}

function printMiss({ place, what, request, lacking = [], listed, client, gaps = [] }) {
  const why = gaps.map(({ part, reason }) => `${part}: ${reason}`).join("; ");
  console.log(
    `    ${what.padEnd(9)} ${place} ${request}${listed === undefined ? "" : ` <- ${listed} (${client}); lacks ${lacking.join(", ")}${why && `; ${why}`}`}`,
  );
}

function summaryOf({ seen, both, full, listed, work, cpu, parsing, memory, wrong }, sites) {
  const share = (count) => `${count} (${Math.round((100 * count) / sites)}%)`;
  const visited = work?.nodes > 0 ? `; ${work.nodes} nodes, ${(work.visited / work.nodes).toFixed(2)} visits each` : "";
  const times = parsing > 0 ? `, ${(cpu / parsing).toFixed(1)} x ${parsing.toFixed(1)} s of parsing` : "";
  const used = cpu === undefined ? "" : `; ${cpu.toFixed(1)} s CPU${times}, ${Math.round(memory)} MB`;
  return `seen ${share(seen)}, method and path ${share(both)}, all ${share(full)}, wrong ${wrong.length}; ${listed} rows${visited}${used}`;
}

function printTotals(all) {
  console.log("\nAll together");
  for (const mode of flags.mode) {
    const ran = all.filter(({ modes }) => modes && !modes[mode].failure);
    const total = (pick) => ran.reduce((sum, each) => sum + pick(each), 0);
    const sites = total((each) => each.sites);
    if (sites === 0) continue;
    const sum = {
      listed: total((each) => each.modes[mode].listed),
      wrong: ran.flatMap((each) => each.modes[mode].wrong),
    };
    for (const key of ["seen", "both", "full", "cpu", "parsing"])
      sum[key] = total((each) => each.modes[mode][key] ?? 0);
    sum.memory = Math.max(...ran.map((each) => each.modes[mode].memory ?? 0));
    console.log(`  ${mode.padEnd(8)} ${summaryOf(sum, sites)} over ${ran.length} applications, ${sites} call sites`);
  }
}
