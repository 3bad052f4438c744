import { bareOf } from "../../code/bare";
import { changesOfMade } from "../../code/changes-of-made";
import type { FileCode, GuardId, ValueId } from "../../code/graph";
import { guardsAround } from "../../code/guards";
import { item } from "../../code/item";
import { operandsOf } from "../../code/operands";
import { dependsOnOuter, dependsOnThis, type Call, type Key, type ValueNode } from "../../code/values";
import { nodeAt } from "../../evaluate/places";
import type { ProjectFile } from "../../project/project-file";
import type { CallSite, FunctionSite } from "../../project/sites";
import type { Flow } from "../flow";
import type { Callee } from "../leads/callee";
import { argumentBit, constructorIn } from "./supplied";

/** What requests need of a function's caller: parameters and `this` as a whole, a mask like `depends`, and single members of parameters. */
export interface Needs {
  readonly whole: number;
  readonly members: ReadonlyMap<number, ReadonlySet<string>>;
}

const nothing: Needs = { whole: 0, members: new Map() };

/** Bound on nested values: a deeper value needs all that it depends on by the graph. */
const deepest = 60;

/** A call in a function that sends, or leads to a request. */
export interface Lead {
  readonly call: ValueId;
  /** What it depends on in the context of the function, by the graph. */
  readonly depends: number;
}

/**
 * Computes what the leading calls of a function need of its caller. That is less than what they depend on by the graph: the answer to a request is not supplied
 * by a caller, and of an object, only members count that the requests contain.
 */
export class AllNeeds {
  readonly #calls = new Map<ProjectFile, Map<ValueId, Needs>>();
  readonly #values = new Map<ProjectFile, Map<ValueId, Needs>>();
  /** By value and key of the member. */
  readonly #members = new Map<ProjectFile, Map<string, Needs>>();
  readonly #flow: Flow;
  readonly #leadsOf: (site: FunctionSite) => readonly Lead[];

  /** @param leadsOf returns the calls of a function and of its callbacks whose requests depend on the function's caller. */
  constructor(flow: Flow, leadsOf: (site: FunctionSite) => readonly Lead[]) {
    this.#flow = flow;
    this.#leadsOf = leadsOf;
  }

  /** @returns what the requests of a call need of the caller of the enclosing function. */
  of({ file, function: id }: FunctionSite, { call, depends }: Lead): Needs {
    const node = nodeAt(file, call);
    // The variables that a callback captures are not distinguished.
    return node.kind === "call" && node.in === id ? this.#ofCall({ file, call }, node) : wholeNeeds(depends);
  }

  /** @returns whether a value is the answer to a request, or a part of one. */
  isAnswer(file: ProjectFile, id: ValueId): boolean {
    let current = bareOf(file.code.values, id);
    for (let count = 0; count < deepest; count += 1) {
      const node = nodeAt(file, current);
      if (node.kind === "call") return this.#flow.isLeading({ file, call: current });
      const inner = inside(node);
      if (inner === undefined) return false;
      current = bareOf(file.code.values, inner);
    }
    return false;
  }

  #ofCall(site: CallSite, node: Call): Needs {
    return memoised(this.#calls, site.file, site.call, () => {
      const callees = this.#flow.calleesOf(site);
      return callees.length === 0
        ? wholeNeeds(node.depends)
        : union(callees.map((callee) => this.#ofCallee(callee, site, node)));
    });
  }

