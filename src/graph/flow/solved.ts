import type TS from "typescript";
import type { Role } from "./client-roles";
import {
  type CallFact,
  type FileFacts,
  type FunctionFact,
  none,
  type ObjectFact,
  type ObjectKind,
  type Point,
} from "../index/facts";

/** What the solver knows of functions, calls and objects; their slots have the numbers of the whole project. */

export interface Added {
  readonly module: number;
  readonly firstFunction: number;
  readonly slotOf: (local: number) => number;
}

/** A file of the request graph. */
export interface GraphFile {
  readonly file: TS.SourceFile;
  readonly facts: FileFacts;
  readonly added: Added;
  /** The files of the graph that it imports. */
  readonly imports: Set<GraphFile>;
}

export interface SolvedFunction {
  readonly fact: FunctionFact;
  readonly fileName: string;
  readonly parent: number;
  readonly params: readonly number[];
  readonly result: number;
  readonly self: number;
  readonly isSeed: boolean;
  rest: number | undefined;
}

export interface SolvedCall {
  readonly fact: CallFact;
  readonly branch: number;
  readonly within: number;
  readonly callee: number;
  readonly self: number;
  readonly args: readonly number[];
  readonly given: readonly number[];
  readonly result: number;
  readonly isNew: boolean;
  /** The functions that it may run. */
  readonly callees: number[];
  /** What it does with a client, if it calls one. */
  role: Role | undefined;
  client: ClientOrigin | undefined;
  /** The call of a class of which this one runs the constructor. */
  readonly through: SolvedCall | undefined;
  /** Its name alone tells what it may run: no value flows from its arguments. */
  isByName: boolean;
}

/** See `Point`, with the numbers of the project. */
export interface SolvedPoint {
  readonly within: number;
  readonly end: number;
  readonly branch: number;
  readonly slot: number;
  readonly owner: number;
  readonly name: string;
  readonly from: number;
  readonly awaited: number;
  readonly isOuter: boolean;
}

export interface ClientOrigin {
  readonly name: string;
  readonly members: readonly string[];
}

export interface SolvedObject {
  readonly kind: ObjectKind;
  /** The function whose code makes it. */
  readonly within: number;
  readonly members: Map<string, number>;
  readonly others: readonly number[];
  readonly code: number;
  readonly instance: number;
  whole: number;
  /** The slot of what it has under any name. */
  all: number;
  /** The members that are connected with those of `others`. */
  readonly linked: Set<string>;
  /** The slot of what implements an interface or extends a class. */
  implementers: number;
  readonly client: ClientOrigin | undefined;
}

export function noObject(): Omit<SolvedObject, "kind"> {
  return {
    within: none,
    members: new Map(),
    others: [],
    code: none,
    instance: none,
    whole: none,
    all: none,
    linked: new Set(),
    implementers: none,
    client: undefined,
  };
}

/** What a file's own numbers are in the project: functions and objects are counted on from these, and slots are told. */
export interface Numbers {
  readonly code: number;
  readonly object: number;
  readonly branch: number;
  readonly at: (local: number) => number;
}

export function solvedFunction(fact: FunctionFact, fileName: string, { code, at }: Numbers): SolvedFunction {
  return {
    fact,
    fileName,
    parent: fact.parent === none ? none : fact.parent + code,
    params: fact.params.map(at),
    result: at(fact.result),
    self: at(fact.self),
    isSeed: fact.isSeed,
    rest: undefined,
  };
}

export function solvedObject(fact: ObjectFact, { code, object, at }: Numbers): SolvedObject {
  const members = new Map<string, number>();
  for (const [name, member] of fact.members) members.set(name, at(member));
  return {
    ...noObject(),
    kind: fact.kind,
    within: fact.within + code,
    members,
    others: fact.others.map(at),
    code: fact.code === undefined ? none : fact.code + code,
    instance: fact.instance === undefined ? none : fact.instance + object,
    whole: at(fact.whole ?? none),
  };
}

export function solvedPoint(
  { within, end, branch, slot, store, awaited, isOuter }: Point,
  { code, at, ...numbers }: Numbers,
): SolvedPoint {
  return {
    within: within + code,
    end,
    branch: branch === none ? none : branch + numbers.branch,
    slot: at(slot),
    owner: at(store?.object ?? none),
    name: store?.name ?? "",
    from: at(store?.from ?? none),
    awaited: at(awaited),
    isOuter,
  };
}

export function solvedCall(fact: CallFact, { code, at, branch }: Numbers): SolvedCall {
  return {
    fact,
    branch: fact.branch === none ? none : fact.branch + branch,
    within: fact.within + code,
    callee: at(fact.callee),
    self: at(fact.self),
    args: fact.args.map(at),
    given: fact.given.map(at),
    result: at(fact.result),
    isNew: fact.isNew,
    callees: [],
    role: undefined,
    client: undefined,
    through: undefined,
    isByName: false,
  };
}
