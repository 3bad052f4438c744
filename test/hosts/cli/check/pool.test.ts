import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { checkInThreads, threadsFor } from "../../../../src/hosts/cli/check/pool";
import { checkJson, goodTable, makeFolder, fixableTable } from "../program";

/** As many files as make a second thread pay, where the machine can run one. */
const many = 3001;

test("a thread is started only where there is much to do", () => {
  expect(threadsFor(0)).toBe(0);
  expect(threadsFor(100)).toBe(0);
  if (availableParallelism() > 1) expect(threadsFor(many)).toBeGreaterThan(0);
  expect(threadsFor(1_000_000)).toBeLessThan(1_000);
});

test("without a thread each file is checked here, once and in order", async () => {
  const tasks = Array.from({ length: 100 }, (_, index) => ({
    path: String(index),
    file: String(index),
    language: "yaml" as const,
    cached: false,
  }));
  const done: string[] = [];
  const checkHere = ({ file }: { file: string }) => ({ key: file, report: undefined });
  await checkInThreads(tasks, 0, { configuration: undefined, fixWithin: undefined }, checkHere, (task) =>
    done.push(task.file),
  );
  expect(done).toEqual(tasks.map(({ file }) => file));
});

test("many files give the same findings, in order, whichever thread checks them; threads fix files, heed the configuration, and name what they cannot read", () => {
  const names = Array.from({ length: many }, (_, index) => `${String(index).padStart(4, "0")}.yaml`);
  const folder = makeFolder({
    ...Object.fromEntries(names.map((name, index) => [name, index % 10 === 0 ? fixableTable : goodTable])),
    "bad.yaml": Buffer.from("Table\0"),
    "my.config.yaml": "rules: { no-unknown-kind-fields: warn }\n",
  });
  const wrong = names.filter((_, index) => index % 10 === 0);
  const before = checkJson(folder, ["--config", "my.config.yaml"]);
  const fields = before.findings.filter(({ rule }) => rule === "no-unknown-kind-fields");
  expect(fields.map(({ file }) => file)).toEqual(wrong);
  expect(new Set(fields.map((finding) => "severity" in finding && finding.severity))).toEqual(new Set(["warn"]));
  expect(before.summary).toMatchObject({ checked: many, unreadable: 1 });
  expect(checkJson(folder, ["--fix"]).summary).toMatchObject({ fixed: wrong.length, errors: 0, unreadable: 1 });
  for (const name of names) expect(readFileSync(join(folder, name), "utf8"), name).toBe(goodTable);
});
