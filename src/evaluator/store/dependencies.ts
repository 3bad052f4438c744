import type TS from "typescript";
import { givenAway } from "./content";

/** A question about one member of an object. */
export interface MemberQuestion {
  readonly key: string;
  /** Whether the answer stays the same when unknown code gets the object, as a method's does. */
  readonly survives?: boolean | undefined;
}

/**
 * What somebody looks at in an object: absent for everything, `nothing` for who only lets it escape, or fills it before anybody else has it.
 */
export type MemberAccess = AccessedMember | "nothing" | undefined;

/** The one member of an object that somebody looks at. */
export interface AccessedMember {
  readonly key: string;
  /** Absent: it is read. */
  readonly use?: "called" | "written" | undefined;
}

/** What somebody has asked about variables, globals and objects: about one of these, single members or all of it. */
export class Dependencies {
  /** For each of the members, whether the answer survives; absent for all of it. */
  private readonly members = new Map<TS.Node | string, Map<string, boolean> | undefined>();

  /** @returns whether the question is new. */
  add(about: TS.Node | string, member?: MemberQuestion): boolean {
    const known = this.members.get(about);
    if (!known && this.members.has(about)) return false;
    if (!member) {
      this.members.set(about, undefined);
      return true;
    }
    const { key, survives = false } = member;
    const before = known?.get(key);
    if (before === false || before === survives) return false;
    if (known) known.set(key, survives);
    else this.members.set(about, new Map([[key, survives]]));
    return true;
  }

  /** @returns the variables, globals and objects. */
  abouts(): Iterable<TS.Node | string> {
    return this.members.keys();
  }

  /** Tells each question to somebody. */
  each(tell: (about: TS.Node | string, member?: MemberQuestion) => void): void {
    for (const [about, members] of this.members) {
      if (!members) tell(about);
      for (const [key, survives] of members ?? []) tell(about, { key, survives });
    }
  }

  /**
   * @param key the member that changes; `*` for any, absent for a variable or a global.
   * @returns whether the change may give one of the questions another answer.
   */
  concerns(about: TS.Node | string, key: string | undefined): boolean {
    const members = this.members.get(about);
    if (!members || key === undefined || key === "*") return this.members.has(about);
    return key === givenAway ? [...members.values()].includes(false) : members.has(key);
  }
}
