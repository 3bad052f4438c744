import type { FileCode, ValueId } from "../../code/graph";
import { operandsOf } from "../../code/operands";
import type { Call, ValueNode } from "../../code/values";
import type { ProjectFile } from "../../project/project-file";
import { dottedName } from "../../project/written-names";
import { addTo } from "../../text/groups";

/** Functions that make elements: `createElement(Context.Provider, { value })`. */
const factories = /(?:^|\.)(?:_?createElement|cloneElement|h|_?jsxs?|_?jsxDEV)$/u;

/** Functions that read what a context holds, by custom. */
const readers = /(?:^|\.)use(?:[A-Z]\w*)?$/u;

/** Operators that make something else of their operands. */
const others = /^(?:!|typeof|void|===|!==|==|!=|in|instanceof)$/u;

/** Where a file uses a slot: the elements that fill it, and whether something may fill it that is not seen. */
export class SlotReferences {
  /** The attributes of the elements that provide it. */
  readonly given = new Set<ValueId>();
  /** The names under which the file exports it. */
  readonly exported = new Set<string>();
  leaks = false;
  readonly #found = new Set<ValueId>();
  readonly #users: ReadonlyMap<ValueId, readonly ValueId[]>;

  constructor(readonly file: ProjectFile) {
    this.#users = usersIn(file.code);
  }

  /** Follows values that are the slot by themselves to all that is made of them. */
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

  /** @returns whether a value is the slot. */
  has(value: ValueId): boolean {
    return this.#found.has(value);
  }

  /** @returns `same` where the user of a slot is that, or the member by which it is provided. */
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

  /** What holds the slot: variables, which give it to those who read them, exports, results of functions. */
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

/** Whether a value is another one: under a name, a type or a condition, as a later version, or as its provider. */
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

/** Whether a value is made of a slot and has nothing of it: what else a call is given that makes it is another version after that. */
function makesOther(node: ValueNode): boolean {
  return node.kind === "member" || node.kind === "after" || (node.kind === "operation" && others.test(node.operator));
}

/** `static contextType = Context`: the class reads it. */
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
