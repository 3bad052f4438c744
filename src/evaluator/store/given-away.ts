import type { Cell, Root } from "../domain/domain";
import type { Machine } from "../machine";

/** A part of an object's content: a layer of its members, its elements, the methods of its class. None is ever changed. */
type Part = object;

interface Walked {
  readonly part: Part;
  /** Members of it that the object no longer has. */
  readonly left: ReadonlySet<string>;
  /** Whether each other walk through it meets the same. */
  readonly isPlain: boolean;
}

/** One walk through all that a value reaches, which escapes. */
export class EscapeWalk {
  readonly met = new Set<Cell>();
  /** Those of them that reach nothing which the running entry point has changed. */
  readonly plain = new Set<Cell>();
  readonly parts: Walked[] = [];
  /** How many objects were met that the running entry point has changed. */
  changed = 0;
  /** How many were met again from within. */
  circles = 0;

  /** How often the walk has met what may be otherwise in another one. */
  get doubts(): number {
    return this.changed + this.circles;
  }
}

/**
 * What entry points give away that is older than they are. Each of many functions may give the same large object away, and each of them begins
 * with the same state. That unknown code may change the object, and all that it reaches, at an unknown time is noted for good by the first; the
 * others need not go through it.
 */
export class GivenAway {
  /** By the run from whose end the entry points begin: parts, the earliest time from which on an entry point may run, and what is left of a part. */
  private readonly byParent = new WeakMap<
    Root,
    WeakMap<Part, { readonly since: number; readonly left: ReadonlySet<string> }>
  >();
  /** What the running entry point has given away of objects that it had not changed. */
  private plain: { readonly root: Root; readonly cells: Set<Cell> } | undefined;
  /** An entry point that has put a lasting instance into an older object, which does not escape by that. */
  private holding: Root | undefined;

  /** @returns the members of a part that no other entry point has given away, with all that they reach; nothing if it is not known. */
  leftOf(machine: Machine, cell: Cell, part: Part): ReadonlySet<string> | undefined {
    const { root } = machine.context;
    // Whether its own objects have escaped depends on the path.
    if (!root.parent || !isIndependent(root) || root === this.holding || cell.slot.root === root) return undefined;
    const known = this.byParent.get(root.parent)?.get(part);
    // What may run earlier may find more.
    if (!known || known.since > root.since) return undefined;
    return isSummarised(machine) && !isCommon(machine, cell) ? undefined : known.left;
  }

  /** Whether the running entry point has changed an object from outside of it. */
  isChanged({ context: { root } }: Machine, { slot }: Cell): boolean {
    if (slot.root === root || !isIndependent(root)) return false;
    return (slot.history?.at(-1)?.time ?? slot.created) > root.began;
  }

  /** Whether the running entry point has given an object away in the state with which it began. */
  isPlain({ context }: Machine, cell: Cell): boolean {
    return this.plain?.root === context.root && this.plain.cells.has(cell);
  }

  /** Notes that a walk has ended. */
  note({ context: { root } }: Machine, { met, plain, parts, changed }: EscapeWalk): void {
    if (!root.parent || met.size === 0 || !isIndependent(root)) return;
    if (this.plain?.root !== root) this.plain = { root, cells: new Set() };
    for (const cell of changed === 0 ? met : plain) this.plain.cells.add(cell);
    let known = this.byParent.get(root.parent);
    if (!known) this.byParent.set(root.parent, (known = new WeakMap()));
    for (const { part, left, isPlain } of parts)
      if (isPlain || changed === 0) known.set(part, { since: root.since, left });
  }

  /** Notes that an entry point has put something into an older object that does not escape by that. */
  hold(root: Root): void {
    this.holding = root;
  }
}

/** Whether an entry point may run at a time of its own, so that what it gives away is noted for all others. */
function isIndependent(root: Root): root is Root & { readonly began: number } {
  return root.independent && root.began !== undefined;
}

/** Whether a summary may come of a call that is running. */
function isSummarised({ state }: Machine): boolean {
  for (let { recording } = state; recording; recording = recording.outer) if (recording.isWhole) return true;
  return false;
}

/** Whether an object is the same for all calls of which the running one may become a summary, and for this pass alone. */
function isCommon({ pass, context }: Machine, { slot }: Cell): boolean {
  for (let { root } = context; root.parent; root = root.parent) if (root === slot.root) return false;
  return slot.root?.pass === pass.id;
}
