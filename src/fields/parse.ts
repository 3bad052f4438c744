import { findMistakes } from "./mistakes";
import type { Group, Mistake, Segment, Selector } from "./selection";
import { endOfSelector, tokenise, type FieldsText, type Token } from "./tokens";

/** The parsed content of a `fields` text. */
export interface Fields {
  /** The selectors at the root, in order. */
  readonly selectors: readonly Selector[];
  /** Whether a hole hides further selectors, or parts of them. */
  readonly open: boolean;
  /** Mistakes in text order. Each remains a mistake for every content of the holes. */
  readonly mistakes: readonly Mistake[];
  /** Number of tokens visited, as a measure of work. Linear in the length of the text. */
  readonly work: number;
}

/**
 * Parses the value of the `fields` parameter (conventions 4.2), percent-decoded.
 *
 * Accepts white space around names, which real clients send. Never throws, whatever the text and its nesting, and takes linear time. A malformed text yields
 * the selectors that can be read.
 *
 * @param text a string without holes, or a text with holes.
 */
export function parseFields(text: string | FieldsText): Fields {
  const source = typeof text === "string" ? { text, holes: [] } : text;
  const tokens = tokenise(source);
  const { mistakes, work } = findMistakes(source.text, tokens);
  const firstHole = tokens.findIndex(({ type }) => type === "hole");
  if (firstHole === -1)
    return { selectors: readSelectors(source.text, tokens), open: false, mistakes, work: work + tokens.length };
  const before = tokens.slice(0, firstHole + 1);
  const after = tokens.slice(rootAfterHoles(tokens));
  const selectors = [...readSelectors(source.text, before), ...readSelectors(source.text, after)];
  return { selectors, open: true, mistakes, work: work + 2 * tokens.length };
}

/**
 * Finds the place after the last hole where the text is certainly at the root: after every `)` that closes an earlier group, and after the next comma.
 *
 * @returns an index into the tokens; their number if there is no such place.
 */
function rootAfterHoles(tokens: readonly Token[]): number {
  let start = 1 + tokens.findLastIndex(({ type }) => type === "hole");
  let depth = 0;
  for (let at = start; at < tokens.length; at += 1) {
    const type = tokens[at]?.type;
    if (type === "(") depth += 1;
    if (type !== ")") continue;
    if (depth === 0) start = at + 1;
    else depth -= 1;
  }
  depth = 0;
  for (let at = start; at < tokens.length; at += 1) {
    const type = tokens[at]?.type;
    if (type === ",") if (depth === 0) return at + 1;
    if (type === "(") depth += 1;
    if (type === ")") depth -= 1;
  }
  return tokens.length;
}

/** A list of selectors under construction. */
interface Level {
  readonly selectors: Selector[];
  path: Segment[];
  group: Group | undefined;
  readonly opened: number;
}

/** @param tokens without holes, except possibly a last one. A name that touches it may be incomplete, and groups open there stay open. */
function readSelectors(text: string, tokens: readonly Token[]): readonly Selector[] {
  const { known, hidden, isCut } = splitHole(tokens);
  const newLevel = (opened: number): Level => ({ selectors: [], path: [], group: undefined, opened });
  let level = newLevel(-1);
  const stack: Level[] = [];
  const closeGroup = (end: number, { open } = { open: false }): void => {
    const parent = stack.pop();
    if (!parent) return;
    parent.group = { selectors: level.selectors, open, range: { start: level.opened, end } };
    level = parent;
  };
  for (let at = 0; at < known.length; at += 1) {
    const token = known[at];
    if (!token) break;
    const { type, range } = token;
    if (level.group && type !== "," && type !== ")") at = endOfSelector(known, at) - 1;
    else if (type === "name") level.path.push({ name: text.slice(range.start, range.end), range });
    else if (type === ",") endSelector(level);
    else if (type === "(") {
      stack.push(level);
      level = newLevel(range.start);
    } else if (type === ")") {
      endSelector(level);
      closeGroup(range.end);
    }
  }
  endSelector(level, { open: isCut });
  const end = tokens.at(-1)?.range.end ?? 0;
  while (stack.length > 0) {
    closeGroup(end, { open: hidden });
    endSelector(level);
  }
  return level.selectors;
}

interface BeforeHole {
  readonly known: readonly Token[];
  /** Whether a hole follows. */
  readonly hidden: boolean;
  /** Whether the hole may continue the last path. */
  readonly isCut: boolean;
}

function splitHole(tokens: readonly Token[]): BeforeHole {
  if (tokens.at(-1)?.type !== "hole") return { known: tokens, hidden: false, isCut: false };
  const touching = tokens.at(-2)?.type;
  const known = tokens.slice(0, touching === "name" ? -2 : -1);
  return { known, hidden: true, isCut: touching === "name" || touching === "/" };
}

function endSelector(level: Level, { open } = { open: false }): void {
  const [first, ...rest] = level.path;
  const { group } = level;
  const end = group?.range.end ?? level.path.at(-1)?.range.end ?? 0;
  if (first)
    level.selectors.push({
      path: [first, ...rest],
      range: { start: first.range.start, end },
      ...(group && { group }),
      ...(open && { open }),
    });
  level.path = [];
  level.group = undefined;
}
