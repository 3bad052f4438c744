import type { ValueId } from "../code/graph";
import { operandsOf } from "../code/operands";
import type { ValueNode } from "../code/values";
import type { Evaluator } from "../evaluate/evaluator";
import type { ProjectFile } from "../project/project-file";
import type { Step } from "./requests";
import { addTo } from "../text/groups";

/** Bound on the values between a call and a read of its answer: `await`, a variable, `.json()`. */
const mostUses = 12;

/** Evaluates the calls that read the answer of a request, in the function that sends it: clients record there where the answer's type may be declared. */
export function readAnswer(evaluator: Evaluator, { file, call, context }: Step): void {
  const uses = usesIn(file);
  const seen = new Set<ValueId>([call]);
  const waiting: ValueId[] = [call];
  for (let id = waiting.pop(); id !== undefined && seen.size <= mostUses; id = waiting.pop()) {
    for (const use of uses.get(id) ?? []) {
      const node = file.code.values[use];
      if (!node || seen.has(use) || node.in !== file.code.values[call]?.in || !isStep(node, id)) continue;
      seen.add(use);
      waiting.push(use);
      if (node.kind === "call") evaluator.valueOf(use, context);
    }
  }
}

/** Whether a value passes an answer on: it is the answer itself, a member of it, or the result of calling such a member. */
function isStep(node: ValueNode, of: ValueId): boolean {
  return node.kind === "call" ? node.callee === of : steps.has(node.kind);
}

const steps: ReadonlySet<ValueNode["kind"]> = new Set(["await", "named", "member", "typed", "refined"]);

const known = new WeakMap<ProjectFile, ReadonlyMap<ValueId, readonly ValueId[]>>();

/** By value: the values that have it as an operand. */
function usesIn(file: ProjectFile): ReadonlyMap<ValueId, readonly ValueId[]> {
  const before = known.get(file);
  if (before) return before;
  const uses = new Map<ValueId, ValueId[]>();
  file.code.values.forEach((node, id) => {
    for (const operand of operandsOf(node)) {
      addTo(uses, operand, id);
    }
  });
  known.set(file, uses);
  return uses;
}
