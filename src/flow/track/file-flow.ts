import type { ClassId, FileCode, FunctionId, ValueId, VariableId } from "../../code/graph";
import { operandsOf } from "../../code/operands";
import { givenToComponents } from "../../project/framework-members";
import type { ProjectFile } from "../../project/project-file";
import { type TypeUse, typeUsesIn } from "./type-uses";
import { addTo } from "../../text/groups";

/** A field of a class that holds a value. */
export interface FieldPlace {
  readonly class: ClassId;
  readonly key: string | undefined;
}

/** The data flow of a file, with the marks so far. Its edges are those of the graph, reversed; all of it is linear in the graph. */
export class FileFlow {
  readonly file: ProjectFile;
  readonly code: FileCode;
  readonly marks: Uint8Array;
  readonly variableMarks: Uint8Array;
  readonly resultMarks: Uint8Array;
  readonly classMarks: Uint8Array;
  /** It took part before a latecomer: marks of latecomers do not enter it. */
  isSettled = false;
  /** Something in it has a mark. */
  isMarked = false;
  readonly exportMarks = new Map<string, number>();
  readonly typeUses: ReadonlyMap<string, readonly TypeUse[]>;
  readonly variableReads = new Table();
  readonly variablesHolding = new Table();
  readonly functionsGiving = new Table();
  readonly fieldsHolding = new Map<ValueId, FieldPlace[]>();
  readonly exportsOf = new Map<ValueId, string[]>();
  readonly exportsOfVariable = new Map<VariableId, string[]>();
  /** By value: the names under which all components of a framework have it. */
  readonly membersOfComponents = new Map<ValueId, string[]>();
  readonly selves = new Table();
  readonly importedNodes = new Table();
  readonly subclassesOf = new Table();
  readonly functionsOfClass = new Table();
  /** By function: the calls and elements in it. */
  readonly callsIn = new Table();
  readonly #last: Int32Array;
  readonly #users: number[] = [];
  readonly #before: number[] = [];

  constructor(file: ProjectFile) {
    this.file = file;
    const { code } = file;
    this.code = code;
    const { length } = code.values;
    this.marks = new Uint8Array(length);
    this.variableMarks = new Uint8Array(code.variables.length);
    this.resultMarks = new Uint8Array(code.functions.length);
    this.classMarks = new Uint8Array(code.classes.length);
    this.#last = new Int32Array(length).fill(-1);
    for (let id = 0; id < length; id += 1) this.#value(id);
    this.#variables();
    this.#functions();
    this.#classes();
    this.#exports();
    for (const [name, values] of givenToComponents(code))
      for (const value of values) addTo(this.membersOfComponents, value, name);
    this.typeUses = typeUsesIn(code);
  }

  /** Calls `visit` with each value that has a value as an operand. */
  eachUser(value: ValueId, visit: (user: ValueId) => void): void {
    for (let at = this.#last[value] ?? -1; at >= 0; at = this.#before[at] ?? -1) visit(this.#users[at] ?? -1);
  }

  #value(id: ValueId): void {
    const node = this.code.values[id];
    if (!node) return;
    for (const operand of operandsOf(node)) {
      this.#users.push(id);
      this.#before.push(this.#last[operand] ?? -1);
      this.#last[operand] = this.#users.length - 1;
    }
    if (node.kind === "variable") this.variableReads.add(node.variable, id);
    else if (node.kind === "imported") this.importedNodes.add(node.import, id);
    else if (node.kind === "this" || node.kind === "super") this.selves.add(node.in, id);
    else if (node.kind === "jsx") this.callsIn.add(node.in, id);
  }

  #variables(): void {
    for (const [id, { assigned, changed, last }] of this.code.variables.entries()) {
      for (const { value } of assigned) this.variablesHolding.add(value, id);
      for (const { value } of changed) this.variablesHolding.add(value, id);
      if (last !== undefined) this.variablesHolding.add(last, id);
    }
  }

  #functions(): void {
    for (const [id, each] of this.code.functions.entries()) {
      if (each.result !== undefined) this.functionsGiving.add(each.result, id);
      for (const value of each.yields) this.functionsGiving.add(value, id);
      for (const call of each.calls) this.callsIn.add(id, call);
      const owner = this.#classOf(id);
      if (owner !== undefined) this.functionsOfClass.add(owner, id);
      if (each.class === undefined) continue;
      for (const { field, name, value } of each.parameters)
        if (field) this.#field(value, { class: each.class, key: name });
    }
  }

  /** @returns the class whose instance is `this` in a function. An arrow function has the `this` of the function around it. */
  #classOf(id: FunctionId): ClassId | undefined {
    let current = this.code.functions[id];
    while (current?.kind === "arrow" && current.class === undefined) current = this.code.functions[current.outer];
    return current?.class;
  }

  #classes(): void {
    for (const [id, { heritage, fieldWrites }] of this.code.classes.entries()) {
      if (heritage !== undefined) this.subclassesOf.add(heritage, id);
      for (const { path, value } of fieldWrites) {
        const key = path.at(-1);
        if (value !== undefined) this.#field(value, { class: id, key: typeof key === "string" ? key : undefined });
      }
    }
  }

  #field(value: ValueId, place: FieldPlace): void {
    addTo(this.fieldsHolding, value, place);
  }

  #exports(): void {
    for (const each of this.code.exports) {
      if (each.kind === "value") this.#export(each.name, each.value, each.variable);
      else if (each.kind === "whole") this.#exportWhole(each.value);
    }
  }

  #export(name: string, value: ValueId, variable?: VariableId): void {
    addTo(this.exportsOf, value, name);
    if (variable === undefined) return;
    addTo(this.exportsOfVariable, variable, name);
  }

  /** `module.exports = { name }`: the members are exports, too. */
  #exportWhole(whole: ValueId): void {
    this.#export("*", whole);
    this.#export("default", whole);
    const { values } = this.code;
    for (let id = whole, node = values[id]; node; node = values[id]) {
      if (node.kind === "write") {
        if (typeof node.key === "string" && node.value !== undefined) this.#export(node.key, node.value);
        id = node.object;
      } else if (node.kind === "after" || node.kind === "same") id = node.object;
      else if (node.kind === "typed" || node.kind === "named") id = node.value;
      else {
        if (node.kind !== "object") return;
        for (const member of node.members)
          if (member.kind === "value" && typeof member.key === "string") this.#export(member.key, member.value);
        return;
      }
    }
  }

  /** @returns the function that contains a value. */
  functionOf(value: ValueId): FunctionId {
    return this.code.values[value]?.in ?? 0;
  }
}

/** Lists by number; most numbers have none. */
class Table {
  readonly #lists = new Map<number, number[]>();

  of(key: number): readonly number[] {
    return this.#lists.get(key) ?? none;
  }

  add(key: number, entry: number): void {
    addTo(this.#lists, key, entry);
  }
}

const none: readonly number[] = [];
