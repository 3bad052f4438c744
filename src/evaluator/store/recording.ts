import type TS from "typescript";
import type { Abstract, Closure, Content, Root } from "../domain/domain";
import type { Slot } from "../domain/slots";
import { Asked, type AskedMember } from "./asked";
import { changedMembers, contentLattice } from "./content-lattice";
import type { LateWrites } from "../interference/late-writes";

/** What of the surroundings of a call may make a difference to it. */
export interface Surroundings {
  /** It stands in a branch. */
  readonly conditional: boolean;
  /** Other code may run meanwhile. */
  readonly escapes: boolean;
  /** The code around may run at a time of its own. */
  readonly independent: boolean;
}

/** A late write that was noted. */
export interface LateNote {
  readonly about: TS.Node | string;
  /** The same for what changes the answer in the same way. */
  readonly text: string;
  /** The member that it changes, if it changes one. */
  readonly key?: string;
  readonly again: (to: LateWrites) => void;
  /** What is assigned, if that is known. */
  readonly value?: Abstract | undefined;
}

/** What a call found in a slot that is older than the call. */
export interface Read {
  /** What the slot held when the call began. */
  value: unknown;
  /** The members of an object that the call looked at, or changed; absent: it looked at all of it. */
  members: Set<string> | undefined;
}

/** What one call reads and does beside its result, noted while it runs. What a call notes counts for the calls around it as well. */
export class Recording {
  /** Slots older than the call. Each is noted before the call changes it. */
  readonly reads = new Map<Slot<unknown>, Read>();
  /** What it asked about late writes, and the variables and objects of its own that it read. */
  readonly asked = new Asked();
  readonly own = new Asked();
  /** Names of members of unknown values that it assigned; `undefined` for any name. */
  readonly assigned = new Set<string | undefined>();
  /** Members of unknown values that it asked for, by identity, each with the identity of its owner. */
  readonly members = new Map<number, { readonly owner: number; readonly key: string }>();
  /** Unknown values whose members unknown code may have changed, by identity. */
  readonly given = new Set<number>();
  /** Values about which it found that a condition had shown something, by identity. */
  readonly facts = new Set<number>();
  /** Values about which it has asked, or found out itself, what conditions show. */
  private readonly touched = new Set<number>();
  /** What of its surroundings it asked for. */
  readonly surroundings = new Set<keyof Surroundings>();
  /** The late writes that it noted. */
  readonly late: LateNote[] = [];
  private readonly lateTexts = new Map<TS.Node | string, Set<string>>();
  /** The files whose exports it asked for. */
  readonly modules = new Set<TS.SourceFile>();
  /** The classes for whose instances it asked for a stand-in. */
  readonly instances = new Set<Closure>();
  /** It has changed what a client knows. */
  changesClients = false;
  /** Other code may change the variables of the entry point while it runs. */
  isEscaping = false;
  /** False if something was cut short, so that another call may show more. */
  isWhole = true;

  /**
   * @param began the time at which the call began: what was made before is not its own.
   * @param depth how many functions had been entered.
   * @param root the entry point that makes it.
   */
  constructor(
    readonly outer: Recording | undefined,
    readonly began: number,
    readonly depth: number,
    readonly root: Root,
    readonly around: Surroundings,
  ) {}

  /** Whether the call has made a slot itself, and no module that was run meanwhile. */
  isOwn(slot: Slot<unknown>): boolean {
    return slot.needed >= this.began && (slot.root === undefined || slot.root === this.root);
  }

  /** @param member the one member of an object that is looked at; absent: all of it is. */
  noteRead(slot: Slot<unknown>, value: unknown, member?: string): void {
    if (this.isOwn(slot)) return;
    const known = this.reads.get(slot);
    if (!known) this.reads.set(slot, { value, members: member === undefined ? undefined : new Set([member]) });
    else if (!known.members || (member !== undefined && known.members.has(member))) return;
    else if (member === undefined) known.members = undefined;
    else known.members.add(member);
    this.outer?.noteRead(slot, value, member);
  }

