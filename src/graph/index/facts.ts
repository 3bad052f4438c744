/**
 * What one file says about where values flow, by its syntax alone: no values, no other file. It is valid as long as the text is, and keeps no part
 * of the tree. Slots, objects and functions are numbered from zero; `solver.ts` gives them numbers of the whole project.
 *
 * A slot is a place that holds values: a variable, a parameter, the result of a call. {@link none} stands for a value of which nothing can flow.
 */
export interface FileFacts {
  readonly fileName: string;
  readonly slots: number;
  /** By number; the first one is the module, whose members are its exports. */
  readonly objects: readonly ObjectFact[];
  readonly functions: readonly FunctionFact[];
  /** By {@link keyOf} its node. */
  readonly functionAt: ReadonlyMap<string, number>;
  readonly copies: readonly Copy[];
  /** What a value is computed from, of which no object flows: the parts of a text, the operands of a comparison. */
  readonly uses: readonly Copy[];
  readonly points: readonly Point[];
  /** Literals that declare a request or a resource. */
  readonly declared: readonly Declared[];
  readonly branches: readonly Branch[];
  readonly holds: readonly Hold[];
  readonly loads: readonly Load[];
  readonly stores: readonly Store[];
  readonly calls: readonly CallFact[];
  readonly typed: readonly Typed[];
  readonly instances: readonly Copy[];
  /** What each class extends: the slot of the superclass's instances, and the class's instance. */
  readonly subclasses: readonly Hold[];
  readonly imports: readonly ImportFact[];
  readonly clients: readonly ClientFact[];
  readonly components: readonly ComponentFact[];
}

/** No slot. */
export const none = -1;

/** The member under which elements, and members of names that are not known, are kept. */
export const anyMember = "[]";

/** Stands for a client's member that is one of several. */
export const severalMembers = "(several)";

/** The member under which a React context keeps its provider's value. */
export const contextValue = "(context)";

/** In front of the name of an exported type: types and values have names of their own. */
export const typeExport = "type ";

export interface Copy {
  readonly to: number;
  readonly from: number;
}

export interface Hold {
  readonly slot: number;
  readonly object: number;
}

export interface Load {
  readonly to: number;
  readonly from: number;
  readonly name: string;
}

export interface Store {
  readonly object: number;
  readonly name: string;
  readonly from: number;
}

/** Code that changes a variable or a member, waits for a value, or leaves a function or loop. */
export interface Point extends Spot {
  /** The variable that it changes. */
  readonly slot: number;
  /** The member that it changes: the slot of its owner, with its new value. */
  readonly store: Store | undefined;
  /** What it waits for: a client's request may be sent then. */
  readonly awaited: number;
  /** The variable belongs to code around the function. */
  readonly isOuter: boolean;
}

export interface Declared extends Spot {
  readonly slot: number;
}

/** Where something stands: code is told by its end, as a call begins where its callee does. */
export interface Spot {
  readonly within: number;
  readonly end: number;
  /** The innermost branch or loop around it. */
  readonly branch: number;
}

/** A statement that runs code or not. */
export interface Branch {
  readonly parent: number;
  /** The slot of what decides. */
  readonly condition: number;
}

/** A declared type: the classes and literals of the type flow to the slot, and the objects in the slot implement an interface. */
export interface Typed {
  readonly slot: number;
  readonly type: number;
}

export interface ImportFact {
  readonly slot: number;
  readonly specifier: string;
}

/** A slot that holds a client by its name: a global, a module, a declared type, or a name that only clients have. */
export interface ClientFact {
  readonly slot: number;
  readonly name: string;
}

/** What all components of a framework have under a name: a slot that gives it, or takes it. */
export interface ComponentFact {
  readonly slot: number;
  readonly name: string;
  readonly gives: boolean;
}

export type ObjectKind = "module" | "function" | "class" | "instance" | "object" | "array" | "type" | "signature";

export interface ObjectFact {
  readonly kind: ObjectKind;
  /** Slots of members. */
  readonly members: Map<string, number>;
  /** Slots whose objects' members it has as well: a spread, a superclass, what an interface extends. */
  readonly others: number[];
  /** The function whose code makes it. */
  readonly within: number;
  /** The function that a call runs. */
  readonly code?: number | undefined;
  /** The instance that `new` makes. */
  readonly instance?: number | undefined;
  /** `module.exports = …`, `export = …`. */
  whole?: number;
}

/** A function with its body, or a file's top level, or the fields of a class. */
export interface FunctionFact {
  readonly name: string;
  readonly parent: number;
  readonly start: number;
  readonly end: number;
  readonly params: readonly number[];
  /** The last parameter takes all further arguments. */
  readonly hasRest: boolean;
  readonly result: number;
  readonly self: number;
  /** How many nodes it has, those of functions within it apart. */
  nodes: number;
  /** It mentions a client, or declares a request. */
  isSeed: boolean;
  /** It ends with `throw`, or with the call that ends here. */
  lastCall: number | undefined;
}

export interface CallFact extends Spot {
  readonly start: number;
  readonly callee: number;
  readonly self: number;
  readonly args: readonly number[];
  /** The arguments, and the members of those that are literals: functions among them are arguments too. */
  readonly given: readonly number[];
  readonly result: number;
  readonly isNew: boolean;
  /** What it calls came in as an argument, or a framework makes the call: who leads where is told where the function is given. */
  readonly isIndirect: boolean;
  /** A template with a tag. */
  readonly isTag: boolean;
  /** It has the form of a request, whatever it calls. */
  readonly isRequestLike: boolean;
  /** The member's name in `x.name(…)`. */
  readonly member: string | undefined;
}

/** @returns the key of a function, class or file. */
export function keyOf({ pos, end }: { readonly pos: number; readonly end: number }): string {
  return `${pos}:${end}`;
}
