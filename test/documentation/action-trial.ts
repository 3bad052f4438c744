import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { parse } from "yaml";
import { root } from "../harness/fixtures";
import type { Trial } from "./trials";

interface Step {
  readonly uses?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}

/** Compares the steps of a job that use the action with its inputs; test/action.test.ts runs what it does with them. */
export const actionTrial: Trial = async (text) => {
  const job = parse(text) as readonly Step[] | { readonly steps: readonly Step[] };
  const steps: readonly Step[] = "steps" in job ? job.steps : job;
  const { inputs } = parse(readFileSync(join(root, "action.yml"), "utf8")) as { readonly inputs: object };
  const own = steps.filter(({ uses = "" }) => uses.startsWith("OWNER/REPOSITORY@"));
  expect(own).toHaveLength(1);
  const given = Object.keys(own[0]?.with ?? {});
  expect(given.length).toBeGreaterThan(0);
  expect(given.filter((name) => !(name in inputs))).toEqual([]);
  await Promise.resolve();
};
