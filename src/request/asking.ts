import type TS from "typescript";
import type { Run, Sent } from "../clients/native";
import type { Sending } from "../response/follow";
import type { Reads } from "../response/reads";
import { containsRange, type Range } from "../text/range";
import type { Place } from "./request";

/** A call that sends a request: the client's, or one of a wrapper around it. */
export interface Asking {
  /** The call chain to the request, beginning with this call. */
  readonly calls: readonly Place[];
  /** File and range of the call. */
  readonly sourceFile: TS.SourceFile;
  readonly range: Range;
  /** Absent if it is unknown how the client returns the answer. */
  readonly reads: Reads | undefined;
  /** The function around the call passes the answer on to its callers, or reads nothing of it and sends what they supply. */
  readonly passesOn: boolean;
  /** @returns the known calls of the function around this call. */
  readonly askers: () => readonly Asking[];
}

/** Follows the reads of a request's answer in a file. */
export type ReadsOf = (sending: Omit<Sending, "answer">, file: TS.SourceFile) => Reads;

/** Bound on the functions that pass an answer on. */
const mostLevels = 12;

type Level = Pick<Sent, "node" | "site" | "callers" | "isOpen" | "around" | "path">;

/** Facts about the answer to a request. */
export interface AnswerFacts {
  /** Absent if it is unknown how the client returns the answer. */
  readonly readsOf?: ReadsOf | undefined;
  /** @returns whether a part of the answer surely has no fields: a caller that gets it can read no more. */
  isPlain(path: readonly string[]): boolean;
}

/** @param made the calls inside a library, which follow those of the project. */
export function askingOf(sent: Level, made: readonly Place[], answer: AnswerFacts): Asking {
  const { callers, isOpen, around, reads } = throughCallbacks(sent, answer.readsOf);
  const { site, node, path } = sent;
  // A recursive call sends nothing new.
  const runs = around().filter((run) => !isWithin(run.call, run.code));
  const leaves = runs.some(({ code }) => reads?.leaves.get(code)?.some((path) => !answer.isPlain(path)) === true);
  const isRead = reads === undefined || reads.escape !== undefined || reads.body.fields.size > 0;
  return {
    calls: [...path.map(placeOf), ...made],
    sourceFile: site.getSourceFile(),
    range: rangeOf(site),
    reads,
    passesOn: leaves || (isOpen && !isRead),
    askers: () =>
      runs.flatMap((run): readonly Asking[] => {
        if (callers.length >= mostLevels || callers.some(({ code }) => code === run.code)) return [];
        const outer = { node, site: run.call, callers: [...callers, run], isOpen: run.isOpen, around: run.around };
        return [askingOf({ ...outer, path: [run.call, ...path] }, made, answer)];
      }),
  };
}

/** Adds the functions around inline callbacks to the callers: each goes on with what its callback returns. */
function throughCallbacks(
  { node, site, callers: given, isOpen: isOpenAtFirst, around: aroundFirst }: Level,
  readsOf: ReadsOf | undefined,
): Pick<Level, "callers" | "isOpen" | "around"> & { readonly reads: Reads | undefined } {
  const file = site.getSourceFile();
  let [callers, isOpen, around] = [given, isOpenAtFirst, aroundFirst];
  for (;;) {
    const reads = readsOf?.({ node, site, callers }, file);
    const [only, ...others] = around();
    const goesOn = only && others.length === 0 && isWrittenInto(only) && reads?.leaves.has(only.code) === true;
    if (!goesOn || callers.length >= mostLevels) return { callers, isOpen, around, reads };
    callers = [...callers, only];
    ({ isOpen, around } = only);
  }
}

function isWrittenInto({ isGiven, code, call }: Run): boolean {
  return isGiven && isWithin(code, call);
}

function isWithin(inner: TS.Node, outer: TS.Node): boolean {
  return inner.getSourceFile() === outer.getSourceFile() && containsRange(rangeOf(outer), rangeOf(inner));
}

function rangeOf(node: TS.Node): Range {
  return { start: node.getStart(), end: node.end };
}

/** @returns the place of a call. */
export function placeOf(node: TS.Node): Place {
  const within = functionAround(node);
  return {
    fileName: node.getSourceFile().fileName,
    offset: node.getStart(),
    ...(within && { within: rangeOf(within) }),
  };
}

function functionAround(node: TS.Node): TS.Node | undefined {
  for (let around = node.parent as TS.Node | undefined; around; around = around.parent as TS.Node | undefined)
    if ("parameters" in around && "body" in around) return around;
  return undefined;
}

/** @returns a key for a call chain. */
export function keyOfCalls(calls: readonly Place[]): string {
  return calls.map(({ fileName, offset }) => `${fileName}:${offset}`).join(" ");
}
