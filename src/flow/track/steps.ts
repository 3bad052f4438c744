import type { FunctionId, ValueId } from "../../code/graph";
import type { Key, Member, ValueNode } from "../../code/values";
import { isOfFramework } from "../../project/framework-members";
import type { FileFlow } from "./file-flow";
import { begun, client, holder, type Marks, nothing } from "./marks";
import type { Tracking } from "./tracking";

/** How marks flow from a value to the values that are built from it. */

/** Passes the marks of a value on to everything that it flows to. */
export function flowOn(tracking: Tracking, flow: FileFlow, value: ValueId): void {
  const marks = flow.marks[value] ?? nothing;
  flow.eachUser(value, (user) => {
    const node = flow.code.values[user];
    const take = node && (uses[node.kind] as ((node: ValueNode, use: Use) => void) | undefined);
    if (node && take) take(node, { tracking, flow, user, value, marks });
  });
  for (const variable of flow.variablesHolding.of(value)) tracking.markVariable(flow, variable, marks);
  for (const each of flow.functionsGiving.of(value)) tracking.markResult(flow, each, marks);
  for (const name of flow.exportsOf.get(value) ?? []) tracking.markExport(flow, name, marks);
  flowIntoMembers(tracking, flow, value, marks);
  for (const each of flow.subclassesOf.of(value)) tracking.markClass(flow, each, marks);
  const node = flow.code.values[value];
  if (node?.kind === "class") tracking.markClass(flow, node.class, marks);
  // The methods of an object literal have as `this` the object, or the prototype that it is assigned to.
  if (node?.kind === "object") markSelves(tracking, flow, value);
}

function flowIntoMembers(tracking: Tracking, flow: FileFlow, value: ValueId, marks: Marks): void {
  for (const name of flow.membersOfComponents.get(value) ?? []) tracking.markKey(name, marks);
  for (const field of flow.fieldsHolding.get(value) ?? []) {
    if (field.key !== undefined) tracking.markKey(field.key, marks);
    tracking.markClass(flow, field.class, holder);
  }
}

/** Marks `this` in the methods of an object literal as a holder. */
function markSelves(tracking: Tracking, flow: FileFlow, value: ValueId): void {
  const node = flow.code.values[value];
  if (node?.kind !== "object") return;
  for (const member of node.members) {
    const held = flow.code.values[member.value];
    if (held?.kind !== "function") continue;
    for (const self of flow.selves.of(held.function)) tracking.mark(flow, self, holder);
  }
}

/** A marked value, and a value that uses it. */
interface Use {
  readonly tracking: Tracking;
  readonly flow: FileFlow;
  readonly user: ValueId;
  readonly value: ValueId;
  readonly marks: Marks;
}

function pass({ tracking, flow, user, marks }: Use): void {
  tracking.mark(flow, user, marks);
}

type Uses = { readonly [Kind in ValueNode["kind"]]?: (node: Extract<ValueNode, { kind: Kind }>, use: Use) => void };

const uses: Uses = {
  typed: (_, use) => {
    pass(use);
  },
  named: (_, use) => {
    pass(use);
  },
  await: (_, use) => {
    pass(use);
  },
  withDefault: (_, use) => {
    pass(use);
  },
  loop: (_, use) => {
    pass(use);
  },
  join: (_, use) => {
    pass(use);
  },
  refined: (node, use) => {
    if (node.value === use.value) pass(use);
  },
  operation: ({ operator }, use) => {
    if (/^(?:&&|\|\||\?\?|,)$/u.test(operator)) pass(use);
  },
  member: (node, { tracking, flow, user, value }) => {
    if (node.object === value) readMember(tracking, flow, user, node);
  },
  rest: (node, use) => {
    if (node.of === use.value) pass(use);
  },
  element: ({ of, what }, use) => {
    if (of === use.value && what === "element") pass(use);
  },
  array: (_, use) => {
    pass(use);
  },
  object: ({ members }, use) => {
    for (const member of members) {
      if (member.value !== use.value) continue;
      if (member.kind === "spread") pass(use);
      else hold(use.tracking, use.flow, use.user, member.key, use.marks);
    }
  },
  write: (node, use) => {
    if (node.object === use.value) pass(use);
    if (node.value !== use.value) return;
    hold(use.tracking, use.flow, use.user, node.key, use.marks);
    markRoot(use.tracking, use.flow, node.object);
  },
  after: (node, use) => {
    if (node.object === use.value) pass(use);
  },
  same: (node, use) => {
    if (node.as !== use.value) pass(use);
  },
  call: (_, { tracking, flow, user }) => {
    tracking.schedule(flow, user);
  },
  jsx: (_, { tracking, flow, user }) => {
    tracking.schedule(flow, user);
  },
};

