import type { ClassId, FunctionId } from "../../code/graph";
import type { Call } from "../../code/values";
import type { ClassSite } from "../../project/sites";
import { ownMethods } from "../own-methods";
import { mostAncestors, staticCallee, superclassOf } from "../static-callee";
import type { FileFlow } from "../track/file-flow";
import type { Tracking } from "../track/tracking";
import type { Callee } from "./callee";

/** Resolves callees and constructors by names alone. */

/** @returns the constructor that runs for a class: its own, or that of the nearest superclass of the project that has one. */
export function constructorOf(
  tracking: Tracking,
  flow: FileFlow,
  id: ClassId,
): { readonly flow: FileFlow; readonly id: FunctionId } | undefined {
  let at: ClassSite | undefined = { file: flow.file, class: id };
  for (let left = mostAncestors; at && left > 0; left -= 1) {
    const { constructorFunction } = at.file.code.classes[at.class] ?? {};
    const declaring = constructorFunction === undefined ? undefined : tracking.load(at.file.name);
    if (constructorFunction !== undefined) return declaring && { flow: declaring, id: constructorFunction };
    at = superclassOf(tracking.project, at);
  }
  return undefined;
}

/** @returns the callees of a call if names determine them. Nothing is evaluated. */
export function calleesByName(tracking: Tracking, flow: FileFlow, node: Call): readonly Callee[] | undefined {
  const only = calleeByName(tracking, flow, node);
  if (only) return [only];
  const methods = node.how === "call" ? ownMethods(tracking.project, flow.file, node) : undefined;
  return methods?.map((site) => ({ kind: "function", site }));
}

function calleeByName(tracking: Tracking, flow: FileFlow, node: Call): Callee | undefined {
  if (node.how !== "super") return staticCallee(tracking.project, flow.file, node.callee);
  const owner = flow.code.functions[node.in]?.class;
  const heritage = owner === undefined ? undefined : flow.code.classes[owner]?.heritage;
  return heritage === undefined ? undefined : staticCallee(tracking.project, flow.file, heritage);
}
