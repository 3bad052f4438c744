import type TS from "typescript";
import type { FieldWrite, Variable } from "../declarations";
import { always, type ValueId } from "../graph";
import { assignedToMember, type Key, type Member, type ObjectLiteral, type Spot, type ValueNode } from "../values";
import { allParts, changeParts } from "./parts";
import { findHeld, isChangeable } from "./contents";
import { mayHandOn, mayRunCode } from "./runs-code";
import { parameterBehind } from "./parameters";
import { changeGiven, changeIfSame, type Change } from "./same";
import { addThunk, depthOf, force, set, versionOf } from "./environment";
import { add, addVersion, startOf, type Build } from "./state";
import { item } from "../item";
import { addTo } from "../../text/groups";

/** New versions of objects, by assignments to members and by calls that receive the objects. */

export interface Place {
  readonly key: Key;
  readonly keyStart: number;
  readonly keyEnd: number;
  /** Where the assigned value stands: see `Spot`. */
  readonly at?: Spot;
  /** The target is `super`. */
  readonly isSuper?: true;
}

/** Bound on the versions and members followed back to `this`. */
const deepestPath = 64;

/** Bound on the levels of a changed object, within the result of a call, that are told apart. */
const mostLevels = 3;

/** Bound on the holders through which a change is propagated. */
const deepestChain = 16;

/** Adds the version of an object after an assignment to one of its members, or `delete`. */
export function write(
  build: Build,
  of: ValueId,
  { key, keyStart, keyEnd, at, isSuper }: Place,
  value: ValueId | undefined,
  node: TS.Node,
): void {
  const object = versionOf(build, of);
  const place = { in: build.fn.id, start: startOf(build, node), end: node.end, depends: 0 };
  const about = {
    object,
    key,
    keyStart,
    keyEnd,
    ...(value !== undefined && { value }),
    ...(at && { at }),
    ...(isSuper && { isSuper }),
    guard: build.guard,
  };
  const id = addVersion(build, { kind: "write", ...place, ...about }, object, node);
  noteMember(build, key, id);
  if (!isSuper) noteFieldWrite(build, of, key, value);
  changeTo(build, object, id, node);
  if (!mayRunCode(build, of, key)) return;
  build.fn.epoch += 1;
  if (value !== undefined && mayHandOn(build, of, key))
    changeByCall(build, value, { call: id, argument: assignedToMember, path: [] }, node);
}

/** Lists a read or write of a member under its name. */
export function noteMember(build: Build, key: Key, id: ValueId): void {
  if (typeof key === "number") return;
  addTo(build.membersByName, key, id);
}

/** How a call receives an object. */
export interface Gift {
  readonly call: ValueId;
  /** −1: the receiver. */
  readonly argument: number;
  /** Path from the argument to the object; empty for the argument itself. */
  readonly path: readonly string[];
}

/** Adds the version of an object after a call that received it. */
export function changeByCall(build: Build, of: ValueId, { call, argument, path }: Gift, node: TS.Node): void {
  const root = item(build.roots, of);
  const value = item(build.values, root);
  if (!isChangeable(value) || isPrimitive(build, value)) return;
  const slot = build.base + root;
  const previous = item(build.slots, slot);
  const depth = 1 + depthOf(build, previous);
  const after = addThunk(build, {
    kind: "after",
    value: -1,
    in: build.fn.id,
    depth,
    node,
    previous,
    call,
    argument,
    path: path.length > 0 ? path : undefined,
  });
  // These kinds need no node until they are read, unless a variable lists their versions.
  if (value.kind === "parameter" || value.kind === "object" || value.kind === "array" || value.kind === "call") {
    if (!build.sharedRoots.has(root)) {
      set(build, slot, after);
      // Such a call may return the same object to other code, which looks for changes among the values: force the version.
      if (value.kind === "call" && value.arguments.length === 0) force(build, after);
      if (value.kind === "call") changeGiven(build, root, [{ as: root, then: after }], node);
      return;
    }
  }
  const id = force(build, after);
  if (argument === -1 || (argument >= 0 && isGivenToCallback(build, call))) noteFieldChange(build, of, id);
  changeTo(build, of, id, node);
}