  #ofCallee(callee: Callee, { file, call }: CallSite, node: Call): Needs {
    const target = functionOf(callee);
    const leads = target ? this.#leadsOf(target) : [];
    // The request is built from operands of the call, or sent by one of them.
    if (!target || leads.length === 0)
      return this.#ofAll(file, [...operandsOf(node), ...givenInChanges(file, call)], 0);
    return union(
      leads.map((lead) => {
        const { whole, members } = this.of(target, lead);
        const parts: Needs[] = [];
        node.arguments.forEach(({ value }, index) => {
          const keys = members.get(index);
          if ((whole & argumentBit(index)) !== 0) parts.push(this.#ofValue(file, value, 0));
          else if (keys) for (const key of keys) parts.push(this.#ofMember(file, value, key, 0));
        });
        if (node.arguments.some(({ spread }) => spread)) parts.push(this.#ofAll(file, operandsOf(node), 0));
        if ((whole & dependsOnThis) !== 0 && node.receiver !== undefined)
          parts.push(this.#ofValue(file, node.receiver, 0));
        if ((whole & dependsOnOuter) !== 0) parts.push(wholeNeeds(nodeAt(file, node.callee).depends));
        return union(parts);
      }),
    );
  }

  #ofAll(file: ProjectFile, ids: readonly ValueId[], depth: number): Needs {
    return union(ids.map((id) => this.#ofValue(file, id, depth)));
  }

  #ofValue(file: ProjectFile, id: ValueId, depth: number): Needs {
    const node = nodeAt(file, id);
    if (node.depends === 0) return nothing;
    if (depth > deepest) return wholeNeeds(node.depends);
    return memoised(this.#values, file, id, () => this.#ofNode(file, id, node, depth + 1));
  }

  #ofNode(file: ProjectFile, id: ValueId, node: ValueNode, depth: number): Needs {
    switch (node.kind) {
      case "parameter":
      case "this":
      case "loop":
      case "variable":
      case "function":
      case "class":
      case "super":
        return wholeNeeds(node.depends);
      case "member":
        return typeof node.key === "string"
          ? this.#ofMember(file, node.object, node.key, depth)
          : this.#ofAll(file, operandsOf(node), depth);
      case "call":
        return this.#flow.isLeading({ file, call: id }) ? nothing : this.#ofAll(file, operandsOf(node), depth);
      case "after":
        return this.#ofAll(file, [node.object, ...this.#changing(file, node.call)], depth);
      case "join":
        return this.#ofAll(file, [...operandsOf(node), ...conditionsOf(file.code, node.sides)], depth);
      default:
        return this.#ofAll(file, operandsOf(node), depth);
    }
  }

  /** @returns the values that decide how a call changes an object that it is given. */
  #changing(file: ProjectFile, call: ValueId): readonly ValueId[] {
    const node = nodeAt(file, call);
    if (node.kind !== "call" || this.#flow.isLeading({ file, call })) return [];
    return node.arguments.map(({ value }) => value);
  }

  #ofMember(file: ProjectFile, id: ValueId, key: string, depth: number): Needs {
    const node = nodeAt(file, id);
    if (node.depends === 0) return nothing;
    if (depth > deepest) return wholeNeeds(node.depends);
    return memoised(this.#members, file, `${id}.${key}`, () => this.#ofMemberOf(file, id, node, key, depth));
  }

  #ofMemberOf(file: ProjectFile, id: ValueId, node: ValueNode, key: string, depth: number): Needs {
    const within = (each: ValueId): Needs => this.#ofMember(file, each, key, depth + 1);
    switch (node.kind) {
      case "parameter":
        return { whole: 0, members: new Map([[node.index, new Set([key])]]) };
      case "object":
        return union(
          node.members.map((member) => {
            if (member.kind === "spread") return within(member.value);
            return mayBe(member.key, key) ? this.#ofValue(file, member.value, depth) : nothing;
          }),
        );
      case "write": {
        const assigned =
          node.value !== undefined && mayBe(node.key, key) ? this.#ofValue(file, node.value, depth) : nothing;
        return union([within(node.object), assigned]);
      }
      case "after":
        return union([within(node.object), this.#ofAll(file, this.#changing(file, node.call), depth)]);
      case "join":
        return union([
          ...node.sides.map(({ value }) => within(value)),
          this.#ofAll(file, conditionsOf(file.code, node.sides), depth),
        ]);
      case "same":
        return union([within(node.object), within(node.then)]);
      case "withDefault":
        return union([within(node.value), within(node.otherwise)]);
      default: {
        const bare = bareOf(file.code.values, id);
        return bare === id ? this.#ofValue(file, id, depth) : within(bare);
      }
    }
  }
}

/** @returns the value of which a node is a part or a version. */
function inside(node: ValueNode): ValueId | undefined {
  switch (node.kind) {
    case "member":
    case "after":
    case "same":
      return node.object;
    case "element":
      return node.of;
    default:
      return undefined;
  }
}

const changes = new WeakMap<FileCode, ReadonlyMap<ValueId, readonly ValueId[]>>();

/** @returns the arguments of the calls that change a call's result. */
function givenInChanges(file: ProjectFile, call: ValueId): readonly ValueId[] {
  const { code } = file;
  const known = changes.get(code) ?? changesOfMade(code);
  changes.set(code, known);
  return (known.get(call) ?? []).flatMap((each) => {
    const node = nodeAt(file, each);
    return node.kind === "call" ? node.arguments.map(({ value }) => value) : [];
  });
}

function functionOf(callee: Callee): FunctionSite | undefined {
  if (callee.kind === "function") return callee.isShifted === true ? undefined : callee.site;
  return callee.kind === "class" ? constructorIn(callee) : undefined;
}

/** @returns the conditions that distinguish the sides of a join. */
function conditionsOf(code: FileCode, sides: readonly { readonly guard: GuardId }[]): readonly ValueId[] {
  const found = new Set<ValueId>();
  const ways = sides.map(({ guard }) => guardsAround(code, guard));
  const shared = new Set(ways[0]?.filter((each) => ways.every((way) => way.includes(each))));
  for (const each of ways.flat()) if (!shared.has(each)) found.add(item(code.guards, each).condition);
  return [...found];
}

function mayBe(key: Key, name: string): boolean {
  return typeof key !== "string" || key === name;
}

function wholeNeeds(depends: number): Needs {
  return depends === 0 ? nothing : { whole: depends, members: nothing.members };
}

function union(parts: readonly Needs[]): Needs {
  const some = parts.filter((each) => each !== nothing);
  const [first = nothing, ...others] = some;
  if (others.length === 0) return first;
  let whole = 0;
  const members = new Map<number, ReadonlySet<string>>();
  for (const each of some) {
    whole |= each.whole;
    for (const [index, keys] of each.members) members.set(index, new Set([...(members.get(index) ?? []), ...keys]));
  }
  return { whole, members };
}

/** Returns the memoised needs. A recursive query adds nothing. */
function memoised<Id>(all: Map<ProjectFile, Map<Id, Needs>>, file: ProjectFile, id: Id, find: () => Needs): Needs {
  const ofFile = all.get(file) ?? new Map<Id, Needs>();
  all.set(file, ofFile);
  const known = ofFile.get(id);
  if (known) return known;
  ofFile.set(id, nothing);
  const needs = find();
  ofFile.set(id, needs);
  return needs;
}
