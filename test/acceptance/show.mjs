// Shows why tests fail on the engine that evaluates on demand: `node test/acceptance/show.mjs PATTERN [FILE...]`. For each failing test whose name
// contains the pattern: its programs, what either engine finds in them, and what was expected.
import { runTests } from "./run.mjs";

const [pattern, ...files] = process.argv.slice(2);
if (pattern === undefined) {
  console.error("Usage: node test/acceptance/show.mjs PATTERN [FILE...]");
  process.exit(2);
}
const escaped = pattern.replace(/[\\^$.*+?()[\]{}|]/gu, "\\$&");
process.exitCode = await runTests(["--reporter", "dot", "-t", escaped, ...files], { RESTRAINT_SHOW: "1" });