  /**
   * Notes what a slot holds before it changes: that decides what paths that meet make of it.
   *
   * @param before what the call could know of it.
   */
  noteChange(slot: Slot<unknown>, before: unknown, after: unknown): void {
    if (this.isOwn(slot)) return;
    const isContent = slot.lattice === contentLattice && before === slot.value;
    const members = isContent ? changedMembers(before as Content, after as Content) : undefined;
    if (!members) this.noteRead(slot, before);
    for (const member of members ?? []) this.noteRead(slot, before, member);
  }

  /** Notes that an import has got its value. */
  noteLoaded(slot: Slot<unknown>, value: unknown): void {
    const known = this.reads.get(slot);
    if (known) known.value = value;
    this.outer?.noteLoaded(slot, value);
  }

  noteLate(note: LateNote): void {
    const texts = this.lateTexts.get(note.about);
    if (texts?.has(note.text)) return;
    if (texts) texts.add(note.text);
    else this.lateTexts.set(note.about, new Set([note.text]));
    this.late.push(note);
    this.outer?.noteLate(note);
  }

  noteInstance(closure: Closure): void {
    if (this.instances.has(closure)) return;
    this.instances.add(closure);
    this.outer?.noteInstance(closure);
  }

  noteModule(file: TS.SourceFile): void {
    if (this.modules.has(file)) return;
    this.modules.add(file);
    this.outer?.noteModule(file);
  }

  /** Notes that a client was changed: one that the call has made itself belongs to it. */
  noteLearned(slot: Slot<unknown>): void {
    if (!this.isOwn(slot)) this.changesClients = true;
    this.outer?.noteLearned(slot);
  }

  /** Notes what a call needs and does that is answered by a summary, beside its reads and late writes. */
  noteRepeated({ instances, modules, changesClients }: Recording): void {
    for (const closure of instances) this.noteInstance(closure);
    for (const file of modules) this.noteModule(file);
    if (changesClients) this.noteClientsChanged();
  }

  private noteClientsChanged(): void {
    this.changesClients = true;
    this.outer?.noteClientsChanged();
  }

  /** Notes that the variables of the entry point may change while it runs. */
  noteEscaping(): void {
    this.isEscaping = true;
    this.outer?.noteEscaping();
  }

  noteAsked(about: TS.Node | string, member?: AskedMember): void {
    if (this.asked.add(about, member)) this.outer?.noteAsked(about, member);
  }

  noteOwn(about: TS.Node | string, member?: AskedMember): void {
    if (this.own.add(about, member)) this.outer?.noteOwn(about, member);
  }

  noteSurroundings(name: keyof Surroundings): void {
    if (this.surroundings.has(name)) return;
    this.surroundings.add(name);
    this.outer?.noteSurroundings(name);
  }

  noteAssigned(key: string | undefined): void {
    if (this.assigned.has(key)) return;
    this.assigned.add(key);
    this.outer?.noteAssigned(key);
  }

  noteMember(identity: number, owner: number, key: string): void {
    if (this.members.has(identity)) return;
    this.members.set(identity, { owner, key });
    this.outer?.noteMember(identity, owner, key);
  }

  noteGiven(identity: number): void {
    if (this.given.has(identity)) return;
    this.given.add(identity);
    this.outer?.noteGiven(identity);
  }

  /**
   * Notes that what conditions show of a value is asked for, or about to change.
   *
   * @param isKnown whether they have shown something: what a call has shown itself is no condition of it.
   */
  noteFact(identity: number, isKnown: boolean): void {
    if (this.touched.has(identity)) return;
    this.touched.add(identity);
    if (isKnown) this.facts.add(identity);
    this.outer?.noteFact(identity, isKnown);
  }

  /** Notes the use of a narrowing. One from before a call holds for that call alone. */
  noteNarrowing(narrowed: Slot<unknown>): void {
    if (narrowed.needed < this.began) this.isWhole = false;
    this.outer?.noteNarrowing(narrowed);
  }

  /**
   * Notes that something was cut short.
   *
   * @param depth the depth of a call without which that would not have happened; absent: the reason lies outside of all calls.
   */
  noteCut(depth = -1): void {
    if (this.depth <= depth) return;
    this.isWhole = false;
    this.outer?.noteCut(depth);
  }
}
