import type { Call } from "../../code/values";
import { behind } from "../../evaluate/objects/behind";
import { nodeAt } from "../../evaluate/places";
import type { ProjectFile } from "../../project/project-file";

const runners: ReadonlySet<string | undefined> = new Set(["vi", "jest", "vitest"]);

/** @returns whether a call is one of a function of a test runner: `vi.mock(…)`, `jest.fn()`. */
export function ofTestRunner(file: ProjectFile, { callee }: Call, ...names: readonly string[]): boolean {
  const member = nodeAt(file, callee);
  if (member.kind !== "member" || typeof member.key !== "string" || !names.includes(member.key)) return false;
  const owner = nodeAt(file, behind(file, member.object));
  if (owner.kind === "global") return runners.has(owner.name);
  return owner.kind === "imported" && runners.has(file.code.imports[owner.import]?.name);
}
