import type { ValueId } from "../../code/graph";
import { dottedName } from "../../project/written-names";
import { nativeOf } from "../../clients/native";
import { isGlobalObjectName } from "../../syntax/built-ins";
import type { FileFlow } from "./file-flow";
import { client } from "./marks";
import type { Tracking } from "./tracking";

/** Seeds, where a file begins to use clients: imports of their packages, globals, names by convention, and parameters that a framework supplies. */

/** The range for look-ups of exports: their values' positions are not used. */
const nowhere = { start: 0, end: 0 };

/** Marks the values of a file that are clients by themselves. */
export function markSeeds(tracking: Tracking, flow: FileFlow): void {
  markImports(tracking, flow);
  for (const [id, node] of flow.code.values.entries()) {
    switch (node.kind) {
      case "global":
        if (tracking.library.global(node.name)) tracking.mark(flow, id, client);
        else markNamed(tracking, flow, id, node.name);
        break;
      case "member":
        if (typeof node.key === "string") markMember(tracking, flow, id, node.key, node.object);
        break;
      case "named":
      case "parameter":
        if (node.name !== undefined) markNamed(tracking, flow, id, node.name);
        break;
      case "variable":
        markNamed(tracking, flow, id, flow.code.variables[node.variable]?.name ?? "");
        break;
      default:
    }
  }
  markHanded(tracking, flow);
}

function markImports(tracking: Tracking, flow: FileFlow): void {
  const { library, project } = tracking;
  for (const [index, { specifier, name }] of flow.code.imports.entries()) {
    if (!library.sends(specifier) || project.importedName(flow.file, specifier) !== undefined) continue;
    const module = library.module(specifier);
    // Not all exports of a client's package are clients: only those that the client's definition names.
    const isClient = name === "*" || name === "default" || nativeOf(module?.get?.(name, nowhere)) !== undefined;
    if (isClient) for (const node of flow.importedNodes.of(index)) tracking.mark(flow, node, client);
  }
}

/** `window.fetch` is the global. */
function markMember(tracking: Tracking, flow: FileFlow, id: ValueId, key: string, object: ValueId): void {
  const owner = flow.code.values[object];
  const isGlobal = owner?.kind === "global" && isGlobalObjectName(owner.name);
  if (isGlobal && tracking.library.global(key)) tracking.mark(flow, id, client);
  else markNamed(tracking, flow, id, key);
}

function markNamed(tracking: Tracking, flow: FileFlow, id: ValueId, last: string): void {
  const { library } = tracking;
  if (library.words && !library.words.isLast(last)) return;
  const isClient = dottedName(flow.code, id).some(
    (name) => library.named(name) !== undefined || library.described?.(name) !== undefined,
  );
  if (isClient) tracking.mark(flow, id, client);
}

/** Marks the first parameter of functions that a framework finds by their names and calls with a client. */
function markHanded(tracking: Tracking, flow: FileFlow): void {
  const { library, project } = tracking;
  if (!library.handed) return;
  for (const { value, parameters, outer } of flow.code.functions) {
    const [first] = parameters;
    if (value === undefined || first === undefined || outer !== 0) continue;
    const node = flow.file.nodeOf(value);
    if (project.ts.isFunctionLike(node) && "body" in node && library.handed(node))
      tracking.mark(flow, first.value, client);
  }
}

/** @returns the object literals of a file that declare a request for any code to send. */
export function declaredObjects(tracking: Tracking, flow: FileFlow): readonly ValueId[] {
  const { library, project } = tracking;
  if (!library.declared) return [];
  return flow.code.values.flatMap((node, id) => {
    const literal = node.kind === "object" ? flow.file.nodeOf(id) : undefined;
    return literal && project.ts.isObjectLiteralExpression(literal) && library.declared?.(literal) ? id : [];
  });
}
