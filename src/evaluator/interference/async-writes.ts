import type TS from "typescript";
import type { Abstract } from "../domain/domain";
import { Dependencies, type MemberQuestion } from "../store/dependencies";
import { type Dependent, Common } from "./dependent";
import { TimelessValues } from "./timeless-values";

/** A late write that was noted. */
interface LateNote {
  readonly about: TS.Node | string;
  /** The member that it changes, if it changes one. */
  readonly key?: string;
  /** Notes it for another pass. */
  readonly again: (to: AsyncWrites) => void;
}

/**
 * Flow-insensitive summary of asynchronous writes to variables and members. A read of one of them gives every value that is known to be
 * assigned, or an unknown one. Passes repeat until no summary that was consulted in the pass has grown.
 */
export class AsyncWrites {
  private readonly variables = new Map<TS.Node, TimelessValues>();
  private readonly members = new Map<TS.Node, Map<string, TimelessValues>>();
  private readonly globals = new Set<string>();
  private readonly roots = new Set<TS.Node>();
  /** Who asked about a variable, object or global. */
  private readonly askers = new Map<TS.Node | string, Set<Dependent>>();
  /** The variables and objects of its own that each entry point has read, on the assumption that no other code runs meanwhile. */
  private readonly readByRoot = new Map<TS.Node, Dependencies>();
  /** The dependent of all that entry points share, but for the recomputable parts. */
  private common: Dependent = new Common();
  private asker = this.common;
  private isForetelling = false;
  private isTakingOver = false;
  /** What was noted first here, in order. */
  private readonly own: LateNote[] = [];
  private readonly ownRoots: TS.Node[] = [];
  /** How often an answer has changed. */
  version = 0;
  /** The analysis gave up: everything older than the code that reads it is unknown. */
  everything = false;

  /** Begins another pass. */
  begin(): void {
    this.askers.clear();
    this.readByRoot.clear();
    this.asker = this.common = new Common();
  }

  /** Whether what entry points share has to run again, and with it everything. */
  get isOutdated(): boolean {
    return this.common.outdated;
  }

  /** On whose behalf something runs. */
  get current(): Dependent {
    return this.asker;
  }

  /** Runs something on behalf of somebody. */
  askedBy<T>(asker: Dependent, run: () => T): T {
    const before = this.asker;
    this.asker = asker;
    try {
      return run();
    } finally {
      this.asker = before;
    }
  }

  /** Whether something runs whose result is kept for all entry points. */
  get isShared(): boolean {
    return this.asker.isShared;
  }

  /** On whose behalf all runs that entry points share. */
  get all(): Dependent {
    return this.common;
  }

  /** Asks about something, for an answer that is known already. */
  ask(about: TS.Node | string, member?: MemberQuestion): void {
    const { asker } = this;
    if (!asker.dependencies.add(about, member)) return;
    const known = this.askers.get(about);
    if (known) known.add(asker);
    else this.askers.set(about, new Set([asker]));
  }

  /** Notes that a run has read something of its own: it would be a question if other code ran meanwhile. */
  noteOwn(root: TS.Node, about: TS.Node | string, member?: MemberQuestion): void {
    let read = this.readByRoot.get(root);
    if (!read) this.readByRoot.set(root, (read = new Dependencies()));
    read.add(about, member);
  }

  /** Adds writes that are known before the run. No reader is outdated by them, as nothing has been read yet. */
  foretell(mark: () => void): void {
    const before = this.isForetelling;
    this.isForetelling = true;
    try {
      mark();
    } finally {
      this.isForetelling = before;
    }
  }

  /** The dependencies of shared dependents. */
  get askedInCommon(): Dependencies {
    return this.common.dependencies;
  }

  /** Whether something was noted here first that gives one of several questions another answer. */
  knows(asked: Dependencies): boolean {
    return this.own.some(({ about, key }) => asked.concerns(about, key));
  }

  /** Whether a late write is known to something that was read. */
  private isWritten(read: Dependencies): boolean {
    for (const about of read.abouts()) {
      if (typeof about === "string") continue;
      if (this.variables.has(about)) return true;
      for (const key of this.members.get(about)?.keys() ?? []) if (read.concerns(about, key)) return true;
    }
    return false;
  }

  /**
   * Takes over the writes that were noted first in another pass, and the questions that were asked there.
   *
   * @param asker on whose behalf they were asked.
   */
  takeOver(other: AsyncWrites, asker: Dependent): void {
    const { isTakingOver } = this;
    this.isTakingOver = true;
    this.foretell(() => {
      for (const note of other.own) note.again(this);
    });
    for (const root of other.ownRoots) this.roots.add(root);
    this.askedBy(asker, () => {
      this.askAgain(other);
    });
    this.isTakingOver = isTakingOver;
  }

