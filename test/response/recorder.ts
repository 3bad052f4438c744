import { isJsonObject, type Json } from "../service/json";

/** What a program really read of a value: the names it asked for, and what it looked at as a whole. */
export class Recorded {
  /** Paths, parts joined by `/`; elements of arrays count as the array does. */
  readonly read = new Set<string>();
  readonly whole = new Set<string>();
  private readonly paths = new WeakMap<object, string>();

  /** @returns a value that looks the same, and writes down what is read of it. */
  of(value: Json, path = ""): unknown {
    if (typeof value !== "object" || value === null) return value;
    const proxy: object = new Proxy(value, {
      get: (target, key, receiver) => {
        const inner: unknown = Reflect.get(target, key, receiver);
        if (typeof key === "symbol" || typeof inner === "function") return inner;
        if (Array.isArray(target)) return /^\d+$/u.test(key) ? this.of(inner as Json, path) : inner;
        const next = path === "" ? key : `${path}/${key}`;
        if (key !== "then") this.read.add(next);
        return this.of((inner ?? null) as Json, next);
      },
      ownKeys: (target) => {
        if (isJsonObject(target)) this.whole.add(path);
        return Reflect.ownKeys(target);
      },
    });
    this.paths.set(proxy, path);
    return proxy;
  }

  /** What code that is not followed is given may be read as a whole. @returns what it is. */
  take(value: unknown): unknown {
    if (typeof value !== "object" || value === null) return value;
    const path = this.paths.get(value);
    if (path !== undefined) this.whole.add(path);
    return JSON.parse(JSON.stringify(value)) as unknown;
  }
}
