import type { ValueId } from "../../code/graph";
import type { Call } from "../../code/values";
import { isLogFunction, isLogging } from "../../syntax/logging";
import { readerName } from "../../syntax/readers";
import type { Context } from "../domain";
import type { Evaluation } from "../evaluation";

/** Whether a call of which only the name is known changes none of its arguments: it writes to a log, or its package is known to read. */
export function onlyReads({ surroundings: { ts } }: Evaluation, { file }: Context, id: ValueId, call: Call): boolean {
  if (call.how !== "call") return false;
  const node = file.nodeOf(id);
  return isLogging(ts, node) || isLogFunction(ts, node) || readerName(ts, node) !== undefined;
}