  /** Takes over the shared dependencies of another pass. */
  askAgain({ common }: AsyncWrites): void {
    common.dependencies.each((about, member) => {
      this.ask(about, member);
    });
  }

  /** Gives up: all answers given so far are outdated. */
  giveUp(): void {
    if (this.everything) return;
    this.everything = true;
    this.common.outdate();
  }

  /** @param value what is assigned; absent: something that is not known. */
  noteVariable(declaration: TS.Node, value?: Abstract): void {
    const again = (to: AsyncWrites): void => {
      to.noteVariable(declaration, value);
    };
    this.note({ about: declaration, again }, () => this.variable(declaration).add(value));
  }

  /** Notes that what a variable holds is changed in place by a method. */
  noteVariableChanged(declaration: TS.Node, method: string): void {
    const again = (to: AsyncWrites): void => {
      to.noteVariableChanged(declaration, method);
    };
    this.note({ about: declaration, again }, () => this.variable(declaration).addMethod(method));
  }

  private variable(declaration: TS.Node): TimelessValues {
    let lasting = this.variables.get(declaration);
    if (!lasting) this.variables.set(declaration, (lasting = new TimelessValues()));
    return lasting;
  }

  /** @returns the late writes to a variable, if there are any. */
  ofVariable(declaration: TS.Node): TimelessValues | undefined {
    this.ask(declaration);
    return this.variables.get(declaration);
  }

  /**
   * @param key a member's name, or `*` for all.
   * @param value what is assigned; absent: something that is not known.
   */
  noteMember(made: TS.Node, key: string, value?: Abstract): void {
    const again = (to: AsyncWrites): void => {
      to.noteMember(made, key, value);
    };
    this.note({ about: made, key, again }, () => this.member(made, key)?.add(value) ?? false);
  }

  /** Notes that what a member holds is changed in place by a method. */
  noteMemberChanged(made: TS.Node, key: string, method: string): void {
    const again = (to: AsyncWrites): void => {
      to.noteMemberChanged(made, key, method);
    };
    this.note({ about: made, key, again }, () => this.member(made, key)?.addMethod(method) ?? false);
  }

  /** @returns `undefined` if all members are unknown already. */
  private member(made: TS.Node, key: string): TimelessValues | undefined {
    let keys = this.members.get(made);
    if (!keys) this.members.set(made, (keys = new Map<string, TimelessValues>()));
    if (keys.has("*")) return undefined;
    let lasting = keys.get(key);
    if (!lasting) keys.set(key, (lasting = new TimelessValues()));
    return lasting;
  }

  /**
   * @param member the one that the caller looks at; absent: it may look at all.
   * @returns the late writes to members of the objects that a node makes, by name.
   */
  membersOf(made: TS.Node, member?: MemberQuestion): ReadonlyMap<string, TimelessValues> | undefined {
    this.ask(made, member);
    return this.members.get(made);
  }

  /** Whether others may assign any value to a member of the objects that a node makes. It is no question: the answer is known. */
  isUnknown(made: TS.Node | undefined, key: string): boolean {
    return made !== undefined && this.members.get(made)?.get(key)?.others === true;
  }

  /**
   * Notes something, and that the answer about it has changed.
   *
   * @param add returns whether it is new.
   */
  private note(note: LateNote, add: () => boolean): void {
    if (!add()) return;
    if (!this.isTakingOver) this.own.push(note);
    this.version += 1;
    this.outdate(note.about, note.key);
  }

  private outdate(about: TS.Node | string, key: string | undefined): void {
    if (this.isForetelling) return;
    for (const asker of this.askers.get(about) ?? []) if (asker.dependencies.concerns(about, key)) asker.outdate();
  }

  noteGlobal(name: string): void {
    const again = (to: AsyncWrites): void => {
      to.noteGlobal(name);
    };
    this.note({ about: name, again }, () => !this.globals.has(name) && this.globals.add(name).size > 0);
  }

  /** @returns whether a name that the program does not declare is assigned. */
  hasGlobal(name: string): boolean {
    this.ask(name);
    return this.globals.has(name);
  }

  /** Notes that other code may write to the variables of a run while it runs. */
  noteEscaping(root: TS.Node): void {
    if (this.roots.has(root)) return;
    this.roots.add(root);
    this.ownRoots.push(root);
    const read = this.readByRoot.get(root);
    read?.each((about, member) => {
      this.ask(about, member);
    });
    if (read && this.isWritten(read)) this.asker.outdate();
  }

  isEscaping(root: TS.Node): boolean {
    return this.roots.has(root);
  }
}
