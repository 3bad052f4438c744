// Measures whole processes: interleaved runs, medians, peak memory, and ratios to the first process.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = join(dirname(fileURLToPath(import.meta.url)), "..");

/** The folder of inputs and peers, kept between runs. */
export const cache = join(root, ".cache/bench");

/** The built program. */
export const program = join(root, "dist/src/hosts/cli/main.js");

/**
 * Installs packages once, separate from our own dependencies.
 *
 * @param name of the folder in the cache.
 * @param packages `name@range`.
 * @returns the folder with `node_modules`; `undefined` if npm cannot fetch them.
 */
export function installPeers(name, packages) {
  const folder = join(cache, name);
  const wanted = packages.join(" ");
  const mark = join(folder, "installed.txt");
  if (existsSync(mark) && readFileSync(mark, "utf8") === wanted) return folder;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true }));
  const { status } = spawnSync(
    "npm",
    ["install", "--no-audit", "--no-fund", "--ignore-scripts", "--legacy-peer-deps", ...packages],
    { cwd: folder, stdio: "ignore" },
  );
  if (status !== 0) return undefined;
  writeFileSync(mark, wanted);
  return folder;
}

/**
 * A command to measure.
 *
 * @typedef {{ name: string, command: string[], cwd?: string, statuses?: number[], once?: boolean }} Contestant
 *   `statuses`: those that mean that it did its work (default: 0 and 1); `once`: too slow to be run more than once.
 */

/**
 * Runs commands in turn and prints their medians, as ratios to the first.
 *
 * @param {string} title
 * @param {Contestant[]} contestants
 * @param {number} rounds
 * @returns {Promise<Map<string, { time: number, cpu: number, memory: number }>>} ratios to the first, by name.
 */
export async function race(title, contestants, rounds = 5) {
  console.log(`\n${title}`);
  const runs = new Map(contestants.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const contestant of contestants) {
      if (contestant.once && round > 0) continue;
      runs.get(contestant.name).push(await measure(contestant));
    }
  }
  const medians = new Map(
    [...runs].map(([name, all]) => [
      name,
      {
        time: median(all.map((run) => run.time)),
        cpu: median(all.map((run) => run.cpu)),
        memory: median(all.map((run) => run.memory)),
      },
    ]),
  );
  const [reference] = medians.values();
  const ratios = new Map();
  for (const [name, { time, cpu, memory }] of medians) {
    const ratio = { time: time / reference.time, cpu: cpu / reference.cpu, memory: memory / reference.memory };
    ratios.set(name, ratio);
    const [timeText, cpuText] = [ratio.time, ratio.cpu].map((each) => each.toFixed(2).padStart(7));
    console.log(
      `  ${name.padEnd(44)} time ${timeText}   CPU ${cpuText}   memory ${ratio.memory.toFixed(2).padStart(6)}   (${time.toFixed(2)} s, ${cpu.toFixed(2)} s of CPU, ${Math.round(memory / 1024)} MB)`,
    );
  }
  return ratios;
}

function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

/** @returns wall time and CPU time in seconds, and peak resident memory in KB, of one run. */
function measure({ name, command, cwd, statuses = [0, 1] }) {
  return new Promise((resolve, reject) => {
    const start = process.hrtime.bigint();
    const [executable, ...args] = command;
    const child = spawn(executable, args, { cwd, stdio: ["ignore", "ignore", "pipe"] });
    let [memory, cpu] = [0, 0];
    let errors = "";
    child.stderr.on("data", (chunk) => (errors += chunk));
    const poll = setInterval(() => {
      memory = Math.max(memory, peakMemory(child.pid));
      cpu = Math.max(cpu, processorTime(child.pid));
    }, 5);
    child.on("error", reject);
    child.on("close", (status) => {
      clearInterval(poll);
      const time = Number(process.hrtime.bigint() - start) / 1e9;
      if (!statuses.includes(status)) reject(new Error(`${name} ended with ${status}:\n${errors.slice(0, 2000)}`));
      else resolve({ time, cpu, memory });
    });
  });
}

/** Linux keeps the peak, so polling only needs one look near the end. Other systems: 0. */
function peakMemory(pid) {
  try {
    return Number(/VmHWM:\s+(\d+)/u.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0);
  } catch {
    return 0;
  }
}

/**
 * CPU time in seconds of all threads and ended children, in steps of a hundredth. Other load on the machine changes it
 * little. Systems other than Linux: 0.
 */
function processorTime(pid) {
  try {
    const [, after] = readFileSync(`/proc/${pid}/stat`, "utf8").split(/\) (?=\S )/u);
    const spent = after.split(" ").slice(11, 15).map(Number);
    return spent.reduce((sum, each) => sum + each, 0) / 100;
  } catch {
    return 0;
  }
}
