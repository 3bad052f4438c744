/** What a function is given by a client, and what it does to that: hooks, interceptors, middleware. */

/** What a member is: a text, data of any kind, header fields (`Headers`: those of which a spread copies nothing), or an object that holds members listed before it. */
export type MemberKind = "text" | "data" | "fields" | "Headers" | readonly string[];

/** An object that a function is given. */
export interface Probe {
  readonly members: ReadonlyMap<string, MemberKind>;
  /** The arguments: the object, or the function with which it goes on. More of them are unknown. A function that it returns is given the object. */
  readonly arguments: readonly ("object" | "next")[];
  /** What the function returns takes the place of this member, or of the object that it is given (`anyOther`). */
  readonly returns?: string;
}

/** What may be another afterwards. */
export interface Effects {
  readonly members: ReadonlySet<string>;
  /** Names of header fields, in small letters. */
  readonly fields: ReadonlySet<string>;
}

/** Stands for all members that a probe does not list, and for any header field. */
export const anyOther = "*";