/** Marks an object that holds something under a key. */
function hold(tracking: Tracking, flow: FileFlow, object: ValueId, key: Key, marks: Marks): void {
  if (typeof key === "string" && !/^\d+$/u.test(key)) tracking.markKey(key, marks);
  tracking.mark(flow, object, typeof key === "string" ? holder | (marks & begun) : marks | holder);
}

/** Bound on steps to the root of an assignment's left side, and on re-exports of the root. */
const mostSteps = 12;

/** Marks the root of `a.b.c = …`, and all objects between, as holders. */
export function markRoot(tracking: Tracking, flow: FileFlow, value: ValueId): void {
  let current = value;
  let key: string | undefined;
  for (let left = mostSteps; left > 0; left -= 1) {
    const outer = flow.code.values[current];
    const inner = leftOf(outer);
    if (inner === undefined) break;
    if (outer?.kind === "member") key = typeof outer.key === "string" ? outer.key : undefined;
    current = inner;
    tracking.mark(flow, current, holder);
  }
  const node = flow.code.values[current];
  if (node?.kind === "variable") tracking.markVariable(flow, node.variable, holder);
  else if (node?.kind === "imported") markImported(tracking, flow, node.import, key);
  else if (node?.kind === "this") markOwner(tracking, flow, node.in);
  else tracking.mark(flow, current, holder);
}

function leftOf(node: ValueNode | undefined): ValueId | undefined {
  switch (node?.kind) {
    case "member":
    case "write":
    case "after":
    case "same":
      return node.object;
    case "typed":
    case "named":
    case "refined":
      return node.value;
    default:
      return undefined;
  }
}

function markOwner(tracking: Tracking, flow: FileFlow, of: FunctionId): void {
  const { class: owner } = flow.code.functions[of] ?? {};
  if (owner !== undefined) tracking.markClass(flow, owner, holder);
}

/** @param key the member that is read from a namespace import. */
function markImported(tracking: Tracking, flow: FileFlow, index: number, key: string | undefined): void {
  const { project } = tracking;
  let found = project.importOf(flow.file, index);
  for (let left = mostSteps; found && left > 0; left -= 1) {
    if (found.kind === "file") found = key === undefined ? undefined : project.exportOf(found.file, key);
    if (found?.kind !== "value") return;
    const declaring = tracking.load(found.file.name);
    if (!declaring) return;
    tracking.mark(declaring, found.value, holder);
    if (found.variable !== undefined) tracking.markVariable(declaring, found.variable, holder);
    // The exporting file may itself import the value.
    const node = declaring.code.values[found.value];
    found = node?.kind === "imported" ? project.importOf(found.file, node.import) : undefined;
  }
}

/** Members of functions and of boxes that share the marks of their object. */
const transparent = new Set([
  "bind",
  "call",
  "apply",
  "prototype",
  "default",
  "current",
  "value",
  "Provider",
  "Consumer",
]);

/** Gives a read of a member the marks that follow from its object and its key. */
export function readMember(tracking: Tracking, flow: FileFlow, id: ValueId, { object, key }: Member): void {
  const marks = flow.marks[object] ?? nothing;
  let found = marks & client;
  if ((marks & holder) !== 0) {
    if (typeof key === "number" || /^\d+$/u.test(key)) found |= marks;
    else found |= tracking.keyMarks(key) | (transparent.has(key) ? holder : nothing);
  }
  if (typeof key === "string" && isOfFramework(key)) found |= tracking.keyMarks(key);
  if (found !== nothing) tracking.mark(flow, id, found);
}
