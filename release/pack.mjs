// Packs the package as published, with a manifest without scripts: npm warns of scripts wherever a tarball is
// installed, and ours are only for clones. `node release/pack.mjs [FOLDER]` writes the tarball of the built package,
// and prints its path.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

function npmPack(folder, destination) {
  const args = ["pack", "--json", "--ignore-scripts", "--loglevel=error", "--pack-destination", destination];
  const printed = execFileSync("npm", args, {
    cwd: folder,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
    maxBuffer: 1 << 26,
    shell: process.platform === "win32",
  });
  const [packed] = JSON.parse(printed);
  return packed;
}

/**
 * @param root the folder of the package.
 * @param destination the folder for the tarball.
 * @returns the tarball's name and files, from `npm pack --json`.
 */
export function pack(root, destination) {
  const folder = mkdtempSync(join(tmpdir(), "restraint-pack-"));
  mkdirSync(destination, { recursive: true });
  try {
    const { filename } = npmPack(root, folder);
    execFileSync("tar", ["-xzf", filename], { cwd: folder });
    const unpacked = join(folder, "package");
    const path = join(unpacked, "package.json");
    const { scripts: _, ...manifest } = JSON.parse(readFileSync(path, "utf8"));
    writeFileSync(path, `${JSON.stringify(manifest, undefined, 2)}\n`);
    return npmPack(unpacked, destination);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const root = fileURLToPath(new URL("..", import.meta.url));
if (resolve(process.argv[1] ?? "") === fileURLToPath(import.meta.url)) {
  const destination = resolve(process.argv[2] ?? ".");
  console.log(join(destination, pack(root, destination).filename));
}
