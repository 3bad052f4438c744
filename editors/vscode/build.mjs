// Packages the extension with the plugin of this checkout: node editors/vscode/build.mjs [--test]
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL(".", import.meta.url));
const root = join(here, "../..");
const vsix = join(here, "dist/restraint.vsix");

function run(cwd, command, ...args) {
  return execFileSync(command, args, {
    cwd,
    stdio: ["ignore", "pipe", "inherit"],
    encoding: "utf8",
    shell: process.platform === "win32",
  });
}

/** The extension's packages are installed separately, so that builds of the plugin do not wait for them. */
function install() {
  const installed = join(here, "node_modules/.installed-lock.json");
  const lock = readFileSync(join(here, "package-lock.json"), "utf8");
  if (existsSync(installed) && readFileSync(installed, "utf8") === lock) return;
  run(here, "npm", "ci", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error");
  writeFileSync(installed, lock);
}

async function bundle() {
  const { build } = createRequire(join(here, "package.json"))("esbuild");
  await build({
    entryPoints: [join(here, "src/extension.ts")],
    outfile: join(here, "dist/extension.js"),
    bundle: true,
    minify: true,
    platform: "node",
    target: "node20",
    format: "cjs",
    external: ["vscode"],
  });
}

/**
 * Places the plugin beside the bundle as `npm install` does, so that tsserver and the language server find it and its
 * TypeScript.
 */
async function pack() {
  const stage = mkdtempSync(join(tmpdir(), "restraint-vsix-"));
  try {
    for (const name of ["README.md", "LICENSE", ".vscodeignore"]) cpSync(join(here, name), join(stage, name));
    mkdirSync(join(stage, "dist"));
    cpSync(join(here, "dist/extension.js"), join(stage, "dist/extension.js"));
    const {
      scripts: _scripts,
      devDependencies: _development,
      ...manifest
    } = JSON.parse(readFileSync(join(here, "package.json"), "utf8"));
    const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
    writeFileSync(join(stage, "package.json"), JSON.stringify({ ...manifest, version }, undefined, 2));
    const [{ filename }] = JSON.parse(
      run(root, "npm", "pack", "--json", "--silent", "--ignore-scripts", "--pack-destination", stage),
    );
    const options = ["--no-audit", "--no-fund", "--ignore-scripts", "--omit=dev", "--omit=peer", "--loglevel=error"];
    run(stage, "npm", "install", ...options, join(stage, filename));
    const { createVSIX } = createRequire(join(here, "package.json"))("@vscode/vsce");
    await createVSIX({ cwd: stage, packagePath: vsix, allowMissingRepository: true, skipLicense: true });
  } finally {
    rmSync(stage, { recursive: true, force: true });
  }
}

install();
run(root, process.execPath, join(root, "node_modules/typescript/bin/tsc"), "-p", here);
await bundle();
await pack();
if (process.argv.includes("--test"))
  execFileSync(process.execPath, [join(here, "test/editor.mjs"), vsix], { stdio: "inherit" });
