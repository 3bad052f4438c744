import type { ClassId, FileCode, FunctionId, TypeId, ValueId, VariableId } from "../../code/graph";
import type { ValueNode } from "../../code/values";
import type { Library } from "../../clients/native";
import type { Project } from "../../project/project";
import { isOfFramework } from "../../project/framework-members";
import type { ProjectFile } from "../../project/project-file";
import type { Evaluation } from "../leads/callee";
import { DataTypes } from "./data-types";
import { Exporting } from "./exporting";
import { FileFlow } from "./file-flow";
import { holder, type Marks, nothing } from "./marks";
import { markSeeds } from "./seeds";
import { flowOn, readMember } from "./steps";
import type { Tracking } from "./tracking";
import { TypeFlow } from "./type-flow";
import { addTo, addToSet } from "../../text/groups";

/** The surroundings of a tracker. */
export interface TrackerInput {
  readonly project: Project;
  readonly library: Library;
  readonly evaluation: Evaluation;
  /** Whether a file may take part: for a host that analyses single files, few may. */
  readonly mayLoad: (name: string) => boolean;
  /** Called with a call or element each time that it gains marks. */
  readonly onCall: (flow: FileFlow, call: ValueId) => void;
  /** Called when the result of a function gains marks. */
  readonly onResult: (flow: FileFlow, of: FunctionId, marks: Marks) => void;
  /** Called when the instances of a class gain marks. */
  readonly onClass: (flow: FileFlow, of: ClassId, marks: Marks) => void;
}

/**
 * Follows clients, and what holds them, forwards through the files of a project. A single worklist: a value enters it once for each mark that it gains, three
 * times at most.
 */
export class Tracker implements Tracking {
  readonly project: Project;
  readonly library: Library;
  readonly evaluation: Evaluation;
  readonly flows = new Map<ProjectFile, FileFlow>();
  /** The names of the files that take part, in whatever version. */
  readonly takingPart = new Set<string>();
  isAside = false;
  /** Number of values in these files. */
  size = 0;
  readonly #input: TrackerInput;
  readonly #exporting: Exporting;
  readonly #types: TypeFlow;
  readonly #data: DataTypes;
  readonly #defined = new Set<string>();
  /** Names that the current latecomer defines. */
  readonly #ownDefined = new Set<string>();
  readonly #keys = new Map<string, Marks>();
  readonly #ownKeys = new Map<string, Marks>();
  readonly #frameworkKeys: string[] = [];
  /** By member name: the files that read or write such a member. */
  readonly #readers = new Map<string, FileFlow[]>();
  readonly #waitingFlows: FileFlow[] = [];
  readonly #waitingValues: ValueId[] = [];
  readonly #calls = new Map<FileFlow, Set<ValueId>>();

  constructor(input: TrackerInput) {
    this.project = input.project;
    this.library = input.library;
    this.evaluation = input.evaluation;
    this.#input = input;
    this.#data = new DataTypes(input.project);
    this.#exporting = new Exporting(this);
    this.#types = new TypeFlow(this);
  }

