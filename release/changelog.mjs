// What a release changes in texts; nothing here reads or writes a file.

const heading = "## [Unreleased]";

/** @returns what stands under *Unreleased*: the names of its parts, and the text. */
export function readUnreleased(changelog) {
  const start = changelog.indexOf(`${heading}\n`);
  if (start < 0) throw new Error(`CHANGELOG.md has no heading \`${heading}\`.`);
  const rest = changelog.slice(start + heading.length);
  const end = rest.search(/^## \[|^\[[^\]]+\]: /mu);
  const text = (end < 0 ? rest : rest.slice(0, end)).trim();
  return { text, parts: [...text.matchAll(/^### (\w+)$/gmu)].map(([, part]) => part) };
}

/**
 * The version that a release gets if none is named. Before 1.0.0 the second number stands for what breaks.
 *
 * @param parts those of *Unreleased*. @param isPublished whether the current version has been released.
 */
export function nextVersion(current, parts, isPublished) {
  if (!isPublished) return current;
  const [major, minor, patch] = current.split(".").map(Number);
  const breaks = parts.includes("Removed");
  if (breaks && major > 0) return `${major + 1}.0.0`;
  if (breaks || parts.includes("Added") || parts.includes("Changed")) return `${major}.${minor + 1}.0`;
  return `${major}.${minor}.${patch + 1}`;
}

/** @returns the changelog with the entries of *Unreleased* under the version, and links that compare it with the one before. */
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

/** @returns a page in which examples that install a version install this one. */
export function replaceVersion(page, name, before, version) {
  return page.replaceAll(`${name}@${before}`, `${name}@${version}`);
}
