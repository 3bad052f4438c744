import ts from "typescript";
/** The run-time values of a program. */
export interface Inputs {
  readonly b0: boolean;
  readonly b1: boolean;
  readonly b2: boolean;
  readonly b3: boolean;
  readonly n0: number;
  readonly s0: string;
}

/** An arrival: the tag, and a copy of the value at that moment. */
export interface Arrival {
  readonly tag: unknown;
  readonly value: unknown;
}

const names = ["b0", "b1", "b2", "b3", "n0", "s0"] as const;

/** Runs a function during which promises may be rejected without a handler. */
export async function ignoringRejections<T>(run: () => Promise<T>): Promise<T> {
  const listeners = process.listeners("unhandledRejection");
  process.removeAllListeners("unhandledRejection");
  process.on("unhandledRejection", () => undefined);
  try {
    return await run();
  } finally {
    // Node reports rejections before the next turn of its event loop.
    await new Promise((resolve) => setImmediate(resolve));
    process.removeAllListeners("unhandledRejection");
    for (const listener of listeners) process.on("unhandledRejection", listener);
  }
}

/** Runs a program of `drawProgram`. An error ends it, as in real programs. */
export async function runProgram(source: string, inputs: Inputs): Promise<Arrival[]> {
  const arrivals: Arrival[] = [];
  const queue: (() => unknown)[] = [];
  const held: unknown[] = [];
  let fuel = 400;
  const send = (tag: unknown, value: unknown): unknown => {
    if (fuel-- < 0) throw new Error("too long");
    arrivals.push({ tag, value: snapshot(value) });
    return { etag: `tag-${arrivals.length}`, items: [1, 2] };
  };
  const meddle = (value: unknown): void => {
    if (fuel-- < 0) throw new Error("too long");
    if (typeof value === "function") attempt(() => (value as (argument: unknown) => unknown)({ a: "given" }));
    else if (Array.isArray(value)) value.push("meddled");
    else if (typeof value === "object" && value !== null) attempt(() => Object.assign(value, { b: "meddled", z: 1 }));
    if (typeof value === "object" && value !== null) Reflect.deleteProperty(value, "c");
  };
  const external = (value: unknown): unknown => {
    held.push(value);
    for (const each of [...held]) meddle(each);
    return { a: "from outside" };
  };
  const later = (callback: () => unknown): void => void queue.push(callback);
  const tick = async (): Promise<void> => {
    await Promise.resolve();
    for (const callback of queue.splice(0)) attempt(callback);
    attempt(() => {
      for (const each of [...held]) meddle(each);
    });
  };
  const perhaps = (): void => {
    if (inputs.b2) throw new Error("perhaps");
  };
  const spin = (): void => {
    if (fuel-- < 0) throw new Error("too long");
  };
  const globals = { spin, send, external, later, tick, perhaps };
  // Node 20 does not support `using`, and no engine supports enums.
  const runnable = /\b(?:using|enum|namespace) /u.test(source)
    ? ts.transpile(source, { target: ts.ScriptTarget.ES2022 })
    : source;
  // The programs are our own.
  // eslint-disable-next-line @typescript-eslint/no-implied-eval
  const make = new Function(...Object.keys(globals), ...names, `return (async () => {\n${runnable}\n})();`) as (
    ...given: unknown[]
  ) => Promise<unknown>;
  try {
    await make(...Object.values(globals), ...names.map((name) => inputs[name]));
    await tick();
  } catch {
    // Arrivals before the error count.
  }
  await tick().catch(() => undefined);
  return arrivals;
}

function attempt(run: () => unknown): void {
  try {
    const result = run();
    if (result instanceof Promise) result.catch(() => undefined);
  } catch {
    // The caller ignores it.
  }
}

/** A deep copy that keeps `undefined`, and marks values that are not data. */
export function snapshot(value: unknown, depth = 0): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (depth > 12) return value;
  if (Array.isArray(value)) return Array.from(value, (each) => snapshot(each, depth + 1));
  const copy: Record<string, unknown> = {};
  for (const key of Object.keys(value)) copy[key] = snapshot((value as Record<string, unknown>)[key], depth + 1);
  return copy;
}