  /** Runs the worklist until it is empty; may be abandoned between two pieces, and resumed. */
  *pieces(): Generator<void> {
    while (this.#waitingFlows.length > 0 || this.#calls.size > 0) {
      for (let flow = this.#waitingFlows.pop(); flow; flow = this.#waitingFlows.pop())
        flowOn(this, flow, this.#waitingValues.pop() ?? 0);
      this.#nextCall();
      yield;
    }
  }

  /** Admits a file and follows its marks, without adding any to files that already take part, or loading others. */
  aside(run: () => void): void {
    for (const flow of this.flows.values()) flow.isSettled = true;
    this.isAside = true;
    try {
      run();
    } finally {
      this.isAside = false;
      this.#ownKeys.clear();
      this.#ownDefined.clear();
    }
  }

  /** @returns whether no marks may enter a file at present. */
  isClosed(flow: FileFlow | undefined): boolean {
    return this.isAside && flow?.isSettled !== false;
  }

  /** Like {@link isClosed}, for marks that are about to enter: reports that they were held back. */
  holdsBack(flow: FileFlow | undefined): boolean {
    const isClosed = this.isClosed(flow);
    if (isClosed) this.project.sources.asked?.heldBack();
    return isClosed;
  }

  load(name: string): FileFlow | undefined {
    if (this.isAside || !this.#input.mayLoad(name)) {
      const known = this.project.knownFile(name);
      const flow = known && this.flows.get(known);
      if (!flow) this.project.sources.asked?.heldBack();
      return flow;
    }
    const file = this.project.file(name);
    return file && this.flowOf(file);
  }

  /** @returns the flow of a file, which takes part from then on. */
  flowOf(file: ProjectFile): FileFlow {
    const known = this.flows.get(file);
    if (known) return known;
    this.project.sources.asked?.text(file.name);
    const flow = new FileFlow(file);
    this.flows.set(file, flow);
    this.takingPart.add(file.name);
    this.size += file.code.values.length;
    markSeeds(this, flow);
    this.#exporting.add(flow);
    this.#types.add(flow);
    const defined = this.isAside ? this.#ownDefined : this.#defined;
    for (const key of definedNames(flow.code)) defined.add(key);
    for (const key of flow.code.membersByName.keys()) {
      addTo(this.#readers, key, flow);
      if (isOfFramework(key) && this.#keys.has(key)) this.#readKey(flow, key);
    }
    return flow;
  }

  mark(flow: FileFlow, value: ValueId, marks: Marks): void {
    const before = flow.marks[value] ?? nothing;
    if (this.#hasAll(flow, before, marks) || this.#isData(flow, value)) return;
    flow.marks[value] = before | marks;
    flow.isMarked = true;
    this.project.steps.take();
    this.#waitingFlows.push(flow);
    this.#waitingValues.push(value);
    if ((marks & holder) !== 0) this.#types.held(flow, value);
    const node = flow.code.values[value];
    if (node?.kind === "imported") this.#types.heldByName(flow, flow.code.imports[node.import]?.local);
    else if (node?.kind === "named") this.#types.heldByName(flow, node.name);
  }

  markVariable(flow: FileFlow, variable: VariableId, marks: Marks): void {
    const before = flow.variableMarks[variable] ?? nothing;
    const declared = flow.code.variables[variable];
    if (this.#hasAll(flow, before, marks) || this.#isOfData(flow, declared?.type, declared?.in)) return;
    flow.variableMarks[variable] = before | marks;
    flow.isMarked = true;
    for (const read of flow.variableReads.of(variable)) this.mark(flow, read, marks);
    for (const name of flow.exportsOfVariable.get(variable) ?? []) this.markExport(flow, name, marks);
    if ((marks & holder) !== 0) this.#types.heldBy(flow, { kind: "variable", variable });
    this.#types.heldByName(flow, flow.code.variables[variable]?.name);
  }

  markResult(flow: FileFlow, of: FunctionId, marks: Marks): void {
    const before = flow.resultMarks[of] ?? nothing;
    const code = flow.code.functions[of];
    if (this.#hasAll(flow, before, marks) || this.#isOfData(flow, code?.returnType, of)) return;
    flow.resultMarks[of] = before | marks;
    flow.isMarked = true;
    if (code?.class !== undefined && /^(?:field|getter|static)$/u.test(code.kind)) {
      this.#field(flow, code.class, of, marks);
    }
    this.#input.onResult(flow, of, marks);
    if ((marks & holder) !== 0) this.#types.heldBy(flow, { kind: "result", function: of });
    this.#types.heldByName(flow, code?.name);
  }

  markClass(flow: FileFlow, of: ClassId, marks: Marks): void {
    const before = flow.classMarks[of] ?? nothing;
    const code = flow.code.classes[of];
    if (!code || this.#hasAll(flow, before, marks)) return;
    flow.classMarks[of] = before | marks;
    flow.isMarked = true;
    this.mark(flow, code.value, marks);
    for (const each of flow.functionsOfClass.of(of))
      for (const self of flow.selves.of(each)) this.mark(flow, self, marks);
    this.#input.onClass(flow, of, marks);
    this.#types.heldClass(flow, of);
  }

  markExport(flow: FileFlow, name: string, marks: Marks): void {
    const before = flow.exportMarks.get(name) ?? nothing;
    if (this.#hasAll(flow, before, marks)) return;
    flow.exportMarks.set(name, before | marks);
    flow.isMarked = true;
    this.#exporting.exported(flow, name, marks);
  }

  markKey(key: string, marks: Marks): void {
    const before = this.keyMarks(key);
    if ((before | marks) === before) return;
    if (this.isAside) this.#ownKeys.set(key, before | marks);
    else this.#keys.set(key, before | marks);
    if (isOfFramework(key) && !this.isAside) {
      if (before === nothing) this.#frameworkKeys.push(key);
      for (const name of this.project.words.filesWith(key)) this.load(name);
    }
    for (const flow of this.#readers.get(key) ?? []) this.#readKey(flow, key);
    this.#types.heldByKey(key, marks);
  }

  schedule(flow: FileFlow, call: ValueId): void {
    addToSet(this.#calls, flow, call);
  }

  /** @returns a summary of what is known by names alone. */
  get names(): string {
    const keys = [...this.#keys].map(([key, marks]) => `${key} ${marks}`);
    return [keys, [...this.#defined], this.#frameworkKeys, this.#types.names]
      .map((each) => each.toSorted().join("\n"))
      .join("\n\n");
  }

  /** @returns whether a type with marks has one of these names. */
  marksType(names: ReadonlySet<string>): boolean {
    return this.#types.hasMarked(names);
  }

  /** @returns whether a member that all components of a framework may have is marked, under one of these names. */
  marksOfFramework(names: ReadonlySet<string>): boolean {
    return this.#frameworkKeys.some((each) => names.has(each));
  }

  keyMarks(key: string): Marks {
    return (this.#keys.get(key) ?? nothing) | (this.#ownKeys.get(key) ?? nothing);
  }

  /** @returns whether a file that takes part defines a member of this name that may contain code: a method, or a value other than a text or number. */
  defines(key: string): boolean {
    return this.#defined.has(key) || this.#ownDefined.has(key);
  }

  /** @returns the files that read or write a member of this name, in the order in which they came to take part. */
  readersOf(key: string): readonly FileFlow[] {
    return this.#readers.get(key) ?? [];
  }

  #field(flow: FileFlow, owner: ClassId, of: FunctionId, marks: Marks): void {
    const member = flow.code.classes[owner]?.members.find((each) => each.function === of);
    if (this.#isOfData(flow, member?.type, of)) return;
    if (typeof member?.key === "string") this.markKey(member.key, marks);
    this.markClass(flow, owner, holder);
  }

  /** Whether marks add nothing to those before, or are held back. */
  #hasAll(flow: FileFlow, before: Marks, marks: Marks): boolean {
    return (before | marks) === before || this.holdsBack(flow);
  }

  /** Whether the declared type of a value consists of data alone. */
  #isData(flow: FileFlow, value: ValueId): boolean {
    const node = flow.code.values[value];
    return (node?.kind === "typed" || node?.kind === "parameter") && this.#isOfData(flow, node.type, node.in);
  }

  #isOfData({ file }: FileFlow, type: TypeId | undefined, within: FunctionId = 0): boolean {
    return type !== undefined && this.#data.isData(file, type, within);
  }

  #readKey(flow: FileFlow, key: string): void {
    for (const id of flow.code.membersByName.get(key) ?? []) {
      const node = flow.code.values[id];
      if (node?.kind === "member") readMember(this, flow, id, node);
    }
  }

  #nextCall(): void {
    const [first] = this.#calls;
    if (!first) return;
    const [flow, calls] = first;
    const [call] = calls;
    if (call !== undefined) calls.delete(call);
    if (calls.size === 0) this.#calls.delete(flow);
    if (call !== undefined) this.#input.onCall(flow, call);
  }
}

/** @returns the names of members that may contain code: methods, and values that are stored in objects. */
function* definedNames({ classes, values }: FileCode): Generator<string> {
  for (const { members } of classes) for (const { key } of members) if (typeof key === "string") yield key;
  for (const node of values)
    if (node.kind === "object") {
      for (const member of node.members)
        if (member.kind === "value" && typeof member.key === "string" && !isPlain(values[member.value]))
          yield member.key;
    } else if (node.kind === "write" && typeof node.key === "string" && node.value !== undefined) {
      if (!isPlain(values[node.value])) yield node.key;
    }
}

function isPlain(node: ValueNode | undefined): boolean {
  return node?.kind === "literal" || node?.kind === "template" || node?.kind === "array";
}
