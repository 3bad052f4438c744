import type { FunctionId, ValueId } from "../../code/graph";
import type { Member, ValueNode } from "../../code/values";
import { functionUses } from "../../evaluate/calls/function-uses";
import { isGlobalObjectName } from "../../syntax/built-ins";
import { behind } from "../../evaluate/objects/behind";
import { nodeAt } from "../../evaluate/places";
import type { Project } from "../../project/project";
import type { ProjectFile } from "../../project/project-file";
import { ofSinon, ofTestRunner } from "./test-runner";
import type { Row, Step } from "../requests";

/**
 * A member that a test replaces: `vi.spyOn(axios, "get").mockResolvedValue(…)`, `sinon.stub(axios, "get")`, `axios.get = vi.fn()`. Requests through it are not
 * sent.
 */
interface Spied {
  readonly owner: Owner;
  readonly key: string;
  /** The test that replaces it; absent: the replacement counts for the whole file. */
  readonly within: FunctionId | undefined;
}

/** The object of a replaced member, identified by its name. */
type Owner =
  | { readonly kind: "global" }
  | { readonly kind: "import"; readonly specifier: string; readonly name: string }
  | { readonly kind: "prototype"; readonly name: string }
  | { readonly kind: "name"; readonly name: string };

/** Bound on the calls of a chain, and on the names and versions around a value. */
const mostAround = 8;

const spied = new WeakMap<ProjectFile, readonly Spied[]>();

/** @returns whether a request goes through a member that is replaced in the file of its first call. */
export function isSpied(project: Project, { path }: Row): boolean {
  const [first] = path;
  if (!first) return false;
  let known = spied.get(first.file);
  if (!known) spied.set(first.file, (known = spiedIn(first.file)));
  const own = known.filter(({ within }) => within === undefined || isInside(first, within));
  return own.some((each) =>
    path.some((step, index) => isCallOf(project, step, each, first.file) || (index > 0 && isWithin(step, each))),
  );
}

