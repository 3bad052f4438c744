import { defineConfig } from "vitest/config";
import { builtFiles, builtSources } from "./test/setup/built-sources.mjs";
import { ProcessesFirst, sortTests } from "./test/setup/test-files.mjs";

const sorted = sortTests(import.meta.dirname);

// Expensive tests try a part of their cases, drawn by a seed. It is the same in each run as long as tests are known to fail: others would fail with another.
process.env.RESTRAINT_SEED ??= "1";
// What starts many processes takes turns by the week, which no list depends on.
process.env.RESTRAINT_WEEK ??= String(Math.floor(Date.now() / (7 * 24 * 3600 * 1000)));

export default defineConfig(({ mode }) => {
  // The projects read this file again, in the mode `test`: the environment tells them what the run was asked for.
  if (mode === "campaign") process.env.RESTRAINT_CAMPAIGN = "1";
  return {
    plugins: [builtSources(import.meta.dirname)],
    test: {
      globalSetup: [
        "test/setup/seed.mts",
        "test/setup/build.mts",
        "test/setup/temporary-folders.ts",
        "test/setup/compiled-code.mts",
      ],
      server: { deps: { external: [builtFiles] } },
      // Tests drive real processes (eslint, tsserver, git): they need room on a loaded machine.
      testTimeout: 60_000,
      // One worker for each core: much of the time is spent waiting for those processes.
      maxWorkers: "100%",
      hookTimeout: 120_000,
      teardownTimeout: 60_000,
      // Tests share what a worker has loaded: TypeScript and the sources take a second each time.
      isolate: false,
      // Programs with types fill the space for new values at once: with the size that Node gives it, a fifth of the time goes into clearing it.
      execArgv: ["--max-semi-space-size=64"],
      sequence: { sequencer: ProcessesFirst },
      // `npm run test:unit` runs the first alone, without those that are tagged; `npm test` runs both.
      projects: [
        { extends: true, test: { name: "unit", include: sorted.unit } },
        { extends: true, test: { name: "processes", include: sorted.processes } },
      ],
      tags: [
        {
          name: "long",
          description: "Takes long by its nature: many drawn cases, bounds at full size, whole programs with types.",
        },
      ],
      // Tests that are known to fail.
      setupFiles: ["test/acceptance/setup.mts"],
    },
  };
});
