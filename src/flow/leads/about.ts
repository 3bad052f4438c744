import type { FileCode, ValueId } from "../../code/graph";
import type { ValueNode } from "../../code/values";
import type { CandidateCall } from "../flow";
import type { FileFlow } from "../track/file-flow";

/**
 * Which requests of a file what is written at a position may be part of, by the value graph alone.
 *
 * @param candidates calls of the file that send or lead, or may.
 * @returns those of them that the innermost values at the position flow into; all of them where such a value leaves its function in another way
 *   than through a variable: as its result, in a field, or in what it was given.
 */
export function callsAbout(
  flow: FileFlow,
  position: number,
  candidates: readonly CandidateCall[],
): readonly CandidateCall[] {
  // A set is walked with what is added to it meanwhile.
  const reached = new Set(innermostAt(flow.code, position));
  const called = new Set<ValueId>();
  for (const id of reached) {
    if (leaves(flow, id)) return candidates;
    flow.eachUser(id, (user) => reached.add(user));
    for (const variable of flow.variablesHolding.of(id))
      for (const read of flow.variableReads.of(variable)) reached.add(read);
    addChain(flow.code, id, called);
  }
  return candidates.filter(({ call }) => called.has(call));
}

/** Whether a value goes where the graph of its function has no edge to. */
function leaves({ code, functionsGiving, fieldsHolding }: FileFlow, id: ValueId): boolean {
  if (functionsGiving.of(id).length > 0 || fieldsHolding.has(id)) return true;
  if (code.values[id]?.kind !== "write") return false;
  const root = code.values[code.roots[id] ?? id]?.kind;
  return root === "this" || root === "super" || root === "parameter";
}

/** Adds a call, and those whose result it is a method of: `patch(url).set(name, value)` is told at its first call. */
function addChain(code: FileCode, id: ValueId, calls: Set<ValueId>): void {
  for (let at: ValueId | undefined = id; at !== undefined && !calls.has(at);) {
    const node: ValueNode | undefined = code.values[at];
    if (node?.kind !== "call") return;
    calls.add(at);
    const callee: ValueNode | undefined = code.values[node.callee];
    at = callee?.kind === "member" ? callee.object : undefined;
  }
}

/** @returns the values of the smallest pieces of the text that hold a position. */
function innermostAt(code: FileCode, position: number): readonly ValueId[] {
  let smallest = Infinity;
  let found: ValueId[] = [];
  for (const [id, { start, end }] of code.values.entries()) {
    if (position < start || end < position || end - start > smallest) continue;
    if (end - start < smallest) found = [];
    smallest = end - start;
    found.push(id);
  }
  return found;
}
