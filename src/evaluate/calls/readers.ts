import type { ValueId } from "../../code/graph";
import type { Call } from "../../code/values";
import { isLogFunction, isLogging } from "../../syntax/logging";
import { readerName } from "../../syntax/readers";
import type { Context } from "../domain";
import type { Evaluation } from "../evaluation";

/** @returns whether a call surely changes none of its arguments, by its name: it writes to a log, or belongs to a package that is known to read only. */
export function onlyReads({ surroundings: { ts } }: Evaluation, { file }: Context, id: ValueId, call: Call): boolean {
  if (call.how !== "call") return false;
  const node = file.nodeOf(id);
  return isLogging(ts, node) || isLogFunction(ts, node) || readerName(ts, node) !== undefined;
}
