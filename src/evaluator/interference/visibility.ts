import type TS from "typescript";
import { nowhere } from "../domain/activations";
import { chainOf } from "../domain/class-fields";
import { unknown } from "../domain/constructors";
import type { Abstract, Cell, Closure, Content, Place, Root } from "../domain/domain";
import { isFunction } from "../domain/functions";
import { bounds } from "../domain/limits";
import { factSlot, pathLattice, type Slot } from "../domain/slots";
import { cellsOf, isPartOf, join, joinAll, mapOptions, optionsOf, same } from "../domain/values";
import type { Program } from "../program";
import { emptyContent, givenAway, heldBefore } from "../store/content";
import { escape } from "../store/escape";
import { hide, lose, withoutChanged } from "./hidden-members";
import { isService, type TimelessValues } from "./timeless-values";
import type { AccessedMember, MemberAccess, MemberQuestion } from "../store/dependencies";

/** A narrowing: the value as it is read, and the value on the path. */
export interface Refinement {
  readonly before: Abstract;
  readonly after: Abstract;
}

export const refinementLattice = pathLattice<Refinement | undefined>((left, right) => {
  if (!left || !right || !same(left.before, right.before)) return undefined;
  if (same(left.after, right.after)) return left;
  const after = join(left.after, right.after);
  return isPartOf(after, left.before) ? { before: left.before, after } : undefined;
}, isSameRefinement);

function isSameRefinement(left: Refinement | undefined, right: Refinement | undefined): boolean {
  if (!left || !right) return left === right;
  return left === right || (same(left.before, right.before) && same(left.after, right.after));
}

/**
 * Decides what running code may know of variables and objects that other code changes too, and which of its own writes others must take for
 * late.
 */
export class Visibility {
  /** Narrowings of other code's variables on the present path. */
  private readonly refinements = new Map<Slot<Abstract | undefined>, Slot<Refinement | undefined>>();
  private readonly hiddenContents = new WeakMap<
    Content,
    { readonly own: Members; readonly shared: Members; readonly version: number; readonly result: Content }
  >();
  private readonly lostContents = new WeakMap<Content, Content>();

  constructor(private readonly program: Program) {}

  /**
   * @param outside set if the reader does not run in the file of the declaration, as for imports.
   * @returns the known value of a variable at this moment.
   */
  readVariable(slot: Slot<Abstract | undefined>, place: Place, outside = false): Abstract | undefined {
    const { asyncWrites } = this.program.pass;
    const { root } = this.program.run.context;
    if (slot.root === root && !outside && slot.owner) asyncWrites.noteOwn(root.node, slot.owner);
    const owner = outside || this.isVolatile(slot) ? slot.owner : undefined;
    const lasting = owner && asyncWrites.ofVariable(owner);
    if (owner && (asyncWrites.everything || lasting?.others === true))
      return this.assignedAnytime(slot, owner, lasting, place);
    const value = this.read(slot);
    return value && this.refined(slot, lasting ? besides(value, lasting, place) : value);
  }

  /** @returns the value of a variable to which other code assigns what is not known. */
  private assignedAnytime(
    { value }: Slot<Abstract | undefined>,
    owner: TS.Node,
    lasting: TimelessValues | undefined,
    place: Place,
  ): Abstract {
    const known = this.program.pass.asyncWrites.everything ? [] : (lasting?.beside(undefined) ?? []);
    // Where one client is known, its declared type is no second one.
    const typed = known.some(isService) ? undefined : declarationOf(this.program.ts, owner);
    const pointsTo = value ? cellsOf(value) : [];
    return joinAll(
      [...known, unknown("assigned by code that runs at another time", place, { pointsTo, typed })],
      place,
    );
  }

  /** @returns the value of a variable as conditions have narrowed it on the present path. */
  private refined(slot: Slot<Abstract | undefined>, value: Abstract): Abstract {
    const refinement = this.refinements.get(slot)?.value;
    return refinement && same(value, refinement.before) ? refinement.after : value;
  }

  /**
   * Narrows a variable on the current path; the narrowing ends where paths join. It never writes to other code's variables, nor to one that
   * other code reads, for which that would be an assignment, nor to one of which only parts become known: such knowledge belongs to the path.
   */
  refine(slot: Slot<Abstract | undefined>, before: Abstract, after: Abstract): void {
    const isOwn = slot.root === this.program.run.context.root && !slot.lateRead && !this.isLate(slot);
    if (isOwn && isPartOf(after, before)) {
      if (slot.value && same(slot.value, before)) this.program.state.write(slot, after);
      return;
    }
    let refinement = this.refinements.get(slot);
    if (!refinement) {
      refinement = factSlot<Refinement | undefined>(undefined, refinementLattice, this.program.state.clock);
      this.refinements.set(slot, refinement);
    }
    const earlier = refinement.value;
    this.program.state.write(refinement, {
      before: earlier && same(earlier.after, before) ? earlier.before : before,
      after,
    });
  }

