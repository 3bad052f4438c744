// How much is seen, and known, of what applications that others wrote send: `node bench/recall.mjs DIR [--app NAME]... [--sites] [--json] [--timeout S]`.
// DIR holds checkouts named owner+name (bench/gold-sources.md), or archives NAME.tar.xz with NAME.gold.json, which are unpacked into a temporary
// folder. Nothing is fetched, and nothing of theirs is run.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { program, root } from "./measure.mjs";
import { siteOf } from "./recall/annotations.mjs";
import { findRow, isKnown } from "./recall/compare.mjs";

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    app: { type: "string", multiple: true },
    sites: { type: "boolean", default: false },
    json: { type: "boolean", default: false },
    timeout: { type: "string", default: "900" },
    mode: { type: "string", multiple: true, default: ["typed", "untyped"] },
  },
});
const [folder] = positionals;
if (folder === undefined) {
  console.error("Name the folder that holds the checkouts: node bench/recall.mjs DIR");
  process.exit(2);
}

const gold = join(root, "bench/gold");
const archives = readdirSync(folder).filter((file) => file.endsWith(".gold.json"));
const unpacked = archives.length > 0 ? mkdtempSync(join(tmpdir(), "restraint-apps-")) : undefined;
if (unpacked) process.on("exit", () => rmSync(unpacked, { recursive: true, force: true }));
const applications = (unpacked ? annotated() : listed())
  .sort((one, other) => (one.name < other.name ? -1 : 1))
  .filter(({ name }) => flags.app === undefined || flags.app.some((wanted) => name.includes(wanted)));

function listed() {
  return readdirSync(gold, { recursive: true })
    .filter((file) => file.endsWith(".json") && file !== "schema.json")
    .map((file) => ({ name: basename(file, ".json"), ...JSON.parse(readFileSync(join(gold, file), "utf8")) }));
}

/** Applications whose archive lies in the folder, beside a reader's notes. */
function annotated() {
  return archives.map((file) => {
    const name = basename(file, ".gold.json");
    const sites = JSON.parse(readFileSync(join(folder, file), "utf8")).map(siteOf);
    return { name, kind: "annotated in a reader's words", roots: rootsOf(sites), sites };
  });
}

/** @returns the first two folders of each annotated file: an application is looked at as a whole, and not all of a monorepo. */
function rootsOf(sites) {
  return [
    ...new Set(
      sites.map(({ file }) =>
        file
          .split("/")
          .slice(0, file.startsWith("packages/") ? 2 : 1)
          .join("/"),
      ),
    ),
  ];
}

/** @returns the folder of an application, unpacked when it is first asked for. */
function checkoutOf(name) {
  if (unpacked === undefined) return resolve(folder, name);
  const checkout = join(unpacked, name);
  if (!existsSync(checkout)) {
    mkdirSync(checkout);
    spawnSync("tar", ["xJf", resolve(folder, `${name}.tar.xz`), "-C", checkout]);
  }
  return checkout;
}

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
  const checkout = checkoutOf(application.name);
  const about = { name: application.name, kind: application.kind, sites: application.sites.length };
  if (!existsSync(checkout)) return { ...about, skipped: "not there" };
  const commit = commitOf(checkout);
  const modes = {};
  for (const mode of flags.mode) modes[mode] = measure(application, await list(checkout, application, mode));
  return { ...about, ...(commit && commit !== application.commit ? { otherCommit: commit } : {}), modes };
}

function commitOf(checkout) {
  if (existsSync(join(checkout, ".git"))) {
    return spawnSync("git", ["-C", checkout, "rev-parse", "HEAD"], { encoding: "utf8" }).stdout.trim();
  }
  const note = join(checkout, ".commit");
  return existsSync(note) ? readFileSync(note, "utf8").trim() : undefined;
}

/** Runs the program over an application in a process of its own, so that a crash is a line of the table. */
function list(checkout, application, mode) {
  return new Promise((done) => {
    const paths = application.roots.filter((path) => existsSync(join(checkout, path)));
    const configuration = application.configuration && writeConfiguration(application.configuration);
    const options = [
      ...(mode === "untyped" ? ["--no-types"] : []),
      ...(configuration ? ["--config", configuration] : []),
    ];
    const args = ["requests", "--format", "json", ...options, ...paths];
    const usage = join(root, "bench/recall/usage.mjs");
    const child = spawn(process.execPath, ["--import", usage, program, ...args], {
      cwd: checkout,
      stdio: ["ignore", "pipe", "pipe", "pipe"],
    });
    const texts = { out: "", errors: "", used: "" };
    child.stdio[1].setEncoding("utf8").on("data", (chunk) => (texts.out += chunk));
    child.stdio[2].setEncoding("utf8").on("data", (chunk) => (texts.errors += chunk));
    child.stdio[3].setEncoding("utf8").on("data", (chunk) => (texts.used += chunk));
    let late = false;
    const timer = setTimeout(
      () => {
        late = true;
        child.kill("SIGKILL");
      },
      Number(flags.timeout) * 1000,
    );
    child.on("close", (status, signal) => {
      clearTimeout(timer);
      done({ ...texts, failure: late ? `not ready after ${flags.timeout} s` : failureOf(texts, status, signal) });
    });
  });
}

/** @returns a file of its own, as nothing is written into a checkout. */
function writeConfiguration(configuration) {
  const file = join(mkdtempSync(join(tmpdir(), "restraint-gold-")), "restraint.config.json");
  writeFileSync(file, JSON.stringify(configuration));
  return file;
}

function failureOf({ out, errors }, status, signal) {
  try {
    JSON.parse(out);
    return undefined;
  } catch {
    const reason = /heap out of memory/u.test(errors) ? "out of memory" : errors.trim().split("\n").at(-1);
    return `ended with ${signal ?? status}: ${(reason ?? "").slice(0, 200)}`;
  }
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
    ...(used === "" ? {} : JSON.parse(used)),
    troubles,
    wrong,
    missed,
  };
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
  }
}

function printMiss({ place, what, request, lacking = [], listed, client, gaps = [] }) {
  const why = gaps.map(({ part, reason }) => `${part}: ${reason}`).join("; ");
  console.log(
    `    ${what.padEnd(9)} ${place} ${request}${listed === undefined ? "" : ` <- ${listed} (${client}); lacks ${lacking.join(", ")}${why && `; ${why}`}`}`,
  );
}

function summaryOf({ seen, both, full, listed, work, cpu, memory, wrong }, sites) {
  const share = (count) => `${Math.round((100 * count) / sites)}%`.padStart(4);
  const visited = work?.nodes > 0 ? `, ${(work.visited / work.nodes).toFixed(1)} visits a node` : "";
  const used = cpu === undefined ? "" : `, ${cpu.toFixed(1)} s CPU, ${Math.round(memory)} MB`;
  return `seen ${share(seen)}  method and path ${share(both)}  all ${share(full)}  wrong ${wrong.length}  (${listed} listed${visited}${used})`;
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
    for (const key of ["seen", "both", "full", "cpu"]) sum[key] = total((each) => each.modes[mode][key] ?? 0);
    sum.memory = Math.max(...ran.map((each) => each.modes[mode].memory ?? 0));
    console.log(`  ${mode.padEnd(8)} ${summaryOf(sum, sites)} over ${ran.length} applications, ${sites} call sites`);
  }
}
