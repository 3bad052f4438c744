import type { FileCode, ValueId } from "../../code/graph";
import type { ValueNode } from "../../code/values";
import type { CandidateCall } from "../flow";
import type { FileFlow } from "../track/file-flow";

/**
 * Finds the requests to which the code at a position may contribute, by the value graph alone.
 *
 * @param candidates the calls of the file that send or lead, or may.
 * @returns the candidates into which the innermost values at the position flow; all candidates if such a value leaves its function other than through a
 *   variable: as the result, in a field, or in an object of the caller.
 */
export function callsAbout(
  flow: FileFlow,
  position: number,
  candidates: readonly CandidateCall[],
): readonly CandidateCall[] {
  // The set grows during the iteration.
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

/** Whether a value flows along an edge that the graph of its function lacks: as a result, into a field, or into an object of the caller. */
function leaves({ code, functionsGiving, fieldsHolding }: FileFlow, id: ValueId): boolean {
  if (functionsGiving.of(id).length > 0 || fieldsHolding.has(id)) return true;
  if (code.values[id]?.kind !== "write") return false;
  const root = code.values[code.roots[id] ?? id]?.kind;
  return root === "this" || root === "super" || root === "parameter";
}

/** Adds a call and the earlier calls of its chain: the request of `patch(url).set(name, value)` is reported at its first call. */
function addChain(code: FileCode, id: ValueId, calls: Set<ValueId>): void {
  for (let at: ValueId | undefined = id; at !== undefined && !calls.has(at);) {
    const node: ValueNode | undefined = code.values[at];
    if (node?.kind !== "call") return;
    calls.add(at);
    const callee: ValueNode | undefined = code.values[node.callee];
    at = callee?.kind === "member" ? callee.object : undefined;
  }
}

/** @returns the values with the smallest ranges around a position. */
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
