import type TS from "typescript";
import type { FileCode, FunctionId, ValueId } from "../../code/graph";
import type { Call, Key, ValueNode } from "../../code/values";
import { anyOther, type Probe } from "../../clients/effects";
import { noParts, type Parts } from "./parts";

/** A hook under analysis: the part of its file's graph that belongs to it and its inner functions. */
export interface Trial {
  readonly ts: typeof TS;
  readonly code: FileCode;
  readonly nodes: readonly (TS.Node | undefined)[];
  readonly probe: Probe;
  readonly entry: FunctionId;
  /** The hook and the functions inside it. */
  readonly functions: ReadonlySet<FunctionId>;
  readonly values: readonly ValueId[];
  readonly parts: Map<ValueId, Parts>;
  /** Possible arguments of callbacks, by function and parameter index. */
  readonly given: Map<string, Parts>;
  /** Functions whose callers and arguments are all known, so their results do not escape. */
  readonly called: Set<FunctionId>;
}

const unknownParts: Parts = { ...noParts(), isOther: true };
const nothingYet: Parts = noParts();

/** @returns the possibilities of a value; none until it was evaluated. */
export function partsOf(trial: Trial, id: ValueId): Parts {
  const node = trial.code.values[id];
  if (!node || !trial.functions.has(node.in)) return unknownParts;
  return trial.parts.get(id) ?? nothingYet;
}

export function nodeOf({ code }: Trial, id: ValueId): ValueNode | undefined {
  return code.values[id];
}

/** @returns the result of a function. */
export function resultOf(trial: Trial, id: FunctionId): Parts {
  const { result } = trial.code.functions[id] ?? {};
  return result === undefined ? nothingYet : partsOf(trial, result);
}

/** @returns a key that the source spells out, as a literal or template. */
export function keyName(trial: Trial, key: Key): string | undefined {
  return typeof key === "string" ? key : textOf(trial, key);
}

export function textOf(trial: Trial, id: ValueId | undefined): string | undefined {
  const node = id === undefined ? undefined : nodeOf(trial, id);
  if (node?.kind === "literal")
    return typeof node.value === "string" || typeof node.value === "number" ? String(node.value) : undefined;
  if (node?.kind !== "template") return undefined;
  let whole = "";
  for (const part of node.parts) {
    const text = typeof part === "number" ? textOf(trial, part) : part.text;
    if (text === undefined) return undefined;
    whole += text;
  }
  return whole;
}

/** @returns the name of the called method. */
export function methodOf(trial: Trial, { callee, receiver }: Call): string | undefined {
  const node = receiver === undefined ? undefined : nodeOf(trial, callee);
  return node?.kind === "member" && typeof node.key === "string" ? node.key : undefined;
}

/** @returns the name of a global. */
export function globalName(trial: Trial, id: ValueId | undefined): string | undefined {
  const node = id === undefined ? undefined : nodeOf(trial, id);
  return node?.kind === "global" ? node.name : undefined;
}

export function isFields({ probe }: Trial, name: string): boolean {
  const kind = probe.members.get(name);
  return kind === "fields" || kind === "Headers";
}

/** @returns the members that the probe lists for an object; undefined for other kinds of members. */
export function listedIn({ probe }: Trial, name: string): readonly string[] | undefined {
  if (name === anyOther) return [...probe.members.keys()];
  const kind = probe.members.get(name);
  return typeof kind === "object" ? kind : undefined;
}

/** @returns whether a member is surely an object. */
export function isObject(trial: Trial, name: string): boolean {
  return isFields(trial, name) || listedIn(trial, name) !== undefined;
}

export function isText({ probe }: Trial, name: string): boolean {
  return probe.members.get(name) === "text";
}
