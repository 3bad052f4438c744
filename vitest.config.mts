import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    // Tests drive real processes (eslint, tsserver, git): they need room on a loaded machine.
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
