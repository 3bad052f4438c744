/** What a client passes to functions such as hooks, interceptors and middleware, and what they do to it. */

/**
 * The kind of a member: a text, data of any kind, header fields (`Headers`: a spread copies none of them), or an object with members that are listed before it.
 */
export type MemberKind = "text" | "data" | "fields" | "Headers" | readonly string[];

/** An object that a client passes to a function. */
export interface Probe {
  readonly members: ReadonlyMap<string, MemberKind>;
  /**
   * The arguments of the function: the object, or the function that continues the request. Further arguments are unknown. If the function returns a function,
   * that gets the object.
   */
  readonly arguments: readonly ("object" | "next")[];
  /** The member that the result of the function replaces; `anyOther` for the object itself. */
  readonly returns?: string;
}

/** What a function may change. */
export interface Effects {
  readonly members: ReadonlySet<string>;
  /** Names of header fields, in lower case. */
  readonly fields: ReadonlySet<string>;
}

/** Stands for all members that a probe does not list, and for any header field. */
export const anyOther = "*";
