// Builds the site into site/dist, and checks its links: node site/build.mjs [--test]
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const site = fileURLToPath(new URL(".", import.meta.url));
const installed = join(site, "node_modules/.installed-lock.json");

function run(command, ...args) {
  execFileSync(command, args, { cwd: site, stdio: "inherit", shell: process.platform === "win32" });
}

/** The site's packages are installed separately, so that builds of the plugin do not wait for them. */
function install() {
  const lock = readFileSync(join(site, "package-lock.json"), "utf8");
  if (existsSync(installed) && readFileSync(installed, "utf8") === lock) return;
  run("npm", "ci", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error");
  writeFileSync(installed, lock);
}

install();
run(process.execPath, "engine/build.mjs");
run(process.execPath, "node_modules/vitepress/bin/vitepress.js", "build", ".");
run(process.execPath, "check-links.mjs");
run(process.execPath, "sizes.mjs");
if (process.argv.includes("--test")) run(process.execPath, "test/browser.mjs");
