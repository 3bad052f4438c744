import type { FileCode, ValueId } from "./graph";
import type { ValueNode, Write } from "./values";

/**
 * @param isPassed whether an assignment to a member of a version may be passed.
 * @returns the value of which another is a version, whatever was called on it or assigned to its members; nothing where ways meet that have several.
 */
export function rootOf(code: FileCode, version: ValueId, isPassed: (write: Write) => boolean): ValueId | undefined {
  const seen = new Set<ValueId>();
  const left = [version];
  let found: ValueId | undefined;
  for (let id = left.pop(); id !== undefined; id = left.pop()) {
    if (seen.has(id)) continue;
    seen.add(id);
    const node = code.values[id];
    const before = node && versionsBehind(node, isPassed);
    if (before) left.push(...before);
    else if (found !== undefined) return undefined;
    else found = id;
  }
  return found;
}

/** @returns the values of which one is a version, under another name or of another type; nothing for what is no version. */
function versionsBehind(node: ValueNode, isPassed: (write: Write) => boolean): readonly ValueId[] | undefined {
  switch (node.kind) {
    case "typed":
    case "named":
    case "refined":
      return [node.value];
    case "after":
    case "same":
      return [node.object];
    case "write":
      return isPassed(node) ? [node.object] : undefined;
    case "join":
      return node.sides.map(({ value }) => value);
    case "loop":
      return [node.initial, node.next];
    default:
      return undefined;
  }
}
