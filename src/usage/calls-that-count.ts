/** A call that sends a request, and who has it sent. */
export interface Counted<T> {
  /** Keys of the calls that lead to the request, from this call on, from the next one on, and so on. */
  readonly calls: readonly string[];
  /** See `Asking.passesOn`. */
  readonly passesOn: boolean;
  /** @returns the calls of the function around the call, as far as they are seen. */
  readonly askers: () => readonly T[];
}

/** Of one request, more calls that only pass on what others hand in are told where they come together. */
const mostAskers = 500;

/**
 * @param found the calls that send, and those that decide something of what others send.
 * @returns the calls that count: a function's own request does not where its calls are seen that decide something of it or get the answer, which tell more.
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
