import type { Part } from "../../domain";
import { characterClass } from "./syntax";

/**
 * Tests whether a regular expression matches a partly known text. The expression is never run, as that could take any time: all states of a match are
 * followed in parallel, character by character. Alternatives, lookaround, references, and counted or repeated groups are not supported.
 */

interface Atom {
  readonly accepts: (character: string) => boolean;
  readonly isSlash: boolean;
  readonly mayBeLeftOut: boolean;
  readonly mayRepeat: boolean;
}

interface Pattern {
  readonly atoms: readonly Atom[];
  /** The states added at each later offset: the first atom, or none if the expression begins with `^`. */
  readonly start: readonly number[];
  readonly atEnd: boolean;
}

const token =
  /(\((?:\?:|\?<\w+>)?|\)(?![*+?{]))|(\\[wdsWDS]|\\[^\w]|\[\^?(?:\\[wdsWDS]|\\[^\w]|[^\\[\]])+\]|[^\\^$|?*+()[\]{}])([*+?]?)\??(?!\{)/y;

/** Bounds on the text and the expression: paths, and expressions that test them, are shorter. */
const longest = 500;
const mostAtoms = 50;

/**
 * @param literal the expression as written.
 * @returns whether the expression matches somewhere in the text; `undefined` if the holes decide, or the expression is not supported. A hole between two
 *   slashes counts as one path segment.
 */
export function matchesParts(literal: string, parts: readonly Part[]): boolean | undefined {
  const known = parts.map((part) => (part.kind === "text" ? part.text : "")).join("");
  const pattern = known.length > longest || isAstral(known + literal) ? undefined : readPattern(literal);
  if (!pattern) return undefined;
  const { atoms, start, atEnd } = pattern;
  let may = closed(atoms, [0]);
  // If the text begins with a hole, matching can only be certain after it.
  let must = parts[0]?.kind === "hole" ? new Set<number>() : may;
  let mayHaveEnded = false;
  for (const step of stepsOf(parts)) {
    if (!atEnd && must.has(atoms.length)) return true;
    mayHaveEnded ||= may.has(atoms.length);
    if (typeof step === "string") {
      may = closed(atoms, [...after(atoms, may, step), ...start]);
      must = closed(atoms, [...after(atoms, must, step), ...start]);
    } else {
      may = throughHole(atoms, [...may, ...start], step);
      must = closed(atoms, start);
    }
  }
  if (must.has(atoms.length)) return true;
  return may.has(atoms.length) || (!atEnd && mayHaveEnded) ? undefined : false;
}

interface Gap {
  readonly isOneSegment: boolean;
}

/** @returns the characters of a text, with its holes. */
function stepsOf(parts: readonly Part[]): readonly (string | Gap)[] {
  return parts.flatMap((part, index): readonly (string | Gap)[] =>
    part.kind === "text" ? part.text.split("") : [{ isOneSegment: isSegment(parts, index) }],
  );
}

function isAstral(text: string): boolean {
  return /[\ud800-\udfff]/.test(text);
}

function readPattern(literal: string): Pattern | undefined {
  const [, body = "", flags = ""] = /^\/(.+)\/([a-z]*)$/su.exec(literal) ?? [];
  if (!/^[dgisu]*$/u.test(flags)) return undefined;
  const atStart = body.startsWith("^");
  const atEnd = /(?<!\\)(?:\\\\)*\$$/u.test(body);
  const inside = body.slice(atStart ? 1 : 0, atEnd ? -1 : undefined);
  const atoms = readAtoms(inside, flags.replace(/[dg]/gu, ""));
  return atoms && isBalanced(inside) ? { atoms, start: atStart ? [] : [0], atEnd } : undefined;
}

function readAtoms(inside: string, flags: string): readonly Atom[] | undefined {
  const atoms: Atom[] = [];
  for (token.lastIndex = 0; token.lastIndex < inside.length;) {
    const [found, bracket, one = "", times = ""] = token.exec(inside) ?? [];
    if (found === undefined || atoms.length > mostAtoms) return undefined;
    if (bracket !== undefined) continue;
    const accepts = characterClass(one, flags);
    if (!accepts) return undefined;
    const atom = { accepts, isSlash: /^\\?\/$/u.test(one), mayBeLeftOut: times === "?", mayRepeat: false };
    if (times !== "*") atoms.push(atom);
    if (times === "*" || times === "+") atoms.push({ ...atom, mayBeLeftOut: true, mayRepeat: true });
  }
  return atoms;
}

/** Whether the groups are balanced, which they may not be while the expression is being typed. */
function isBalanced(body: string): boolean {
  try {
    new RegExp(body);
    return true;
  } catch {
    return false;
  }
}

/** Adds the states that are reached without a character. */
function closed(atoms: readonly Atom[], states: Iterable<number>): ReadonlySet<number> {
  const all = new Set(states);
  for (const state of all) if (atoms[state]?.mayBeLeftOut) all.add(state + 1);
  return all;
}

function after(atoms: readonly Atom[], states: ReadonlySet<number>, character: string): readonly number[] {
  return [...states].flatMap((state) => {
    const atom = atoms[state];
    return atom?.accepts(character) ? [atom.mayRepeat ? state : state + 1] : [];
  });
}

/** @returns the states after a hole: any number of characters, but no slash within a segment. */
function throughHole(atoms: readonly Atom[], states: Iterable<number>, { isOneSegment }: Gap): ReadonlySet<number> {
  const all = new Set(states);
  for (const state of all) {
    const atom = atoms[state];
    if (atom && (atom.mayBeLeftOut || !(isOneSegment && atom.isSlash))) all.add(state + 1);
  }
  return all;
}

function isSegment(parts: readonly Part[], index: number): boolean {
  const [before, part, behind] = [parts[index - 1], parts[index], parts[index + 1]];
  return (
    part?.kind === "hole" &&
    (part.encoded || part.value.kind === "unknown" || part.value.kind === "scalar") &&
    before?.kind === "text" &&
    before.text.endsWith("/") &&
    behind?.kind === "text" &&
    behind.text.startsWith("/")
  );
}
