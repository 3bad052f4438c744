import type { SolvedCall, SolvedPoint } from "../flow/solved";
import type { Solver } from "../flow/solver";
import { anyMember, none } from "../index/facts";
import { Depth, type NeededValues } from "./values";

/** From a part to what it is a part of. */
const mostSteps = 4;

/** Methods that change a list, a map, a header or a query. */
const changesList = /^(?:push|pop|shift|unshift|splice|sort|reverse|fill|copyWithin|set|add|append|delete|clear)$/u;

/** Tells whether code may change something that is needed. */
export class Changeable {
  readonly #solver: Solver;
  readonly #values: NeededValues;

  constructor(solver: Solver, values: NeededValues) {
    this.#solver = solver;
    this.#values = values;
  }

  /** Whether unknown code that is given a slot's value may change what is needed of it. */
  byGiving(slot: number): boolean {
    if (slot === none) return false;
    const objects = this.#knownIn(slot);
    if (objects.length === 0) return this.isPart(slot) && this.#isBuilt(slot);
    return objects.some((id) => this.#isClient(id) || this.#values.isWhole(id) || this.#holdsNeeded(id));
  }

  #isClient(id: number): boolean {
    return this.#solver.object(id)?.client !== undefined;
  }

  /** Whether a method changes a list of which something is needed. */
  byMethod({ self, fact }: SolvedCall): boolean {
    if (!changesList.test(fact.member ?? "")) return false;
    return this.#solver.objectsIn(self).some((id) => this.#isNeededList(id));
  }

  /** Whether an assignment to a member changes what is needed. */
  byStore({ owner, name }: SolvedPoint): boolean {
    const objects = this.#knownIn(owner);
    if (objects.length === 0) return this.#values.isNeeded(owner) || this.isPart(owner);
    return objects.some((id) => {
      const object = this.#solver.object(id);
      if (!object) return false;
      if (object.client || this.#values.isWhole(id)) return true;
      return [name, anyMember].some((each) => this.#values.isNeeded(object.members.get(each) ?? none));
    });
  }

  /** Whether all is needed of a value, or of the unknown one of which it is a part: `url.searchParams`. */
  isPart(slot: number, steps = mostSteps): boolean {
    if (slot === none) return false;
    if (this.#values.depthOf(slot) >= Depth.whole || this.#values.isGiven(slot)) return true;
    return (
      steps > 0 &&
      this.#sourcesOf(slot).some((from) => this.#knownIn(from).length === 0 && this.isPart(from, steps - 1))
    );
  }

  /** @returns the objects that a slot holds, without those of which the type alone is known. */
  #knownIn(slot: number): readonly number[] {
    return this.#solver.objectsIn(slot).filter((id) => this.#solver.object(id)?.kind !== "type");
  }

  #sourcesOf(slot: number): readonly number[] {
    return [...this.#solver.backwards.copied.of(slot), ...this.#solver.backwards.loaded.of(slot)];
  }

  #isNeededList(id: number): boolean {
    return this.#solver.object(id)?.kind === "array" && (this.#values.isWhole(id) || this.#hasNeededMember(id));
  }

  /** Whether a member of an object is needed, or came from a client: `complete({ config })` in an interceptor. */
  #holdsNeeded(id: number): boolean {
    const members = this.#solver.object(id)?.members.values() ?? [];
    return this.#hasNeededMember(id) || [...members].some((slot) => this.#values.isGiven(slot));
  }

  #hasNeededMember(id: number): boolean {
    const object = this.#solver.object(id);
    if (!object || object.client || object.kind === "type" || object.kind === "module") return false;
    return [...object.members.values()].some((slot) => this.#values.isNeeded(slot));
  }

  /**
   * Whether a value is, or is part of, what the platform or a package makes with `new`, or what a client has given. Of others nothing is known that
   * could change, or nobody can change them.
   */
  #isBuilt(slot: number, steps = mostSteps): boolean {
    if (this.#values.isGiven(slot)) return true;
    if (this.#values.byResult.get(slot)?.some(({ isNew }) => isNew) === true) return true;
    return steps > 0 && this.#sourcesOf(slot).some((from) => this.#isBuilt(from, steps - 1));
  }
}