/** Whether a closure in a method passes something to its own parameter: `list.forEach((f) => f(this.held))`. */
function isGivenToCallback(build: Build, call: ValueId): boolean {
  const node = item(build.values, call);
  return (
    node.kind === "call" && build.usesOuterThis.has(build.fn.id) && parameterBehind(build, node.callee) !== undefined
  );
}

/** Whether a parameter is declared with a primitive type. */
function isPrimitive(build: Build, value: ValueNode): boolean {
  if (value.kind !== "parameter" || value.type === undefined) return false;
  const type = build.types[value.type];
  return type?.kind === "keyword" && /^(?:string|number|boolean|bigint|symbol)$/u.test(type.name);
}

/** Sets the version of an object, and propagates it to everything that holds the object. */
function changeTo(build: Build, of: ValueId, version: ValueId, node: TS.Node, inner: readonly Change[] = []): void {
  const root = item(build.roots, of);
  set(build, build.base + root, version);
  const shared = build.sharedRoots.get(root);
  if (shared !== undefined)
    (build.variables[shared]?.changed as Variable["changed"][number][]).push({
      value: version,
      in: build.fn.id,
      guard: build.guard,
    });
  if (inner.length > deepestChain) return;
  const value = item(build.values, root);
  const changes = [...inner, { as: root, then: version }];
  if (value.kind === "member") changeHolder(build, value, version, node, changes);
  else if (value.kind === "element") {
    changeGiven(build, item(build.roots, value.of), changes.slice(-mostLevels), node);
    changeList(build, value.of, version, node, changes);
  } else if (value.kind === "call") changeGiven(build, root, changes.slice(-mostLevels), node);
  else changeParts(build, root, version);
  if (value.kind === "object" && inner.length > 0) changeSpread(build, value, inner, node);
}

/** Propagates a change to the object from which the changed one was read, unless that member was overwritten. */
function changeHolder(build: Build, member: Member, version: ValueId, node: TS.Node, changes: readonly Change[]): void {
  const holder = versionOf(build, member.object);
  const holds = item(build.values, item(build.roots, holder));
  if (holds.kind === "global" || holds.kind === "super") return;
  const { held, stop } = findHeld(build, holder, member.key, member.object);
  const isSame = held === "same" || (held === "other" && build.roots[stop] === build.roots[version]);
  changeOtherReads(build, item(build.roots, holder), item(build.roots, version), { key: member.key, version, node });
  if (!isSame && held !== "unknown") return;
  const place = { in: build.fn.id, start: startOf(build, node), end: node.end, depends: 0 };
  const { key, keyStart } = member;
  const keyEnd = typeof key === "string" ? keyStart + key.length : keyStart;
  let value = version;
  if (!isSame) {
    const other = add(build, { kind: "member", ...place, object: holder, key, keyStart, optional: false }, node);
    value = add(
      build,
      {
        kind: "join",
        ...place,
        sides: [
          { value: version, guard: always },
          { value: other, guard: always },
        ],
      },
      node,
    );
  }
  const about = { object: holder, key, keyStart, keyEnd, value, isKept: true as const, guard: build.guard };
  const id = addVersion(build, { kind: "write", ...place, ...about }, holder, node);
  changeTo(build, holder, id, node, changes);
}