const replacing = /\b(?:spyOn|stubGlobal|fn|stub)\s*\(/u;
const givingAnother = ["Implementation", "ReturnValue", "ResolvedValue", "RejectedValue"].flatMap((each) => [
  `mock${each}`,
  `mock${each}Once`,
]);

function spiedIn(file: ProjectFile): readonly Spied[] {
  if (!replacing.test(file.tree.text)) return [];
  const replaced = chainsWith(file, givingAnother);
  const through = chainsWith(file, ["callThrough"]);
  const bySpy = file.code.calls.flatMap((id): readonly Spied[] => {
    const call = nodeAt(file, id);
    if (call.kind !== "call") return [];
    const [object, key] = call.arguments.map(({ value }) => value);
    const within = testAround(file, call.in);
    const isStub = ofTestRunner(file, call, "stubGlobal");
    const name = textOf(file, isStub ? object : key);
    if (isStub && name !== undefined) return [{ owner: { kind: "global" }, key: name, within }];
    const isSpied = ofTestRunner(file, call, "spyOn") && replaced.has(id);
    const isStubbed = ofSinon(file, call, "stub") && !through.has(id);
    return (isSpied || isStubbed) && object !== undefined ? spiedOf(file, object, name, within) : [];
  });
  return [...bySpy, ...file.code.values.flatMap((node) => assigned(file, node))];
}

/** @returns the calls of all chains in which a member of one of some names is read. */
function chainsWith(file: ProjectFile, names: readonly string[]): ReadonlySet<ValueId> {
  const members = names.flatMap((name) => file.code.membersByName.get(name) ?? []).map((id) => nodeAt(file, id));
  return new Set(members.flatMap((node) => (node.kind === "member" ? chainOf(file, node) : [])));
}

/** `axios.get = vi.fn()`, `global.fetch = vi.fn().mockResolvedValue(…)` */
function assigned(file: ProjectFile, node: ValueNode): readonly Spied[] {
  if (node.kind !== "write" || typeof node.key !== "string" || node.value === undefined) return [];
  let value = nodeAt(file, behind(file, node.value));
  if (value.kind !== "call") return [];
  const callee = nodeAt(file, value.callee);
  if (callee.kind === "member")
    for (const id of chainOf(file, callee)) {
      const inner = nodeAt(file, id);
      if (inner.kind === "call") value = inner;
    }
  return ofTestRunner(file, value, "fn") ? spiedOf(file, node.object, node.key, testAround(file, node.in)) : [];
}

function spiedOf(
  file: ProjectFile,
  object: ValueId,
  key: string | undefined,
  within: FunctionId | undefined,
): readonly Spied[] {
  const owner = ownerOf(file, object);
  return owner && key !== undefined ? [{ owner, key, within }] : [];
}

/** @returns the calls of a chain, last call first: `vi.fn().mockName(…)`. */
function chainOf(file: ProjectFile, member: Member): readonly ValueId[] {
  const calls: ValueId[] = [];
  for (let id = behind(file, member.object); calls.length < mostAround;) {
    const node = nodeAt(file, id);
    if (node.kind !== "call") break;
    calls.push(id);
    const callee = nodeAt(file, node.callee);
    if (callee.kind !== "member") break;
    id = behind(file, callee.object);
  }
  return calls;
}

function textOf(file: ProjectFile, id: ValueId | undefined): string | undefined {
  const node = id === undefined ? undefined : nodeAt(file, id);
  return node?.kind === "literal" && typeof node.value === "string" ? node.value : undefined;
}

function ownerOf(file: ProjectFile, id: ValueId): Owner | undefined {
  const node = nodeAt(file, behind(file, id));
  if (node.kind === "global")
    return isGlobalObjectName(node.name) ? { kind: "global" } : { kind: "name", name: node.name };
  if (node.kind === "imported") {
    const bound = file.code.imports[node.import];
    return bound && { kind: "import", specifier: bound.specifier, name: bound.name };
  }
  if (node.kind === "member" && node.key === "prototype") {
    const name = nameOf(file, node.object);
    return name === undefined ? undefined : { kind: "prototype", name };
  }
  const name = nameOf(file, id);
  return name === undefined ? undefined : { kind: "name", name };
}

/** @returns the last name by which a value is read: `httpService` of `this.httpService`. */
function nameOf(file: ProjectFile, id: ValueId): string | undefined {
  let at: ValueId | undefined = id;
  for (let count = 0; at !== undefined && count < mostAround; count += 1) {
    const node = nodeAt(file, at);
    const name = ownName(file, node);
    if (name !== undefined) return name;
    at = innerOf(node);
  }
  return undefined;
}

function ownName({ code }: ProjectFile, node: ValueNode): string | undefined {
  if (node.kind === "member") return typeof node.key === "string" ? node.key : undefined;
  if (node.kind === "named" || node.kind === "parameter" || node.kind === "global") return node.name;
  if (node.kind === "variable") return code.variables[node.variable]?.name;
  return node.kind === "imported" ? code.imports[node.import]?.local : undefined;
}

/** @returns the value of which a node is a version or a narrowing. */
function innerOf(node: ValueNode): ValueId | undefined {
  if (node.kind === "typed" || node.kind === "refined") return node.value;
  return node.kind === "after" || node.kind === "same" || node.kind === "write" ? node.object : undefined;
}

/** Whether a call calls the replaced member. */
function isCallOf(project: Project, { file, call }: Step, { owner, key }: Spied, test: ProjectFile): boolean {
  const node = nodeAt(file, call);
  const callee = node.kind === "call" ? nodeAt(file, behind(file, node.callee)) : undefined;
  if (owner.kind === "global") {
    if (callee?.kind === "global") return callee.name === key;
    const at = callee?.kind === "member" && callee.key === key ? nodeAt(file, behind(file, callee.object)) : undefined;
    return at?.kind === "global" && isGlobalObjectName(at.name);
  }
  if (owner.kind === "import") return isImported(project, { file, callee }, { owner, key }, test);
  return owner.kind === "name" && callee?.kind === "member" && callee.key === key && isNamed(file, callee, owner.name);
}

function isNamed(file: ProjectFile, { object }: Member, name: string): boolean {
  return nameOf(file, object) === name || nameOf(file, behind(file, object)) === name;
}

/** Whether a callee is a member of the imported value, or, for a namespace import, the export of that name. */
function isImported(
  project: Project,
  { file, callee }: { readonly file: ProjectFile; readonly callee: ValueNode | undefined },
  { owner, key }: { readonly owner: Extract<Owner, { kind: "import" }>; readonly key: string },
  test: ProjectFile,
): boolean {
  const isOf = (node: ValueNode | undefined, name: string): boolean => {
    const bound = node?.kind === "imported" ? file.code.imports[node.import] : undefined;
    if (bound?.name !== name) return false;
    const own = project.importedName(test, owner.specifier);
    return own === undefined
      ? bound.specifier === owner.specifier
      : project.importedName(file, bound.specifier) === own;
  };
  if (owner.name === "*" && isOf(callee, key)) return true;
  if (callee?.kind !== "member" || callee.key !== key) return false;
  return isOf(nodeAt(file, behind(file, callee.object)), owner.name);
}

/** Whether a call stands in a method that is replaced on the prototype. */
function isWithin({ file, call }: Step, { owner, key }: Spied): boolean {
  if (owner.kind !== "prototype") return false;
  const { functions, classes } = file.code;
  for (let at = functions[nodeAt(file, call).in]; at; at = functions[at.outer])
    if (at.name === key && at.class !== undefined && classes[at.class]?.name === owner.name) return true;
  return false;
}

/** @returns the innermost enclosing function that is an argument of `it` or `test`. */
function testAround(file: ProjectFile, id: FunctionId): FunctionId | undefined {
  const { functions } = file.code;
  for (let at: FunctionId | undefined = id; at !== undefined && functions[at]; at = functions[at]?.outer)
    if ((functionUses(file).arguments.get(at) ?? []).some((call) => isTest(file, call))) return at;
  return undefined;
}

function isTest(file: ProjectFile, call: ValueId): boolean {
  let node = nodeAt(file, call);
  for (let count = 0; count < mostAround; count += 1) {
    if (node.kind === "call") node = nodeAt(file, behind(file, node.callee));
    else if (node.kind === "member") node = nodeAt(file, behind(file, node.object));
    else break;
  }
  const name =
    node.kind === "global" ? node.name : node.kind === "imported" ? file.code.imports[node.import]?.name : undefined;
  return name === "it" || name === "test";
}

function isInside({ file, call }: Step, within: FunctionId): boolean {
  const { functions } = file.code;
  for (
    let at: FunctionId | undefined = nodeAt(file, call).in;
    at !== undefined && functions[at];
    at = functions[at]?.outer
  )
    if (at === within) return true;
  return false;
}
