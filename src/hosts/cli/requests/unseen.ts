import { stringify } from "yaml";
import type { UnseenCall } from "../../shared/unseen-calls";

/** Calls of one name that look like requests and were not understood. */
export interface UnseenCallee {
  readonly callee: string;
  readonly count: number;
  readonly example: { readonly file: string; readonly line: number; readonly column: number };
}

export type LocatedUnseen = UnseenCall & UnseenCallee["example"];

/** More names than these are not told one by one. */
const mostNamed = 10;

/** @returns the callees, those with the most calls first. */
export function groupUnseen(calls: readonly LocatedUnseen[]): readonly UnseenCallee[] {
  const byCallee = groupBy(calls, ({ callee }) => callee);
  return [...byCallee]
    .map(([callee, [{ file, line, column } = never, ...rest]]) => ({
      callee,
      count: rest.length + 1,
      example: { file, line, column },
    }))
    .sort((a, b) => b.count - a.count || (a.callee < b.callee ? -1 : 1));
}

const never = { file: "", line: 0, column: 0 };

/** @returns lists by key, in the order in which the keys are met. */
export function groupBy<T>(list: readonly T[], keyOf: (each: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const each of list) {
    const key = keyOf(each);
    const group = groups.get(key);
    if (group) group.push(each);
    else groups.set(key, [each]);
  }
  return groups;
}

/** @returns lines for people: how many calls there are, and of what. Nothing where there is none. */
export function describeUnseen(callees: readonly UnseenCallee[]): readonly string[] {
  if (callees.length === 0) return [];
  const total = callees.reduce((sum, { count }) => sum + count, 0);
  const named = callees
    .slice(0, mostNamed)
    .map(
      ({ callee, count, example }) => `    ${callee}  ${count}  (${example.file}:${example.line}:${example.column})`,
    );
  const more = callees.length > mostNamed ? [`    and ${callees.length - mostNamed} more names`] : [];
  const subject = total === 1 ? "1 call looks like a request and was" : `${total} calls look like requests and were`;
  return [`${subject} not understood; --suggest prints \`clients:\` for them:`, ...named, ...more];
}

/** @returns a `clients:` block for restraint.config.yaml, for the callees with the most calls. */
export function suggestClients(calls: readonly LocatedUnseen[]): string {
  const callees = groupUnseen(calls).slice(0, mostNamed);
  if (callees.length === 0) return "# Every call that looks like a request was understood.\n";
  const clients = callees.map(({ callee }) => {
    // Of several forms the one that says most: a body that only some calls have is there for all.
    const [fullest] = calls
      .filter((call) => call.callee === callee)
      .sort((a, b) => Object.keys(b).length - Object.keys(a).length);
    const { method, path, body, headers, query } = fullest ?? { path: 0 };
    return { call: callee, ...(method !== undefined && { method }), path, ...others({ body, headers, query }) };
  });
  return `# Read each line before you keep it: what is called is known by its form alone.\n${stringify({ clients })}`;
}

function others(places: Readonly<Record<string, string | number | undefined>>): object {
  return Object.fromEntries(Object.entries(places).filter(([, place]) => place !== undefined));
}
