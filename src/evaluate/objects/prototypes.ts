import { type ValueId } from "../../code/graph";
import type { ValueNode } from "../../code/values";
import type { ProjectFile } from "../../project/project-file";
import type { ClassSite } from "../../project/sites";
import type { Place, Single } from "../domain";
import type { Evaluation } from "../evaluation";
import { nodeAt } from "../places";
import { optionsOf } from "../values";
import { behind } from "./behind";

/** Changes of prototypes in a file. An added member is visible in all objects that inherit from the prototype, including older ones. */
interface Changes {
  /** Added members by owner: a class, a constructor function, or a platform class. `*` stands for any member. */
  readonly members: ReadonlyMap<string, ReadonlySet<string>>;
  /** Object literals may serve as prototypes of other objects. */
  readonly lendsLiterals: boolean;
}

/** Why an object with a prototype of the program is open. */
export const ofPrototype = "members of a prototype";

const known = new WeakMap<ProjectFile, Changes>();
const nothing: Changes = { members: new Map(), lendsLiterals: false };

/** @returns whether a member of a prototype of the object may be replaced, by the file of the read or that of the object's class. */
export function isPatched(evaluation: Evaluation, option: Single, key: string, place: Place): boolean {
  const owners = ownersOf(option);
  if (owners.length === 0) return false;
  const files = option.kind === "object" && option.instanceOf ? [place.file, option.instanceOf.file] : [place.file];
  return files.some((file) => {
    const { members } = changesOf(evaluation, file);
    if (members.size === 0) return false;
    return owners.some((owner) => {
      const changed = members.get(owner);
      return changed !== undefined && (changed.has(key) || changed.has("*"));
    });
  });
}

/** @returns whether a file changes the prototype of a constructor function. */
export function hasPrototype(evaluation: Evaluation, file: ProjectFile, id: number): boolean {
  return changesOf(evaluation, file).members.has(functionKey(file, id));
}

/** @returns whether a file uses object literals as prototypes, so that `this` in their methods may be another object. */
export function lendsLiterals(evaluation: Evaluation, file: ProjectFile): boolean {
  return changesOf(evaluation, file).lendsLiterals;
}

function ownersOf(option: Single): readonly string[] {
  switch (option.kind) {
    case "object":
      if (option.instanceOf) return [classKey(option.instanceOf), "Object"];
      return option.class === undefined ? ["Object"] : [option.class, "Object"];
    case "array":
      return [option.class ?? "Array", "Object"];
    case "text":
      return ["String"];
    case "function":
      return ["Function"];
    default:
      return [];
  }
}

function classKey({ file, class: id }: ClassSite): string {
  return `class ${file.name}\0${id}`;
}

function functionKey(file: ProjectFile, id: number): string {
  return `function ${file.name}\0${id}`;
}

function changesOf(evaluation: Evaluation, file: ProjectFile): Changes {
  let changes = known.get(file);
  if (changes) return changes;
  // Recursive requests during the search find no changes.
  known.set(file, nothing);
  changes = find(evaluation, file);
  known.set(file, changes);
  return changes;
}

/** Names through which code accesses prototypes. */
const names = ["prototype", "setPrototypeOf", "__proto__", "getPrototypeOf"];

function find(evaluation: Evaluation, file: ProjectFile): Changes {
  const { membersByName, values } = file.code;
  const reads = membersByName.get("prototype") ?? [];
  const makesObjects = (membersByName.get("create") ?? []).some((id) => isOfObject(file, id));
  const isLiteral = values.some((node) => node.kind === "object" && hasProto(node));
  const lends = isLiteral || makesObjects || names.some((name) => membersByName.has(name));
  if (reads.length === 0) return lends ? { members: new Map(), lendsLiterals: lends } : nothing;
  const members = new Map<string, Set<string>>();
  const note = (read: ValueId, key: string): void => {
    for (const owner of ownersAt(evaluation, file, read)) {
      const set = members.get(owner) ?? new Set<string>();
      members.set(owner, set.add(key));
    }
  };
  const prototypes = new Set(reads);
  for (const read of reads) if (nodeAt(file, read).kind === "write") note(read, "*");
  for (const node of values)
    for (const { value, key } of changedBy(file, node)) {
      const read = behind(file, value);
      if (prototypes.has(read)) note(read, key);
    }
  return { members, lendsLiterals: lends };
}

function hasProto({ members }: Extract<ValueNode, { kind: "object" }>): boolean {
  return members.some((each) => each.kind === "value" && each.key === "__proto__");
}

function isOfObject(file: ProjectFile, id: ValueId): boolean {
  const node = nodeAt(file, id);
  if (node.kind !== "member") return false;
  const object = nodeAt(file, node.object);
  return object.kind === "global" && object.name === "Object";
}

/** @returns the objects that a node changes or passes to code that may, with the changed member, or `*`. */
function changedBy(file: ProjectFile, node: ValueNode): readonly { readonly value: ValueId; readonly key: string }[] {
  if (node.kind === "write") return [{ value: node.object, key: typeof node.key === "string" ? node.key : "*" }];
  if (node.kind !== "call") return [];
  const callee = nodeAt(file, node.callee);
  if (callee.kind === "member" && typeof callee.key === "string" && readers.has(callee.key)) return [];
  return node.arguments.map(({ value }) => ({ value, key: "*" }));
}

/** Functions that get a prototype and do not change it. */
const readers: ReadonlySet<string> = new Set([
  "create",
  "getOwnPropertyDescriptor",
  "getOwnPropertyDescriptors",
  "getOwnPropertyNames",
  "getPrototypeOf",
  "keys",
]);

/** @returns the keys of the classes whose prototype a node reads or assigns. */
function ownersAt(evaluation: Evaluation, file: ProjectFile, read: ValueId): readonly string[] {
  const node = nodeAt(file, read);
  if (node.kind !== "member" && node.kind !== "write") return [];
  const value = evaluation.valueOf(node.object, evaluation.contexts.symbolic(file, node.in));
  return optionsOf(value).flatMap((option): readonly string[] => {
    if (option.kind === "class") return [classKey(option)];
    if (option.kind === "function") return [functionKey(option.file, option.function)];
    return option.kind === "builtin" ? [option.builtin.label] : [];
  });
}
