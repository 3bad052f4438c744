import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { beforeEach, type RunnerTask, type RunnerTestCase } from "vitest";
import fc from "fast-check";
import { uniqueNames } from "./names.mjs";

/** A test of `pending.json` has to fail, and every other one has to pass. */

const root = join(import.meta.dirname, "../..");
const pending = JSON.parse(readFileSync(join(import.meta.dirname, "pending.json"), "utf8")) as Readonly<
  Record<string, readonly string[]>
>;
const isOff = process.env.RESTRAINT_PENDING === "off";

// A list of what fails needs the same cases in each run.
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(process.env.RESTRAINT_SEED) });

const namesInFiles = new WeakMap<object, ReadonlyMap<RunnerTask, string>>();

beforeEach(({ task }) => {
  const { file } = task;
  const listed = pending[relative(root, file.filepath)];
  if (isOff || !listed) return;
  let names = namesInFiles.get(file);
  if (!names) namesInFiles.set(file, (names = namesIn(file.tasks)));
  // What passes although it is listed is then told as an error.
  if (listed.includes(names.get(task) ?? "")) (task as { fails?: boolean }).fails = true;
});

function namesIn(tasks: readonly RunnerTask[]): ReadonlyMap<RunnerTask, string> {
  const tests = testsIn(tasks);
  const names = uniqueNames(tests.map(nameOf));
  return new Map(tests.map((test, index) => [test, names[index] ?? ""]));
}

function testsIn(tasks: readonly RunnerTask[]): readonly RunnerTestCase[] {
  return tasks.flatMap((task) => (task.type === "suite" ? testsIn(task.tasks) : [task]));
}

function nameOf(test: RunnerTask): string {
  const names = [test.name];
  for (let { suite } = test; suite; { suite } = suite) names.unshift(suite.name);
  return names.join(" > ");
}
