import type { ClassId, FileCode, FunctionId, ValueId } from "../../code/graph";
import { dependsOnMore, dependsOnOuter, dependsOnThis, parameterBits, type Call } from "../../code/values";
import type { ProjectFile } from "../../project/project-file";
import type { FunctionSite } from "../../project/sites";
import type { CallerSite } from "../leads/callee";

/** What requests depend on in the contexts of their functions: masks like `depends` of a value. */

/** @returns the bit for an argument. */
export function argumentBit(index: number): number {
  return index < parameterBits ? 1 << index : dependsOnMore;
}

/** @returns the constructor that `new` of a class runs, if the class has one of its own. */
export function constructorIn({
  file,
  class: id,
}: {
  readonly file: ProjectFile;
  readonly class: ClassId;
}): FunctionSite | undefined {
  const constructor = file.code.classes[id]?.constructorFunction;
  return constructor === undefined ? undefined : { file, function: constructor };
}

/**
 * @param inner what a request of the callee depends on in the callee's context.
 * @returns what the call depends on for that request.
 */
export function dependsOfCall({ values }: FileCode, node: Call, inner: number, isShifted = false): number {
  if (isShifted) return inner === 0 ? 0 : node.depends;
  let depends = (inner & dependsOnOuter) === 0 ? 0 : (values[node.callee]?.depends ?? 0);
  // The length of a spread is unknown: each parameter from there on may be any of the arguments.
  const spread = node.arguments.findIndex((argument) => argument.spread);
  node.arguments.forEach(({ value }, index) => {
    const isCounted = (inner & argumentBit(index)) !== 0 || (spread >= 0 && index >= spread);
    if (isCounted) depends |= values[value]?.depends ?? 0;
  });
  if ((inner & dependsOnThis) !== 0 && node.receiver !== undefined) depends |= values[node.receiver]?.depends ?? 0;
  return depends;
}

/** @returns what a call that runs a callback depends on: its caller supplies the variables that the callback captures. */
function dependsOfCallback({ values }: FileCode, given: ValueId | undefined, inner: number): number {
  return (inner & dependsOnOuter) === 0 || given === undefined ? 0 : (values[given]?.depends ?? 0);
}

/**
 * @param inner what a request of a function depends on in the function's context.
 * @returns what a call that runs the function depends on for that request.
 */
export function suppliedBy({ file: { code }, call, argument, isShifted }: CallerSite, inner: number): number {
  const node = code.values[call];
  if (node?.kind === "jsx") return (inner & argumentBit(0)) === 0 ? 0 : (code.values[node.attributes]?.depends ?? 0);
  if (node?.kind !== "call") return 0;
  if (argument !== undefined) return dependsOfCallback(code, node.arguments[argument]?.value, inner);
  return dependsOfCall(code, node, inner, isShifted);
}

const components = new WeakMap<FileCode, ReadonlySet<FunctionId>>();

/** @returns whether a function is nested in a component: the variables that it captures come from the component's attributes, whoever calls it. */
export function isInComponent(code: FileCode, id: FunctionId): boolean {
  let found = components.get(code);
  if (!found) {
    found = new Set(code.values.flatMap((node) => (node.kind === "jsx" && node.in !== 0 ? node.in : [])));
    components.set(code, found);
  }
  for (let outer = code.functions[id]?.outer ?? 0; outer > 0; outer = code.functions[outer]?.outer ?? 0)
    if (found.has(outer)) return true;
  return false;
}
