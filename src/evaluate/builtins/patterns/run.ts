import { limits } from "../../limits";
import type { Pattern, PatternNode } from "./syntax";

/** Runs regular expressions of the program in a bounded number of steps, as native matching could take any time. */

export interface Found {
  readonly start: number;
  readonly end: number;
  /** The texts of its groups, starting with group 1. */
  readonly groups: readonly (string | undefined)[];
}

type Next = (at: number) => boolean;

/** Bound on nested calls of one search: the stack holds some ten thousand. */
const deepest = 1_500;

interface Run {
  readonly text: string;
  readonly flags: string;
  readonly groups: ([number, number] | undefined)[];
  steps: number;
  depth: number;
  gaveUp: boolean;
}

/** @returns the first match from an offset on, `"none"`, or `undefined` if the search exceeds its bounds. */
export function findFrom(pattern: Pattern, text: string, from: number): Found | "none" | undefined {
  if (text.length > limits.length || /[\ud800-\udfff]/.test(text)) return undefined;
  const run: Run = {
    text,
    flags: pattern.flags,
    groups: pattern.names.map(() => undefined),
    steps: limits.matching,
    depth: 0,
    gaveUp: false,
  };
  const last = pattern.flags.includes("y") ? from : text.length;
  for (let start = from; start <= last; start += 1) {
    run.groups.fill(undefined);
    let end = -1;
    const matched = step(run, pattern.root, start, (at) => {
      end = at;
      return true;
    });
    if (run.gaveUp) return undefined;
    if (matched)
      return { start, end, groups: run.groups.map((group) => (group ? text.slice(group[0], group[1]) : undefined)) };
  }
  return "none";
}

/** @returns the matches that `replace` finds; `undefined` if the search exceeds its bounds. */
export function findAll(pattern: Pattern, text: string): readonly Found[] | undefined {
  const all: Found[] = [];
  const isGlobal = pattern.flags.includes("g");
  for (let from = 0; from <= text.length;) {
    const found = findFrom(pattern, text, from);
    if (!found || all.length > limits.members) return undefined;
    if (found === "none") break;
    all.push(found);
    if (!isGlobal) break;
    from = found.end === found.start ? found.end + 1 : found.end;
  }
  return all;
}

function step(run: Run, node: PatternNode, at: number, next: Next): boolean {
  run.steps -= 1;
  run.depth += 1;
  if (run.steps < 0 || run.depth > deepest) run.gaveUp = true;
  const matched = !run.gaveUp && matchNode(run, node, at, next);
  run.depth -= 1;
  return matched && !run.gaveUp;
}

function matchNode(run: Run, node: PatternNode, at: number, next: Next): boolean {
  switch (node.kind) {
    case "character":
      return at < run.text.length && node.accepts(run.text.charAt(at)) && next(at + 1);
    case "sequence":
      return sequence(run, node.of, 0, at, next);
    case "choice":
      return node.of.some((side) => step(run, side, at, next));
    case "group":
      return group(run, node, at, next);
    case "again":
      return again(run, node.index, at, next);
    case "ahead":
      return ahead(run, node, at, next);
    case "repeat":
      return node.of.kind === "character"
        ? characters(run, node.of.accepts, node.times, at, next)
        : rounds(run, node, at, next, 0);
    default:
      return assertionHolds(run, node.kind, at) && next(at);
  }
}

function again(run: Run, index: number, at: number, next: Next): boolean {
  const before = run.groups[index - 1];
  const text = before ? run.text.slice(before[0], before[1]) : "";
  return run.text.startsWith(text, at) && next(at + text.length);
}

function isWord(run: Run, at: number): boolean {
  return at >= 0 && at < run.text.length && /\w/u.test(run.text.charAt(at));
}

function assertionHolds(
  { text, flags, ...run }: Run,
  mark: "start" | "end" | "boundary" | "inside",
  at: number,
): boolean {
  const isLine = (character: string): boolean => flags.includes("m") && /[\n\r\u2028\u2029]/u.test(character);
  if (mark === "start") return at === 0 || isLine(text.charAt(at - 1));
  if (mark === "end") return at === text.length || isLine(text.charAt(at));
  const whole = { text, flags, ...run };
  return (isWord(whole, at - 1) !== isWord(whole, at)) === (mark === "boundary");
}

function sequence(run: Run, nodes: readonly PatternNode[], index: number, at: number, next: Next): boolean {
  const node = nodes[index];
  return node ? step(run, node, at, (end) => sequence(run, nodes, index + 1, end, next)) : next(at);
}

function group(run: Run, { index, of }: Extract<PatternNode, { kind: "group" }>, at: number, next: Next): boolean {
  if (index === undefined) return step(run, of, at, next);
  const before = run.groups[index - 1];
  const matched = step(run, of, at, (end) => {
    const inner = run.groups[index - 1];
    run.groups[index - 1] = [at, end];
    if (next(end)) return true;
    run.groups[index - 1] = inner;
    return false;
  });
  if (!matched) run.groups[index - 1] = before;
  return matched;
}

function ahead(run: Run, node: Extract<PatternNode, { kind: "ahead" }>, at: number, next: Next): boolean {
  const before = [...run.groups];
  const found = step(run, node.of, at, () => true);
  if (node.negative || !found) restore(run, before);
  if (found === node.negative) return false;
  if (next(at)) return true;
  restore(run, before);
  return false;
}

function restore(run: Run, groups: readonly ([number, number] | undefined)[]): void {
  for (const [index, each] of groups.entries()) run.groups[index] = each;
}

type Times = Extract<PatternNode, { kind: "repeat" }>["times"];

/** Matches a repeated character without nested calls. */
function characters(
  run: Run,
  accepts: (character: string) => boolean,
  { least, most, isLazy }: Times,
  at: number,
  next: Next,
): boolean {
  const isMore = (count: number): boolean =>
    count < most && at + count < run.text.length && accepts(run.text.charAt(at + count));
  let count = 0;
  while (count < (isLazy ? least : most) && isMore(count)) count += 1;
  run.steps -= count;
  if (count < least) return false;
  if (isLazy) {
    while (!next(at + count)) {
      if (run.gaveUp || !isMore(count)) return false;
      count += 1;
      run.steps -= 1;
    }
    return true;
  }
  for (; count >= least; count -= 1) {
    if (next(at + count)) return true;
    run.steps -= 1;
    if (run.gaveUp) return false;
  }
  return false;
}

function rounds(
  run: Run,
  node: Extract<PatternNode, { kind: "repeat" }>,
  at: number,
  next: Next,
  done: number,
): boolean {
  const { times, of, groups } = node;
  if (done >= times.most) return next(at);
  const again = (): boolean => {
    const before = [...run.groups];
    for (const index of groups) run.groups[index - 1] = undefined;
    const matched = step(run, of, at, (end) =>
      // An empty round would repeat for ever.
      end === at && done >= times.least ? false : rounds(run, node, end, next, done + 1),
    );
    if (!matched) restore(run, before);
    return matched;
  };
  if (done < times.least) return again();
  return times.isLazy ? next(at) || again() : again() || next(at);
}
