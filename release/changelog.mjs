// The text changes of a release. Reads and writes no file.

const heading = "## [Unreleased]";

/**
 * @param {string} changelog
 * @returns {{ text: string, parts: string[] }} the text under *Unreleased*, and the names of its parts.
 */
export function readUnreleased(changelog) {
  const start = changelog.indexOf(`${heading}\n`);
  if (start < 0) throw new Error(`CHANGELOG.md has no heading \`${heading}\`.`);
  const rest = changelog.slice(start + heading.length);
  const end = rest.search(/^## \[|^\[[^\]]+\]: /mu);
  const text = (end < 0 ? rest : rest.slice(0, end)).trim();
  return { text, parts: [...text.matchAll(/^### (\w+)$/gmu)].map(([, part]) => part) };
}

/**
 * The default version of a release. Before 1.0.0 the second number stands for breaking changes.
 *
 * @param {string} current
 * @param {readonly string[]} parts the parts of *Unreleased*.
 * @param {boolean} isPublished whether the current version has been released.
 * @returns {string}
 */
export function nextVersion(current, parts, isPublished) {
  if (!isPublished) return current;
  const [major, minor, patch] = current.split(".").map(Number);
  const breaks = parts.includes("Removed");
  if (breaks && major > 0) return `${major + 1}.0.0`;
  if (breaks || parts.includes("Added") || parts.includes("Changed")) return `${major}.${minor + 1}.0`;
  return `${major}.${minor}.${patch + 1}`;
}

/**
 * @param {string} changelog
 * @param {string} version
 * @param {string} date
 * @param {string} repository
 * @param {string | undefined} previous
 * @returns {string} the changelog with the entries of *Unreleased* under the version, and links that compare it with
 * the previous one.
 */
export function releaseChangelog(changelog, version, date, repository, previous) {
  const { text } = readUnreleased(changelog);
  if (text === "") throw new Error("CHANGELOG.md has nothing under *Unreleased*: there is nothing to release.");
  const moved = changelog.replace(`${heading}\n`, () => `${heading}\n\n## [${version}] - ${date}\n`);
  const link =
    previous === undefined
      ? `${repository}/releases/tag/v${version}`
      : `${repository}/compare/v${previous}...v${version}`;
  const unreleased = `[Unreleased]: ${repository}/compare/v${version}...HEAD\n[${version}]: ${link}`;
  return /^\[Unreleased\]: .*$/mu.test(moved)
    ? moved.replace(/^\[Unreleased\]: .*$/mu, () => unreleased)
    : `${moved.trimEnd()}\n\n${unreleased}\n`;
}

/**
 * @param {string} page
 * @param {string} name
 * @param {string} before
 * @param {string} version
 * @returns {string} the page, with this version in the examples that install the package.
 */
export function replaceVersion(page, name, before, version) {
  return page.replaceAll(`${name}@${before}`, `${name}@${version}`);
}
