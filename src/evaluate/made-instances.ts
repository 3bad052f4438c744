import type { Abstract } from "./domain";

/** Instances by what made them. */
export class Instances {
  readonly #known = new Map<string, Abstract>();
  readonly #latest = new Map<number, Abstract>();

  /** @returns the instance under a key, which is made when it is first asked for. */
  get(key: string, make: () => Abstract): Abstract {
    const known = this.#known.get(key);
    if (known) return known;
    const made = make();
    this.#known.set(key, made);
    if (made.kind === "object") this.#latest.set(made.identity, made);
    return made;
  }

  /** @returns an instance as its constructor left it: what runs later finds it so. */
  latest(value: Abstract): Abstract {
    return value.kind === "object" && value.instanceOf ? (this.#latest.get(value.identity) ?? value) : value;
  }
}
