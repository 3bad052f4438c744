// Builds the package when it is installed from git: npm runs this as `prepare`, in a clone.
import { spawnSync } from "node:child_process";
import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Removes settings of the npm that installs the package (`--global`, `--prefix`); they must not affect the clone. */
function ownEnvironment() {
  const foreign = /^npm_config_(?:global|location|prefix|install_links|omit|include|production)$/iu;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !foreign.test(name)));
}

function npm(...args) {
  const { status } = spawnSync("npm", args, {
    cwd: root,
    stdio: "inherit",
    env: ownEnvironment(),
    shell: process.platform === "win32",
  });
  return status === 0;
}

rmSync(join(root, "dist"), { recursive: true, force: true });
// `npm install --global git+…` installs no packages in the clone.
const isInstalled = existsSync(join(root, "node_modules/typescript/bin/tsc"));
if (!isInstalled)
  npm("install", "--silent", "--ignore-scripts", "--no-save", "--include=dev", "--no-audit", "--no-fund");
npm("run", "--silent", "build");
if (!existsSync(join(root, "dist/src/hosts/cli/main.js"))) {
  console.error("eslint-plugin-restraint could not be built. What the compiler has said stands above.");
  process.exitCode = 1;
}
