import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { unifiedDiff } from "../../src/text/line-diff";
import { makeFolder } from "../hosts/cli/program";

const text = fc
  .tuple(fc.array(fc.constantFrom("a", "b", "c", "", "d\r"), { maxLength: 30 }), fc.boolean())
  .map(([lines, ends]) => lines.join("\n") + (ends && lines.length > 0 ? "\n" : ""));

test("git makes the one text of the other by the difference", () => {
  fc.assert(
    fc.property(text, text, (before, after) => {
      const difference = unifiedDiff("a.txt", before, after);
      if (before === after) return difference === "";
      fc.pre(before !== "" && after !== "");
      const folder = makeFolder({ "a.txt": before });
      const { stderr } = spawnSync("git", ["apply", "-p1", "--whitespace=nowarn", "-"], {
        cwd: folder,
        input: difference,
        encoding: "utf8",
      });
      expect(stderr).toBe("");
      return readFileSync(join(folder, "a.txt"), "utf8") === after;
    }),
    { numRuns: 60 },
  );
});

test("a change stands with three lines around it, and changes that are close together in one piece", () => {
  const lines = Array.from({ length: 30 }, (_, index) => `${index + 1}`);
  const changed = lines.map((line) => (["10", "13", "25"].includes(line) ? `${line}!` : line));
  const difference = unifiedDiff("n", lines.join("\n"), changed.join("\n"));
  expect(difference.match(/^@@.*$/gmu)).toEqual(["@@ -7,10 +7,10 @@", "@@ -22,7 +22,7 @@"]);
});
