/** A call that sends a request, with the calls of the function around it. */
export interface Counted<T> {
  /** Keys of call chains to the request: from this call, from the next one, and so on. */
  readonly calls: readonly string[];
  /** See `Asking.passesOn`. */
  readonly passesOn: boolean;
  /** @returns the known calls of the function around the call. */
  readonly askers: () => readonly T[];
}

/**
 * Limit of callers that only pass arguments on to one request. If there are more, only the call where they meet is
 * listed.
 */
const mostAskers = 500;

/**
 * Selects the calls to list. A function's own request is omitted if known callers supply part of it or get the
 * response, because these calls show more.
 *
 * @param found the calls that send requests, and those that supply part of another call's request.
 */
export function callsThatCount<T extends Counted<T>>(found: readonly T[]): readonly T[] {
  const rows = new Set(found.flatMap(({ calls: [own = ""] }) => own));
  const outer = new Set(found.flatMap(({ calls }) => calls.slice(1)));
  const added: T[] = [];
  let level = found.map((call) => ({ call, left: { askers: mostAskers } }));
  while (level.length > 0) {
    const passing = new Set(level.flatMap(({ call: { calls, passesOn } }) => (passesOn ? (calls[0] ?? "") : [])));
    level = level.flatMap(({ call, left }) => {
      const [own = ""] = call.calls;
      if (!outer.has(own) && !passing.has(own)) return [];
      const askers = call.askers().filter(({ calls: [key = ""] }) => !rows.has(key));
      left.askers -= askers.length;
      if (left.askers < 0) return [];
      return askers.map((asker) => ({ call: asker, left }));
    });
    for (const { call } of level) {
      added.push(call);
      for (const key of call.calls.slice(1)) outer.add(key);
    }
  }
  return [...found, ...added].filter(({ calls: [own = ""] }) => !outer.has(own));
}
