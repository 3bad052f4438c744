import type { FileCode, ValueId } from "../../code/graph";
import { operandsOf } from "../../code/operands";
import type { Call, ValueNode } from "../../code/values";
import type { ProjectFile } from "../../project/project-file";
import { dottedName } from "../../project/written-names";
import { addTo } from "../../text/groups";

/** Functions that create elements: `createElement(Context.Provider, { value })`. */
const factories = /(?:^|\.)(?:_?createElement|cloneElement|h|_?jsxs?|_?jsxDEV)$/u;

/** Functions that read a context, by their names (`useContext`). */
const readers = /(?:^|\.)use(?:[A-Z]\w*)?$/u;

/** Operators whose result does not contain their operands. */
const others = /^(?:!|typeof|void|===|!==|==|!=|in|instanceof)$/u;

/** The uses of a slot in a file: the elements that fill it, and whether it escapes to code that may fill it. */
export class SlotReferences {
  /** The attributes of provider elements. */
  readonly given = new Set<ValueId>();
  /** The names under which the file exports the slot. */
  readonly exported = new Set<string>();
  leaks = false;
  readonly #found = new Set<ValueId>();
  readonly #users: ReadonlyMap<ValueId, readonly ValueId[]>;

  constructor(readonly file: ProjectFile) {
    this.#users = usersIn(file.code);
  }

  /** Follows values that are the slot to all their uses. */
  add(roots: readonly ValueId[]): void {
    const waiting = [...roots];
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      if (this.#found.has(id)) continue;
      this.#found.add(id);
      for (const user of this.#users.get(id) ?? [])
        if (this.#use(id, this.file.code.values[user]) === "same") waiting.push(user);
      waiting.push(...this.#keep(id));
    }
  }

  has(value: ValueId): boolean {
    return this.#found.has(value);
  }

  /** @returns `same` if the user of a slot is the slot itself, or its provider. */
  #use(id: ValueId, node: ValueNode | undefined): "same" | undefined {
    if (node && isSame(node, id)) return "same";
    if (node?.kind === "call") this.#argument(id, node);
    else if (node?.kind === "jsx" && node.tag === id) this.given.add(node.attributes);
    else if (!node || !makesOther(node)) this.leaks = true;
    return undefined;
  }

  #argument(id: ValueId, { callee, arguments: given }: Call): void {
    if (given.every(({ value }) => value !== id)) return;
    const names = dottedName(this.file.code, callee);
    const [first, second] = given;
    if (first?.value === id && second && names.some((name) => factories.test(name))) this.given.add(second.value);
    else if (!names.some((name) => readers.test(name))) this.leaks = true;
  }

  /** Follows a slot into variables and exports, and records its escape through results and fields. @returns the reads of the variables. */
  #keep(id: ValueId): readonly ValueId[] {
    const { code } = this.file;
    const variables = [...code.variables.entries()].flatMap(([variable, { assigned }]) =>
      assigned.some(({ value }) => value === id) ? variable : [],
    );
    for (const each of code.exports) {
      if (each.kind === "whole") this.leaks ||= each.value === id;
      else if (each.kind === "value" && (each.value === id || variables.includes(each.variable ?? -1)))
        this.exported.add(each.name);
    }
    this.leaks ||= code.functions.some(
      (each, index) => (each.result === id && !isContextType(code, index)) || each.yields.includes(id),
    );
    this.leaks ||= code.classes.some((each) => each.fieldWrites.some(({ value }) => value === id));
    return code.values.flatMap((node, read) =>
      node.kind === "variable" && variables.includes(node.variable) ? read : [],
    );
  }
}

/** @returns whether a node is the same slot: with a name, type or condition, in a later version, or as its provider. */
function isSame(node: ValueNode, value: ValueId): boolean {
  switch (node.kind) {
    case "named":
    case "typed":
    case "refined":
      return node.value === value;
    case "after":
    case "same":
    case "write":
      return node.object === value;
    case "member":
      return node.key === "Provider";
    default:
      return false;
  }
}

/** @returns whether a node derives a value that does not contain the slot. `after` nodes are versions of other arguments of a call that gets the slot. */
function makesOther(node: ValueNode): boolean {
  return node.kind === "member" || node.kind === "after" || (node.kind === "operation" && others.test(node.operator));
}

/** `static contextType = Context`: the class reads the slot, which does not escape. */
function isContextType({ classes }: FileCode, id: number): boolean {
  return classes.some(({ members }) => members.some((each) => each.function === id && each.key === "contextType"));
}

function usersIn({ values }: FileCode): ReadonlyMap<ValueId, readonly ValueId[]> {
  const users = new Map<ValueId, ValueId[]>();
  values.forEach((node, id) => {
    for (const operand of operandsOf(node)) {
      addTo(users, operand, id);
    }
  });
  return users;
}
