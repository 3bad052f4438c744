import type { ClassId, FileCode, FunctionId, TypeId, ValueId, VariableId } from "../../code/graph";
import type { DeclaredType } from "../../code/types";
import type { ValueNode } from "../../code/values";
import type { Library } from "../../clients/native";
import type { Project } from "../../project/project";
import type { ProjectFile } from "../../project/project-file";
import type { Evaluation } from "../leads/callee";
import { DataTypes } from "./data-types";
import { Exporting } from "./exporting";
import { FileFlow } from "./file-flow";
import { holder, type Marks, nothing } from "./marks";
import { markSeeds } from "./seeds";
import { flowOn, isOfFramework, readMember } from "./steps";
import type { Tracking } from "./tracking";
import { TypeFlow } from "./type-flow";

/** What a tracker needs to know. */
export interface TrackerInput {
  readonly project: Project;
  readonly library: Library;
  readonly evaluation: Evaluation;
  /** Whether a file of a name may take part: hosts that look at one file look no further than they must. */
  readonly mayLoad: (name: string) => boolean;
  /** Called with calls and elements that have got marks: each time that they get more. */
  readonly onCall: (flow: FileFlow, call: ValueId) => void;
  /** Called when the calls of a function give something. */
  readonly onResult: (flow: FileFlow, of: FunctionId, marks: Marks) => void;
  /** Called when the instances of a class have got marks. */
  readonly onClass: (flow: FileFlow, of: ClassId, marks: Marks) => void;
}

/**
 * Follows clients, and what holds them, forwards through the files of a project: one worklist, to which each value comes as often as it gets a mark
 * that it did not have, which is twice at most.
 */
export class Tracker implements Tracking {
  readonly project: Project;
  readonly library: Library;
  readonly evaluation: Evaluation;
  readonly flows = new Map<ProjectFile, FileFlow>();
  /** How many values these files have. */
  size = 0;
  readonly #input: TrackerInput;
  readonly #exporting: Exporting;
  readonly #types: TypeFlow;
  readonly #data: DataTypes;
  readonly #defined = new Set<string>();
  readonly #keys = new Map<string, Marks>();
  /** The files that read or write a member of a name. */
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

  /** Follows everything that has been added to its ends; may be left between two pieces, and begun again. */
  *pieces(): Generator<void> {
    do {
      for (let flow = this.#waitingFlows.pop(); flow; flow = this.#waitingFlows.pop())
        flowOn(this, flow, this.#waitingValues.pop() ?? 0);
      this.#nextCall();
      yield;
    } while (this.#waitingFlows.length > 0 || this.#calls.size > 0);
  }

  load(name: string): FileFlow | undefined {
    if (!this.#input.mayLoad(name)) {
      const known = this.project.knownFile(name);
      return known && this.flows.get(known);
    }
    const file = this.project.file(name);
    return file && this.flowOf(file);
  }

  /** @returns the flow of a file, which takes part from now on. */
  flowOf(file: ProjectFile): FileFlow {
    const known = this.flows.get(file);
    if (known) return known;
    const flow = new FileFlow(file);
    this.flows.set(file, flow);
    this.size += file.code.values.length;
    markSeeds(this, flow);
    this.#exporting.add(flow);
    this.#types.add(flow);
    for (const key of definedNames(flow.code)) this.#defined.add(key);
    for (const key of flow.code.membersByName.keys()) {
      const readers = this.#readers.get(key);
      if (readers) readers.push(flow);
      else this.#readers.set(key, [flow]);
      if (isOfFramework(key) && this.#keys.has(key)) this.#readKey(flow, key);
    }
    return flow;
  }

  mark(flow: FileFlow, value: ValueId, marks: Marks): void {
    const before = flow.marks[value] ?? nothing;
    if ((before | marks) === before || this.#isData(flow, value)) return;
    flow.marks[value] = before | marks;
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
    if ((before | marks) === before || this.#isOfData(flow, declared?.type, declared?.in)) return;
    flow.variableMarks[variable] = before | marks;
    for (const read of flow.variableReads.of(variable)) this.mark(flow, read, marks);
    for (const name of flow.exportsOfVariable.get(variable) ?? []) this.markExport(flow, name, marks);
    if ((marks & holder) !== 0) this.#types.heldBy(flow, { kind: "variable", variable });
    this.#types.heldByName(flow, flow.code.variables[variable]?.name);
  }

  markResult(flow: FileFlow, of: FunctionId, marks: Marks): void {
    const before = flow.resultMarks[of] ?? nothing;
    const code = flow.code.functions[of];
    if ((before | marks) === before || this.#isOfData(flow, code?.returnType, of)) return;
    flow.resultMarks[of] = before | marks;
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
    if (!code || (before | marks) === before) return;
    flow.classMarks[of] = before | marks;
    this.mark(flow, code.value, marks);
    for (const each of flow.functionsOfClass.of(of))
      for (const self of flow.selves.of(each)) this.mark(flow, self, marks);
    this.#input.onClass(flow, of, marks);
    this.#types.heldClass(flow, of);
  }

  markExport(flow: FileFlow, name: string, marks: Marks): void {
    const before = flow.exportMarks.get(name) ?? nothing;
    if ((before | marks) === before) return;
    flow.exportMarks.set(name, before | marks);
    this.#exporting.exported(flow, name, marks);
  }

  markKey(key: string, marks: Marks): void {
    const before = this.#keys.get(key) ?? nothing;
    if ((before | marks) === before) return;
    this.#keys.set(key, before | marks);
    if (isOfFramework(key)) for (const name of this.project.words.filesWith(key)) this.load(name);
    for (const flow of this.#readers.get(key) ?? []) this.#readKey(flow, key);
    this.#types.heldByKey(key, marks);
  }

  markType(type: DeclaredType, declaring: FileFlow, marks: Marks): void {
    this.#types.mark(type, declaring, marks);
  }

  schedule(flow: FileFlow, call: ValueId): void {
    const known = this.#calls.get(flow);
    if (known) known.add(call);
    else this.#calls.set(flow, new Set([call]));
  }

  keyMarks(key: string): Marks {
    return this.#keys.get(key) ?? nothing;
  }

  /** @returns whether a file that takes part has a method, or something else that is no text or number, under a name. */
  defines(key: string): boolean {
    return this.#defined.has(key);
  }

  /** @returns the files that read or write a member of a name, in the order in which they came to take part. */
  readersOf(key: string): readonly FileFlow[] {
    return this.#readers.get(key) ?? [];
  }

  #field(flow: FileFlow, owner: ClassId, of: FunctionId, marks: Marks): void {
    const member = flow.code.classes[owner]?.members.find((each) => each.function === of);
    if (this.#isOfData(flow, member?.type, of)) return;
    if (typeof member?.key === "string") this.markKey(member.key, marks);
    this.markClass(flow, owner, holder);
  }

  /** Whether a value is declared to be no more than data. */
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

/** The names of members under which code may be found: methods, and what is kept in objects. */
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
