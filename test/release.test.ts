import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, test } from "vitest";
import { parse } from "yaml";
import { nextVersion, readUnreleased, releaseChangelog, replaceVersion } from "../release/changelog.mjs";
import { root } from "./harness/fixtures";

const changelog = `# Changelog

## [Unreleased]

### Added

- A rule.

## [0.1.0] - 2026-01-01

### Added

- All.

[Unreleased]: https://example.org/r/compare/v0.1.0...HEAD
[0.1.0]: https://example.org/r/releases/tag/v0.1.0
`;

describe("a release", () => {
  it("moves the entries of Unreleased under its version", () => {
    expect(readUnreleased(changelog)).toEqual({ text: "### Added\n\n- A rule.", parts: ["Added"] });
    const released = releaseChangelog(changelog, "0.2.0", "2026-02-03", "https://example.org/r", "0.1.0");
    expect(readUnreleased(released).text).toBe("");
    expect(released).toContain("## [Unreleased]\n\n## [0.2.0] - 2026-02-03\n\n### Added\n\n- A rule.\n\n## [0.1.0]");
    expect(released).toContain(
      "[Unreleased]: https://example.org/r/compare/v0.2.0...HEAD\n[0.2.0]: https://example.org/r/compare/v0.1.0...v0.2.0\n[0.1.0]:",
    );
  });

  it("has something to release", () => {
    const released = releaseChangelog(changelog, "0.2.0", "2026-02-03", "https://example.org/r", "0.1.0");
    expect(() => releaseChangelog(released, "0.3.0", "2026-02-04", "https://example.org/r", "0.2.0")).toThrow(
      /nothing to release/u,
    );
    expect(() => readUnreleased("# Changelog\n")).toThrow(/no heading/u);
  });

  it("names itself in examples that install it, and leaves other versions alone", () => {
    expect(replaceVersion('["a@0.1.0", "b@0.1.0", "a@0.0.9"]', "a", "0.1.0", "0.2.0")).toBe(
      '["a@0.2.0", "b@0.1.0", "a@0.0.9"]',
    );
  });
});

test.each([
  ["0.1.0", ["Added"], false, "0.1.0"],
  ["0.1.0", ["Fixed"], true, "0.1.1"],
  ["0.1.0", ["Fixed", "Added"], true, "0.2.0"],
  ["0.1.0", ["Removed"], true, "0.2.0"],
  ["1.4.2", ["Removed", "Added"], true, "2.0.0"],
  ["1.4.2", ["Changed"], true, "1.5.0"],
  ["1.4.2", ["Fixed"], true, "1.4.3"],
])("after %s, with %j, published: %s, comes %s", (current, parts, isPublished, expected) => {
  expect(nextVersion(current, parts, isPublished)).toBe(expected);
});

test("what is published has no script that npm warns of", () => {
  const { jobs } = parse(readFileSync(join(root, ".github/workflows/release.yml"), "utf8")) as {
    jobs: { publish: { steps: readonly { run?: string }[] } };
  };
  const commands = jobs.publish.steps.map(({ run = "" }) => run);
  const packed = commands.indexOf("node release/pack.mjs packed");
  expect(packed).toBeGreaterThan(commands.indexOf(".ci/run"));
  expect(commands.findIndex((command) => command.startsWith("npm publish ./packed/*.tgz"))).toBeGreaterThan(packed);
});
