// `npm run release -- [VERSION] [--dry-run]`: creates the commit and the tag of a release. CI builds the published
// package from the tag.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { nextVersion, readUnreleased, releaseChangelog, replaceVersion } from "./changelog.mjs";
import { pack } from "./pack.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const isDry = process.argv.includes("--dry-run");
const asked = process.argv.slice(2).find((each) => !each.startsWith("--"));
const problems = [];

function run(cwd, command, ...args) {
  return execFileSync(command, args, {
    cwd,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
    maxBuffer: 1 << 26,
  }).trim();
}
const git = (...args) => run(root, "git", ...args);
const read = (path) => readFileSync(join(root, path), "utf8");
const say = (text) => console.log(text);

/** Notes a reason against a release, unless a condition holds. A dry run lists the reasons and continues. */
function expect(isTrue, message) {
  if (!isTrue) problems.push(message);
}

function checkRepository(version, manifest) {
  expect(/^\d+\.\d+\.\d+(?:-[\w.]+)?$/u.test(version), `\`${version}\` is no version: write three numbers with dots.`);
  expect(git("status", "--porcelain") === "", "The working tree has changes: commit or remove them.");
  expect(git("tag", "--list", `v${version}`) === "", `The tag v${version} is there already: choose another version.`);
  expect(
    !manifest.repository.url.includes("example.com"),
    "`repository.url` of package.json is a placeholder: npm shows where a package was built (provenance) only for the true address.",
  );
}

/** @returns the files that a release changes, with their new texts. */
function plan(version, manifest, previous) {
  const { name, version: before, homepage } = manifest;
  const pages = [
    "README.md",
    "action.yml",
    ...readdirSync(join(root, "docs"))
      .filter((file) => file.endsWith(".md"))
      .map((file) => `docs/${file}`),
  ];
  const date = new Date().toISOString().slice(0, 10);
  const texts = new Map(pages.map((page) => [page, replaceVersion(read(page), name, before, version)]));
  texts.set(
    "CHANGELOG.md",
    releaseChangelog(read("CHANGELOG.md"), version, date, homepage.replace(/#.*$/u, ""), previous),
  );
  for (const file of ["package.json", "package-lock.json"])
    texts.set(file, read(file).replace(/"version": "[^"]*"/u, `"version": "${version}"`));
  // The lock file contains the package's version twice, in its first lines.
  texts.set(
    "package-lock.json",
    texts
      .get("package-lock.json")
      .replace(new RegExp(`("": \\{\\s+"name": "${name}",\\s+"version": )"[^"]*"`, "u"), `$1"${version}"`),
  );
  return new Map([...texts].filter(([file, text]) => text !== read(file)));
}

/** Builds and packs the commit with the release's changes in a clone, so that untracked files are not published. */
function packInClone(texts) {
  const folder = mkdtempSync(join(tmpdir(), "restraint-release-"));
  try {
    const clone = join(folder, "clone");
    run(root, "git", "clone", "--quiet", "--local", root, clone);
    symlinkSync(join(root, "node_modules"), join(clone, "node_modules"), "junction");
    for (const [file, text] of texts) writeFileSync(join(clone, file), text);
    run(clone, "npm", "run", "--silent", "build");
    const { filename, files } = pack(clone, clone);
    const tarball = join(clone, filename);
    checkTarball(clone, tarball, folder);
    return { filename, files: files.length, bytes: statSync(tarball).size };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function checkTarball(clone, tarball, folder) {
  const bin = (name) => join(root, "node_modules/.bin", name);
  attempt("publint", () => run(clone, bin("publint"), "run", tarball, "--strict"));
  attempt("attw", () => run(clone, bin("attw"), tarball, "--ignore-rules", "named-exports"));
  attempt("the installed program", () => {
    writeFileSync(join(folder, "package.json"), '{"private":true}');
    run(folder, "npm", "install", "--no-audit", "--no-fund", "--loglevel=error", tarball);
    const version = run(
      folder,
      process.execPath,
      join(folder, "node_modules/eslint-plugin-restraint/dist/src/hosts/cli/main.js"),
      "--version",
    );
    if (!tarball.includes(version)) throw new Error(`it says that it is ${version}`);
  });
}

function attempt(name, check) {
  try {
    check();
    say(`ok      ${name}`);
  } catch (error) {
    problems.push(`${name}: ${error.stdout || error.stderr || error.message}`);
  }
}

function main() {
  const manifest = JSON.parse(read("package.json"));
  const published = git("tag", "--list", "v*", "--sort=-v:refname").split("\n").filter(Boolean);
  const isPublished = published.includes(`v${manifest.version}`);
  const version = asked ?? nextVersion(manifest.version, readUnreleased(read("CHANGELOG.md")).parts, isPublished);
  say(`${isDry ? "rehearsal of " : ""}version ${version}${asked ? "" : ", by what CHANGELOG.md has under Unreleased"}`);
  checkRepository(version, manifest);
  const texts = plan(version, manifest, published[0]?.slice(1));
  say(`changes ${[...texts.keys()].join(", ")}`);
  if (problems.length === 0 || isDry) {
    const { filename, files, bytes } = packInClone(texts);
    say(`packed  ${filename}: ${files} files, ${Math.round(bytes / 1024)} KB`);
  }
  for (const problem of problems) console.error(`PROBLEM ${problem}`);
  if (problems.length > 0) process.exitCode = 1;
  if (isDry || problems.length > 0) {
    say(isDry ? "nothing was changed: this was a rehearsal" : "nothing was changed");
    return;
  }
  for (const [file, text] of texts) writeFileSync(join(root, file), text);
  git("add", ...texts.keys());
  git("commit", "--quiet", "--message", `Release ${version}`);
  git("tag", "--annotate", `v${version}`, "--message", `Release ${version}`);
  say(
    `committed and tagged; \`git push --follow-tags\` has CI publish it with provenance, and \`git tag --delete v${version}\` takes it back`,
  );
}

main();
