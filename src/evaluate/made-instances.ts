import type { Abstract } from "./domain";

/** Instances by the `new` that created them. */
export class Instances {
  readonly #known = new Map<string, Abstract>();
  readonly #latest = new Map<number, Abstract>();

  /** @returns the instance under a key, created at the first request. */
  get(key: string, create: () => Abstract): Abstract {
    const known = this.#known.get(key);
    if (known) return known;
    const instance = create();
    this.#known.set(key, instance);
    if (instance.kind === "object") this.#latest.set(instance.identity, instance);
    return instance;
  }

  /** @returns the instance in the state in which its constructor left it. Methods that run later see this state. */
  latest(value: Abstract): Abstract {
    return value.kind === "object" && value.instanceOf ? (this.#latest.get(value.identity) ?? value) : value;
  }
}
