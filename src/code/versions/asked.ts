import type TS from "typescript";
import { bareOf } from "../bare";
import type { GuardId, ValueId } from "../graph";
import { item } from "../item";
import { add, startOf, type Build } from "./state";

/** A condition that tests a member, `if (a.b)`. Later reads of the member are refined by it while no code may have assigned the member. */
export interface Asked {
  readonly value: ValueId;
  readonly condition: ValueId;
  readonly holds: boolean;
  readonly node: TS.Node;
  /** The entry applies under this guard only. */
  readonly guard: GuardId;
  /** Epoch of the test: in a later one, other functions may have assigned the member. */
  readonly epoch: number;
  /** Version of the member's value at the test. */
  readonly version: number;
  /** The previous test of the member, possibly on another path. */
  readonly before: Asked | undefined;
  /** The refined read, created when it is first needed. */
  refined?: ValueId;
}

/** Bound on the enclosing guards, and on the entries of one member, that are searched. */
const mostAround = 32;

/** Records the members that a condition tests: `a.b`, `a.b === x`, `typeof a.b === "string"`. */
export function noteAsked(build: Build, condition: ValueId, holds: boolean, node: TS.Node): void {
  const { guard } = build;
  for (const value of membersAsked(build, condition)) {
    const root = item(build.roots, value);
    const before = build.asked.get(root);
    const version = item(build.slots, build.base + root);
    build.asked.set(root, { value, condition, holds, node, guard, epoch: build.fn.epoch, version, before });
  }
}

/** @returns an earlier read of the member, refined by a condition that still applies here. */
export function askedBefore(build: Build, read: ValueId): ValueId | undefined {
  const root = item(build.roots, read);
  let asked = build.asked.get(root);
  if (!asked || root === read) return undefined;
  for (let looked = 0; asked && looked < mostAround; looked += 1, asked = asked.before)
    if (isStanding(build, root, asked)) return (asked.refined ??= refined(build, asked));
  return undefined;
}

/** Whether a tested condition applies here: it guards this place, and neither the member nor its value may have changed since. */
function isStanding(build: Build, root: ValueId, { epoch, guard, version }: Asked): boolean {
  return epoch === build.fn.epoch && version === item(build.slots, build.base + root) && isUnder(build, guard);
}

function refined(build: Build, { value, condition, holds, node }: Asked): ValueId {
  const place = { in: build.fn.id, start: startOf(build, node), end: node.end, depends: 0 };
  const id = add(build, { kind: "refined", ...place, value, condition, holds }, node);
  build.roots[id] = item(build.roots, value);
  return id;
}

function isUnder(build: Build, guard: GuardId): boolean {
  let current = build.guard;
  for (let looked = 0; looked < mostAround && current !== guard; looked += 1) {
    if (current < 0) return false;
    current = item(build.guards, current).outer;
  }
  return current === guard;
}

const comparisons: ReadonlySet<string> = new Set(["===", "!==", "==", "!="]);

function membersAsked(build: Build, condition: ValueId): readonly ValueId[] {
  const node = item(build.values, bareOf(build.values, condition));
  if (node.kind === "member") return [condition];
  if (node.kind !== "operation" || !comparisons.has(node.operator)) return [];
  return node.operands.flatMap((each) => {
    const operand = item(build.values, bareOf(build.values, each));
    if (operand.kind === "member") return [each];
    const [inner] = operand.kind === "operation" && operand.operator === "typeof" ? operand.operands : [];
    return inner !== undefined && item(build.values, bareOf(build.values, inner)).kind === "member" ? [inner] : [];
  });
}