  /**
   * @param looked what the caller looks at, for late writes need not be hidden that nobody looks at.
   * @returns the known content of an object at this moment.
   */
  content(cell: Cell, looked?: MemberAccess): Content {
    const volatile = this.isVolatile(cell.slot);
    const content = this.read(cell.slot);
    if (volatile && this.program.pass.asyncWrites.everything) return this.lost(cell, content);
    if (content.escaped || looked === "nothing") return content;
    const asked = looked && askedFor(this.program, cell, content, looked);
    this.noteOwn(cell, asked);
    if (!volatile || this.isBeingMade(cell)) return content;
    const own = this.program.pass.asyncWrites.membersOf(cell.allocationSite, asked);
    const shared = cell.constructedBy && this.program.pass.asyncWrites.membersOf(cell.constructedBy.node, asked);
    return own || shared ? this.hidden(cell, content, looked, own ?? noKeys, shared ?? noKeys) : content;
  }

  /** Notes that the running code reads an object of its own, which others may change if they have got its functions. */
  private noteOwn({ slot, allocationSite, constructedBy }: Cell, asked: MemberQuestion | undefined): void {
    const { asyncWrites } = this.program.pass;
    const { context } = this.program.run;
    if (slot.root !== context.root) return;
    asyncWrites.noteOwn(context.root.node, allocationSite, asked);
    if (constructedBy) asyncWrites.noteOwn(context.root.node, constructedBy.node, asked);
  }

  /**
   * @param key a member of an object that unknown code holds; absent: all of them.
   * @returns the members from before the escape, with later assignments; `undefined` if other code assigns them at an unknown time.
   */
  held(cell: Cell, key?: string): Content["fields"] | undefined {
    const { asyncWrites } = this.program.pass;
    const volatile = this.isVolatile(cell.slot);
    if (volatile && asyncWrites.everything) return undefined;
    const asked = { key: key ?? "*", survives: true };
    this.noteOwn(cell, asked);
    if (volatile) {
      const isLate = (members: Members | undefined): boolean =>
        members !== undefined && (members.has("*") || (key !== undefined && members.has(key)));
      const { allocationSite, constructedBy } = cell;
      if (isLate(asyncWrites.membersOf(allocationSite, asked))) return undefined;
      if (constructedBy && isLate(asyncWrites.membersOf(constructedBy.node, asked))) return undefined;
    }
    return heldBefore(this.read(cell.slot));
  }

  /** Whether an object's constructor runs, and has given no function away since: nobody else can change it meanwhile. */
  private isBeingMade(cell: Cell): boolean {
    const { classes } = this.program.pass;
    const { context } = this.program.run;
    return classes.making.has(cell) && cell.slot.root === context.root && !this.isLate(cell.slot);
  }

  private lost(cell: Cell, content: Content): Content {
    let result = this.lostContents.get(content);
    if (!result) this.lostContents.set(content, (result = lose(this.program, cell, content)));
    return result;
  }

  /** @returns the content without the members that code changes at an unknown time, as far as somebody looks at them. */
  private hidden(
    cell: Cell,
    content: Content,
    looked: AccessedMember | undefined,
    own: Members,
    shared: Members,
  ): Content {
    if ([own, shared].some((keys) => keys.has("*") || keys.has(givenAway))) return this.lost(cell, content);
    if (looked) {
      const late = [own, shared].flatMap((keys) => keys.get(looked.key) ?? []);
      if (late.length === 0) return content;
      return hide(
        content,
        late.map((each) => [looked.key, each]),
        nowhere(this.program.pass.sourceFile),
      );
    }
    const known = this.hiddenContents.get(content);
    const { version } = this.program.pass.asyncWrites;
    if (known?.own === own && known.shared === shared && known.version === version) return known.result;
    const result = hide(content, [...own, ...shared], nowhere(this.program.pass.sourceFile));
    this.hiddenContents.set(content, { own, shared, version, result });
    return result;
  }

  private isVolatile(slot: { readonly root: Root | undefined }): boolean {
    if (slot.root !== this.program.run.context.root) return true;
    return this.escapes;
  }

  /** Whether other code may write to the variables of the running root. */
  get escapes(): boolean {
    const { context } = this.program.run;
    const { asyncWrites } = this.program.pass;
    return context.root.escapes || asyncWrites.isEscaping(context.root.node);
  }

  /** @returns what a slot may hold for the code that runs. */
  read<T>(slot: Slot<T>): T {
    if (!slot.lateRead && this.isLate(slot)) {
      this.program.state.keepForeign(slot);
      slot.lateRead = true;
    }
    return this.present(slot);
  }

  /** @returns the same for the analysis itself, whose reading nobody else has to know. */
  present<T>(slot: Slot<T>): T {
    if (slot.root?.lasting)
      this.program.pass.standIns.partOf(slot.root)?.noteUse(this.program.pass.asyncWrites.current);
    let { root } = this.program.run.context;
    while (root.parent && root.parent !== slot.root) root = root.parent;
    return root.since === Infinity ? slot.value : this.program.state.since(slot, root.since);
  }