/** A shallow copy shares nested objects with its spread sources: propagates a nested change to these. */
function changeSpread(build: Build, copy: ObjectLiteral, changes: readonly Change[], node: TS.Node): void {
  const last = changes.at(-1);
  const read = last && item(build.values, last.as);
  if (!last || read?.kind !== "member" || changes.length > mostLevels) return;
  const { key, keyStart } = read;
  for (const { kind, value } of copy.members) {
    if (kind !== "spread" || !isChangeable(item(build.values, item(build.roots, value)))) continue;
    const object = versionOf(build, value);
    const place = { in: build.fn.id, start: startOf(build, node), end: node.end, depends: 0 };
    const held = add(build, { kind: "member", ...place, object, key, keyStart, optional: false }, node);
    const now = add(build, { kind: "same", ...place, object: held, ...last }, node);
    const keyEnd = typeof key === "string" ? keyStart + key.length : keyStart;
    const about = { object, key, keyStart, keyEnd, value: now, isKept: true as const, guard: build.guard };
    const id = addVersion(build, { kind: "write", ...place, ...about }, object, node);
    changeTo(build, object, id, node, [...changes, { as: held, then: now }]);
  }
}

/** Earlier reads of the member, and values stored there, may be the changed object where that is not known. */
function changeOtherReads(
  build: Build,
  holder: ValueId,
  root: ValueId,
  { key, version, node }: { readonly key: Key; readonly version: ValueId; readonly node: TS.Node },
): void {
  const done = new Set<ValueId>([root]);
  const change = (read: ValueId): void => {
    const other = item(build.roots, read);
    if (done.has(other) || !isChangeable(item(build.values, other))) return;
    done.add(other);
    changeIfSame(build, other, { as: root, then: version }, node);
  };
  for (const each of allParts(build, holder)) {
    if (typeof key === "string") build.memberReads.get(each)?.get(key)?.forEach(change);
    for (const content of build.contents.get(each) ?? [])
      if (content.isMany || content.key === key) change(content.root);
  }
}

/** Adds the version of a list after a change of one of its elements. */
function changeList(build: Build, list: ValueId, version: ValueId, node: TS.Node, changes: readonly Change[]): void {
  const holder = versionOf(build, list);
  const place = { in: build.fn.id, start: startOf(build, node), end: node.end, depends: 0 };
  const key = add(build, { kind: "opaque", ...place, reason: "an element", operands: [] }, node);
  const about = { object: holder, key, keyStart: place.start, keyEnd: place.start, value: version, guard: build.guard };
  const id = addVersion(build, { kind: "write", ...place, ...about }, holder, node);
  changeTo(build, holder, id, node, changes);
}

/** @returns the path from `this` to an object; `undefined` if there is none. */
function pathFromThis(build: Build, object: ValueId): Key[] | undefined {
  const path: Key[] = [];
  let current = object;
  for (let depth = 0; depth < deepestPath; depth += 1) {
    const value = item(build.values, current);
    switch (value.kind) {
      case "this":
        return path.reverse();
      case "member":
        path.push(value.key);
        current = value.object;
        break;
      case "write":
      case "after":
        current = value.object;
        break;
      case "refined":
      case "typed":
      case "named":
      case "await":
        current = value.value;
        break;
      default: {
        const root = item(build.roots, current);
        if (root === current) return undefined;
        current = root;
      }
    }
  }
  return undefined;
}

function noteFieldWrite(build: Build, object: ValueId, key: Key, value: ValueId | undefined): void {
  if (build.fn.fieldsOf === undefined) return;
  const path = pathFromThis(build, object);
  if (path) addFieldWrite(build, { path: [...path, key], ...(value !== undefined && { value }) });
}

function noteFieldChange(build: Build, object: ValueId, version: ValueId): void {
  if (build.fn.fieldsOf === undefined) return;
  const path = pathFromThis(build, object);
  if (path && path.length > 0) addFieldWrite(build, { path, value: version, isCall: true });
}

function addFieldWrite(build: Build, write: Omit<FieldWrite, "in" | "guard">): void {
  const owner = build.classes[build.fn.fieldsOf ?? -1];
  (owner?.fieldWrites as FieldWrite[]).push({ ...write, in: build.fn.id, guard: build.guard });
}
