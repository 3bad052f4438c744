import { findMistakes } from "./mistakes";
import type { Group, Mistake, Segment, Selector } from "./selection";
import { endOfSelector, tokenise, type FieldsText, type Token } from "./tokens";

/** What a `fields` text says, as far as it can be read with certainty. */
export interface Fields {
  /** Those at the root, in order. */
  readonly selectors: readonly Selector[];
  /** A hole hides further selectors, or parts of them. */
  readonly open: boolean;
  /** In order of place. Each is one whatever the holes hold. */
  readonly mistakes: readonly Mistake[];
  /** Tokens looked at: a measure of work, linear in the text's length. */
  readonly work: number;
}

/**
 * Parses the value of the `fields` parameter (conventions 4.2), percent-decoded.
 *
 * White space round names is accepted, as real clients write it. Never throws, on any text and any nesting, and takes linear time. With
 * mistakes in the text, the selectors are those that can be read all the same.
 *
 * @param text with its holes; a plain string has none.
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
 * Where, after the last hole, the text is at the root again whatever the holes hold: past every `)` that closes what a hole or the text before
 * it opened, and past the next comma.
 *
 * @returns an index into the tokens; their number when there is no such place.
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

/** A list of selectors during parsing, and its result. */
interface Level {
  readonly selectors: Selector[];
  path: Segment[];
  group: Group | undefined;
  readonly opened: number;
}

/** @param tokens without holes, unless one is the last: a name that touches it is not whole, and what is open there stays open. */
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
  /** Whether it may go on with the last path. */
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
