import ts from "typescript";
import { analyseCode } from "../../src/analysis/code";
import { builtinContract } from "../../src/contract/builtin";
import { noFacts } from "../../src/contract/configuration/configuration";
import type { Request } from "../../src/request/request";
import type { Read } from "../../src/response/reads";
import { parse } from "./evaluating";

/** `name` for certain reads, `name?` for possible ones, `name=` if all of the value may be used. */
function print(read: Read): string {
  const inner = [...read.fields.values()].map(print).sort().join(",");
  const own = read.name === "" ? "" : `${read.name}${read.places.length > 0 ? "" : "?"}${read.whole ? "=" : ""}`;
  return read.name === "" ? inner : own + (inner === "" ? "" : `(${inner})`);
}

export function requestsOf(text: string, name = "test.tsx"): readonly Request[] {
  return analyseCode({ ts, sourceFile: parse(text, name), contract: builtinContract, facts: noFacts }).requests;
}

/** The reads of the last request's response in a text: see `print`. */
export function readsOf(text: string, name?: string): string {
  const reads = requestsOf(text, name).at(-1)?.reads;
  if (!reads) return "not known";
  return reads.escape ? "escapes" : print(reads.body);
}
