// Prints the download sizes for a visitor of the playground.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const dist = fileURLToPath(new URL("dist", import.meta.url));
const chunks = join(dist, "assets/chunks");
const files = [
  [
    "the playground's page",
    join(
      chunks,
      readdirSync(chunks).find((name) => name.startsWith("Playground.")),
    ),
  ],
  ["the engine", join(dist, "engine/worker.js")],
  [
    "TypeScript",
    join(
      dist,
      "engine",
      readdirSync(join(dist, "engine")).find((name) => /^typescript-.*\.js$/u.test(name)),
    ),
  ],
  ["the platform's declarations", join(dist, "engine/libraries.json")],
];
for (const [name, path] of files) {
  const bytes = readFileSync(path);
  const kilobytes = (size) => `${Math.round(size / 1024)} KB`;
  console.log(`${name}: ${kilobytes(bytes.length)}, ${kilobytes(gzipSync(bytes).length)} compressed`);
}
