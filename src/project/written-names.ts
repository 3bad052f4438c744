import type { FileCode, TypeId, ValueId } from "../code/graph";
import { isGlobalObjectName } from "../syntax/built-ins";

/** Names as they are written in a file, whatever they mean. */

/** Bound on members of members, and on values within values. */
const mostSteps = 12;

/**
 * @returns the dotted names by which a value is written where it is used: `api.orders` for a member, the local and the exported name of an import. A call has
 *   the name of its callee.
 */
export function dottedName(code: FileCode, value: ValueId): readonly string[] {
  let path = "";
  let current = value;
  for (let left = mostSteps; left > 0; left -= 1) {
    const node = code.values[current];
    if (!node) return [];
    switch (node.kind) {
      case "member":
        if (typeof node.key !== "string") return ended(path);
        path = joined(node.key, path);
        current = node.object;
        break;
      case "named":
        return [joined(node.name, path)];
      case "call":
        current = node.callee;
        break;
      case "typed":
      case "refined":
      case "await":
      case "withDefault":
        current = node.value;
        break;
      case "write":
      case "after":
      case "same":
        current = node.object;
        break;
      default: {
        const own = ownNames(code, node);
        return own.length === 0 ? ended(path) : own.map((name) => joined(name, path));
      }
    }
  }
  return ended(path);
}

/** @returns the parts of a dotted name, without the global object: `globalThis.fetch` is `fetch`. */
export function globalNameOf(name: readonly string[]): readonly string[] {
  const [first = "", ...rest] = name;
  return rest.length > 0 && isGlobalObjectName(first) ? rest : name;
}

function joined(name: string, path: string): string {
  return path === "" ? name : `${name}.${path}`;
}

function ended(path: string): readonly string[] {
  return path === "" ? [] : [path];
}

function ownNames(code: FileCode, node: FileCode["values"][number]): readonly string[] {
  switch (node.kind) {
    case "imported": {
      const { name, local } = code.imports[node.import] ?? {};
      return [...new Set([local, name === "default" || name === "*" ? undefined : name])].filter(
        (each) => each !== undefined,
      );
    }
    case "global":
      return [node.name];
    case "variable":
      return present(code.variables[node.variable]?.name);
    case "parameter":
      return present(node.name);
    case "function":
      return present(code.functions[node.function]?.name);
    case "class":
      return present(code.classes[node.class]?.name);
    case "this":
      return ["this"];
    default:
      return [];
  }
}

function present(name: string | undefined): readonly string[] {
  return name === undefined ? [] : [name];
}

/** @returns the last part of each name in a type, and the exported name of each renamed import. */
export function typeNames(code: FileCode, type: TypeId): readonly string[] {
  const found = new Set<string>();
  const waiting: TypeId[] = [type];
  const seen = new Set<TypeId>();
  for (let current = waiting.pop(); current !== undefined; current = waiting.pop()) {
    const node = code.types[current];
    if (!node || seen.has(current)) continue;
    seen.add(current);
    if (node.kind === "name") {
      noteName(code, found, node.name);
      waiting.push(...node.arguments);
    } else if (node.kind === "array") waiting.push(node.of);
    else if (node.kind === "union" || node.kind === "intersection" || node.kind === "tuple") waiting.push(...node.of);
  }
  return [...found];
}

function noteName({ imports }: FileCode, found: Set<string>, name: readonly string[]): void {
  const [first = ""] = name;
  found.add(name.at(-1) ?? first);
  if (name.length > 1) return;
  const bound = imports.find(({ local }) => local === first);
  if (bound && bound.name !== "*" && bound.name !== "default") found.add(bound.name);
}