  /** Whether the running code may run later than the code around it, which created the slot. */
  private isLate(slot: Slot<unknown>): boolean {
    const { since } = this.program.run.context.timeline;
    return since !== undefined && slot.created < since;
  }

  /** Notes a write as late if others cannot know when it happens. */
  noteWrite(slot: Slot<unknown>, value: unknown): void {
    if (!slot.root) return;
    const before = this.readBefore(slot);
    const foreign = slot.root !== this.program.run.context.root;
    if (foreign && !Object.is(slot.value, value)) {
      const values = slot.lattice.added(before, value);
      this.program.state.effort += values.length / bounds.cellsPerEffort;
      const isNoted =
        this.program.run.context.root.independent &&
        slot.lattice.changes(before, value).every(({ key }) => key !== "*");
      for (const added of values) if (!isNoted || !isService(added)) escape(this.program, added);
    }
    if (foreign && this.program.run.context.root.independent) this.mark(slot, before, value);
    const { since } = this.program.run.context.timeline;
    if (this.isLate(slot) || (slot.lateRead && since === undefined)) {
      this.mark(slot, before, value);
      this.program.pass.asyncWrites.noteEscaping(this.program.run.context.root.node);
    }
  }

  /** @returns what a slot held when it was last read: what others write to it at another time is noted when they do, and is no change of this writer. */
  private readBefore(slot: Slot<unknown>): unknown {
    const { joined, value } = slot;
    const content = joined?.kept === slot.kept && Object.is(joined.value, value) ? joined.result : value;
    // Many objects begin with one empty content.
    return (content !== emptyContent && this.hiddenContents.get(content as Content)?.result) || content;
  }

  /** @returns for an instance, what stands for any instance of its class: at another time, only its functions are known. */
  private lastingOf(option: Abstract): Abstract {
    const made = option.kind === "reference" && !isService(option) ? option.cell.constructedBy : undefined;
    const any = made && this.program.steps.types.anyInstance(this.program, made);
    return any ? join(any, unknown("an instance", option.place)) : option;
  }

  private mark(slot: Slot<unknown>, before: unknown, value: unknown): void {
    if (!slot.owner) return;
    for (const { key, value: assigned } of slot.lattice.changes(before, value)) {
      const isKept = key !== undefined || (!slot.root?.parent && !isTyped(this.program.ts, slot.owner));
      const lasting = assigned && isKept ? mapOptions(assigned, (option) => this.lastingOf(option)) : assigned;
      if (key === undefined) this.program.pass.asyncWrites.noteVariable(slot.owner, lasting);
      else this.program.pass.asyncWrites.noteMember(slot.owner, key, lasting);
    }
  }
}

/** @returns the value, or one that is assigned asynchronously, as far as methods that are called at other times leave them. */
function besides(value: Abstract, lasting: TimelessValues, place: Place): Abstract {
  return withoutChanged(joinAll([value, ...lasting.beside(value)], place), lasting.methods);
}

/** Late writes to members, by name. */
type Members = ReadonlyMap<string, TimelessValues>;

const noKeys: Members = new Map();

/** @returns the declaration of a name, if its type can be asked for; else the name. */
function declarationOf(ts: typeof TS, name: TS.Node): TS.Node {
  const { parent } = name;
  return (ts.isVariableDeclaration(parent) || ts.isParameter(parent)) && parent.name === name ? parent : name;
}

/** Whether the declaration of a name says its type. */
function isTyped(ts: typeof TS, name: TS.Node): boolean {
  const declaration = declarationOf(ts, name);
  const type = "type" in declaration ? (declaration.type as TS.TypeNode | undefined) : undefined;
  return type !== undefined && type.kind !== ts.SyntaxKind.AnyKeyword;
}

/** @returns the question that who looks at a member asks about late writes. */
function askedFor(
  { ts, run: { context } }: Program,
  cell: Cell,
  content: Content,
  looked: AccessedMember,
): MemberQuestion {
  const { root } = context;
  const { key, use } = looked;
  // Who has an instance that lasts has got it from its constructor, when that had run.
  const isOwn = root.lasting === true && cell.slot.root === root;
  // What is written is the same whatever else is written, but may be lost with the whole object.
  if (use === "written") return { key: "*", survives: isOwn };
  if (isOwn) return { key, survives: true };
  const field = content.fields.get(key);
  const inherits = cell.constructedBy !== undefined && hasMethod(cell.constructedBy, key);
  if (!field) return { key, survives: inherits };
  const isPlain = !inherits && !(key in Object.prototype) && !field.getter && !field.maybeGetter;
  const options = use === "called" && isPlain && field.presence === "always" ? optionsOf(field.value) : [];
  return { key, survives: options.length > 0 && options.every((option) => isFunction(ts, option)) };
}

function hasMethod(closure: Closure, key: string): boolean {
  return chainOf(closure).some(({ classParts }) => classParts?.methods.has(key) === true);
}
