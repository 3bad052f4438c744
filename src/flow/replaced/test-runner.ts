import type { ValueId } from "../../code/graph";
import type { Call } from "../../code/values";
import { behind } from "../../evaluate/objects/behind";
import { nodeAt } from "../../evaluate/places";
import type { ProjectFile } from "../../project/project-file";

/** Modules that export test functions, according to their own documentation. */
const packages: ReadonlySet<string> = new Set([
  ...["vitest", "@jest/globals", "mocha", "node:test", "bun:test", "ava", "tap", "uvu", "tape", "@japa/runner"],
  ...["@playwright/test", "cypress", "@std/testing/bdd", "qunit"],
]);

/** Functions that runners put into the global scope. */
const globals: ReadonlySet<string> = new Set(["describe", "it", "test", "suite"]);

const tests = new WeakMap<ProjectFile["code"], boolean>();

/** @returns whether a file holds tests: it imports from a test runner, or uses one of its global functions. */
export function isTestFile({ code }: ProjectFile): boolean {
  let known = tests.get(code);
  if (known === undefined) {
    known =
      code.imports.some(({ specifier }) => packages.has(specifier)) ||
      code.values.some((node) => node.kind === "global" && globals.has(node.name));
    tests.set(code, known);
  }
  return known;
}

const runners: ReadonlySet<string | undefined> = new Set(["vi", "jest", "vitest"]);

/** @returns whether a call calls one of some functions of a test runner: `vi.mock(…)`, `jest.fn()`. */
export function ofTestRunner(file: ProjectFile, { callee }: Call, ...names: readonly string[]): boolean {
  const member = nodeAt(file, callee);
  if (member.kind !== "member" || typeof member.key !== "string" || !names.includes(member.key)) return false;
  const owner = nodeAt(file, behind(file, member.object));
  if (owner.kind === "global") return runners.has(owner.name);
  return owner.kind === "imported" && runners.has(file.code.imports[owner.import]?.name);
}

/** @returns whether a call calls a function of sinon or of one of its sandboxes: `sinon.stub(…)`, `sandbox.stub(…)`. */
export function ofSinon(file: ProjectFile, { callee }: Call, name: string): boolean {
  const member = nodeAt(file, callee);
  return member.kind === "member" && member.key === name && isSinon(file, member.object);
}

function isSinon(file: ProjectFile, id: ValueId): boolean {
  const owner = nodeAt(file, behind(file, id));
  if (owner.kind === "imported") return file.code.imports[owner.import]?.specifier === "sinon";
  if (owner.kind === "call") return ofSinon(file, owner, "createSandbox");
  if (owner.kind !== "variable") return false;
  const { assigned = [] } = file.code.variables[owner.variable] ?? {};
  return assigned.some(({ value }) => {
    const created = nodeAt(file, behind(file, value));
    return created.kind === "call" && ofSinon(file, created, "createSandbox");
  });
}
