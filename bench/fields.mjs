// Compares the parser of selectors with json-mask's compiler, which reads the same notation, and with a loop over all
// characters. In one process.
import { createRequire } from "node:module";
import { join } from "node:path";
import { root } from "./measure.mjs";

const load = createRequire(join(root, "bench/fields.mjs"));

/** Typical selectors, and one with many segments. */
const selectors = [
  "id,name,mimeType",
  "nextPageToken,items(id,snippet(title,publishedAt),status/privacyStatus)",
  "files(id, name, owners(displayName,emailAddress)),nextPageToken",
  "items/pagemap/*/title",
  Array.from({ length: 200 }, (_, index) => `field${index}(a,b/c)`).join(","),
];

/** @returns the speed in megabytes of selectors per second, the best of five runs. */
function speed(read) {
  const size = selectors.reduce((sum, each) => sum + each.length, 0);
  let best = 0;
  for (let round = 0; round < 5; round += 1) {
    const start = process.hrtime.bigint();
    let times = 0;
    for (; Number(process.hrtime.bigint() - start) < 2e8; times += 1) for (const each of selectors) read(each);
    const seconds = Number(process.hrtime.bigint() - start) / 1e9;
    best = Math.max(best, (size * times) / 1e6 / seconds);
  }
  return best;
}

function scan(text) {
  let sum = 0;
  for (let index = 0; index < text.length; index += 1) sum += text.charCodeAt(index);
  return sum;
}

/** Prints the table. */
export async function run() {
  const { parseFields } = load("../dist/src/fields/parse.js");
  const { default: compile } = await import("json-mask/lib/compiler.js");
  const reference = speed(compile);
  console.log("\nselectors, in one process");
  for (const [name, value] of [
    ["json-mask's compile", reference],
    ["our parser, with ranges", speed(parseFields)],
    ["a look at each character", speed(scan)],
  ])
    console.log(
      `  ${name.padEnd(44)} speed ${(value / reference).toFixed(2).padStart(6)}   (${value.toFixed(1)} MB/s)`,
    );
}
