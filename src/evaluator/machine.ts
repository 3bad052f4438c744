import type TS from "typescript";
import type { Range } from "../text/range";
import type { OpaqueValue, Value } from "../value/value";
import { AwaitedCalls } from "./calls/awaited-calls";
import {
  Slot,
  type Abstract,
  type Activation,
  type Cell,
  type Closure,
  type Content,
  type Frame,
  type Lattice,
  type NativeValue,
  type Place,
  type Root,
  type Unknown,
} from "./domain/domain";
import { allocate, contentLattice, escape, reference } from "./store/heap";
import { Identities } from "./domain/identities";
import type { Sources } from "./modules/sources";
import { cellsPerEffort, effortPerNode, OutOfWork, type Limits, type Work } from "./domain/limits";
import type { Marks } from "./interference/marks";
import type { Module } from "./modules/modules";
import { nativeOf, type Library } from "./models/native";
import { Recorder } from "./models/recorder";
import { findBinding } from "./domain/scope";
import { State } from "./store/state";
import type { Steps } from "./step-signatures";
import { gatheredCells, plainText, text, unknown } from "./domain/values";
import { Visibility } from "./interference/visibility";

export interface MachineInput {
  readonly ts: typeof TS;
  readonly sourceFile: TS.SourceFile;
  readonly checker: TS.TypeChecker | undefined;
  readonly sources: Sources;
  readonly library: Library;
  readonly limits: Limits;
  readonly marks: Marks;
  readonly steps: Steps;
}

/** Everything that one run of the analysis knows. */
export class Machine {
  readonly ts: typeof TS;
  readonly sourceFile: TS.SourceFile;
  readonly checker: TS.TypeChecker | undefined;
  readonly sources: Sources;
  readonly library: Library;
  readonly limits: Limits;
  readonly marks: Marks;
  readonly steps: Steps;
  readonly work: Work = { passes: 1, nodes: 0, typeLookups: 0, calls: 0, joined: 0 };
  readonly state: State;
  readonly recorder = new Recorder();
  readonly identities: Identities;
  readonly awaitedCalls: AwaitedCalls;
  readonly visibility = new Visibility(this);
  /** Requests of which it is sure that they have been answered. */
  readonly answered: Slot<readonly number[]>;
  root: Root;
  /** Set in an async function that is not awaited, after its first `await`: it goes on at another time. */
  late: { readonly since: number } | undefined;
  /** What is known of unknown values on the present path, by identity. */
  readonly facts = new Map<number, Slot<Fact>>();
  /** How deep expressions and statements are nested at present. */
  nesting = 0;
  /** Nodes that this root visited in functions that it called. */
  spent = 0;
  /** The same for all roots so far. */
  entered = 0;
  /** How many this root may visit there. */
  allowance: number;
  /** Part of the file was not looked at. */
  gaveUpWork = false;
  /** How many branches, loops and handlers surround what runs. */
  branching = 0;
  /** Callbacks that have run where they are written. */
  readonly ranInPlace = new Set<TS.Node>();
  /** How often in a row a callback has sent nothing when it was run for the caller of the function around it. */
  readonly silentCallbacks = new Map<TS.Node, number>();
  readonly labels = new Map<TS.Node, readonly string[]>();
  readonly modules = new Map<TS.SourceFile, Module>();
  readonly instances = new Map<Closure, Abstract>();
  /** Classes whose typical instance is not finished yet. */
  readonly forming = new Set<Closure>();
  readonly constructing: { readonly closure: Closure }[] = [];
  readonly clients = new Map<number, NativeValue | null>();
  readonly thawed = new WeakMap<Value, Abstract>();
  /** The query of a `URL` as it was written. */
  readonly originalQueries = new Map<Cell, Content>();
  private readonly gatheredBefore = gatheredCells();
  private readonly resolved = new Map<TS.Node, TS.SourceFile | null>();
  private readonly moduleRoots = new Map<TS.SourceFile, Root>();
  private functionName: string | undefined;

  constructor(input: MachineInput) {
    this.ts = input.ts;
    this.sourceFile = input.sourceFile;
    this.checker = input.checker;
    this.sources = input.sources;
    this.library = input.library;
    this.limits = input.limits;
    this.allowance = input.limits.nodesPerRoot;
    this.awaitedCalls = new AwaitedCalls(input.ts);
    this.marks = input.marks;
    this.steps = input.steps;
    this.state = new State((slot, value) => {
      this.visibility.noteWrite(slot, value);
    });
    this.identities = new Identities(this.state);
    this.root = this.moduleRoot(input.sourceFile);
    this.answered = new Slot<readonly number[]>([], answeredLattice, undefined, 0, undefined);
  }

  /** What `content` of {@link Visibility} tells, for the many who ask. */
  content(cell: Cell, isGivenAway = false): Content {
    return this.visibility.content(cell, isGivenAway);
  }

  /** Gives a slot its only value, outside of all branches. */
  fill(slot: Slot<Abstract | undefined>, value: Abstract): void {
    if (value.kind !== "unknown") slot.value = value;
  }

  /** A place for what has none. */
  nowhere(): Place {
    return { file: this.sourceFile, range: { start: 0, end: 0 }, activation: this.idle };
  }

  /** The activation of what no code evaluates. */
  readonly idle: Activation = {
    depth: 0,
    parent: undefined,
    root: undefined as unknown as Root,
    closure: undefined,
    active: false,
    awaited: true,
    inPlace: false,
    exits: [],
    targets: [],
    mark: 0,
    began: 0,
    loop: undefined,
  };

  newActivation(
    input: Pick<Activation, "depth" | "parent" | "closure" | "awaited" | "inPlace" | "loop" | "home"> & {
      readonly entered: Activation["entered"] | undefined;
      readonly through?: TS.Node;
    },
  ): Activation {
    const { entered, ...rest } = input;
    return {
      ...rest,
      ...(entered ? { entered } : {}),
      root: this.root,
      active: true,
      exits: [],
      targets: [],
      mark: this.state.mark(),
      began: this.state.clock,
    };
  }

  moduleRoot(file: TS.SourceFile): Root {
    let root = this.moduleRoots.get(file);
    if (!root) {
      root = { node: file, parent: undefined, since: Infinity, file, made: [], escapes: false, independent: false };
      this.moduleRoots.set(file, root);
    }
    return root;
  }

  /** Does something that belongs to the top level of another module, whatever happens to the path that asks for it. */
  elsewhere<T>(file: TS.SourceFile, run: () => T): T {
    const { root, late, branching } = this;
    this.root = this.moduleRoot(file);
    this.late = undefined;
    this.branching = 0;
    try {
      return this.state.apart(run);
    } finally {
      this.root = root;
      this.late = late;
      this.branching = branching;
    }
  }

  /** @returns the source file that an import names, if its source is at hand. */
  resolveModule(from: TS.SourceFile, specifier: TS.StringLiteralLike): TS.SourceFile | undefined {
    const known = this.resolved.get(specifier);
    if (known !== undefined) return known ?? undefined;
    const name = this.entered <= this.limits.entered ? this.sources.find(from.fileName, specifier.text) : undefined;
    const file = name === undefined ? undefined : this.sources.file(name);
    const found = file === from ? undefined : file;
    this.resolved.set(specifier, found ?? null);
    return found;
  }

  range(frame: { readonly file: TS.SourceFile }, node: TS.Node): Range {
    return { start: node.getStart(frame.file), end: node.end };
  }

  place(frame: Frame, node: TS.Node): Place {
    return { file: frame.file, range: this.range(frame, node), activation: frame.activation };
  }

  /** How much has been joined, copied and gathered so far. */
  get effort(): number {
    return this.state.effort + (gatheredCells() - this.gatheredBefore) / cellsPerEffort;
  }

  /** Counts a syntax node. */
  visit(): void {
    this.work.nodes += 1;
    if (this.work.nodes > this.limits.nodes || this.effort > effortPerNode * this.limits.nodes) throw new OutOfWork();
  }

  isExhausted(): boolean {
    return this.spent > this.allowance || this.entered > this.limits.entered;
  }

  /** A part of the file is not looked at: there may be requests in it. */
  leaveOut(): void {
    this.gaveUpWork = true;
    this.giveUp();
  }

  /** Something was not followed whose effects may reach anywhere. */
  giveUp(): void {
    if (this.marks.everything) return;
    this.marks.everything = true;
    this.marks.grew = true;
  }

  escape(value: Abstract): void {
    escape(this, value);
  }

  /** From here on the rest of a function that nobody waits for runs at another time. */
  noteAwait(frame: Frame): void {
    const { activation } = frame;
    if (!activation.awaited && activation.parent) this.late ??= { since: activation.began };
  }

  isDeclared(frame: Frame, name: string): boolean {
    return findBinding(frame.scope, name) !== undefined;
  }

  noteMade(frame: Frame, closure: Closure): void {
    const { activation, file } = frame;
    if (activation.depth === 0) this.root.made.push(closure);
    // What a class makes for each of its instances (fields that hold functions) is run once, for the typical one.
    else if (file === this.sourceFile && activation.closure && this.forming.has(activation.closure))
      activation.closure.root.made.push(closure);
  }

  noteDefault(frame: Frame, node: TS.Statement, value: Abstract): void {
    const module = this.modules.get(frame.file);
    const { ts } = this;
    if (module?.frame.activation !== frame.activation) return;
    const isDefault =
      ts.isExportAssignment(node) ||
      (ts.canHaveModifiers(node) && ts.getModifiers(node)?.some((each) => each.kind === ts.SyntaxKind.DefaultKeyword));
    if (isDefault) module.exported.set("default", value);
  }

  noteObject(frame: Frame, node: TS.ObjectLiteralExpression, value: Abstract): void {
    if (frame.activation.depth > 0 || frame.file !== this.sourceFile || value.kind !== "reference") return;
    const kind = value.cell.slot.value.fields.get("kind")?.value;
    if (kind && plainText(kind) !== undefined)
      this.recorder.objects.set(node, this.steps.freeze(this, value, frame.activation));
  }

  /** Evaluates an initialiser; a function in it takes the name of what it is given to. */
  nameFunction(name: TS.Node, run: () => Abstract): Abstract {
    if (this.ts.isIdentifier(name)) this.functionName = name.text;
    const value = run();
    this.functionName = undefined;
    return value;
  }

  takeFunctionName(): string {
    const name = this.functionName ?? "anonymous";
    this.functionName = undefined;
    return name;
  }

  newCell(made: TS.Node): Cell {
    return allocate(this, { type: "object", made });
  }

  newArray(place: Place, made: TS.Node, values: readonly Abstract[]): Abstract {
    return reference(
      allocate(this, {
        type: "array",
        made,
        content: { items: values.map((value) => ({ value, presence: "always" })) },
      }),
      place,
    );
  }

  plain(value: string, place: Place): Abstract {
    return text(value, { ...place, foreign: true });
  }

  joinContents(left: Content, right: Content): Content {
    return contentLattice.join(left, right);
  }

  freeze(value: Abstract, activation: Activation = this.idle): Value {
    return this.steps.freeze(this, value, activation);
  }

  thaw(value: Value, place: Place): Abstract {
    return this.steps.thaw(this, value, place);
  }

  thawOpaque(value: OpaqueValue, place: Place): Abstract {
    const native = nativeOf(value);
    return native
      ? { kind: "native", native, place, origin: value.origin }
      : unknown(value.label, place, { origin: value.origin });
  }

  clientOf(value: Unknown): NativeValue | undefined {
    return this.steps.clientOf(this, value);
  }

  declaredValue(frame: Frame, node: TS.Node, place: Place): Abstract | undefined {
    return this.steps.declaredValue(this, frame, node, place);
  }
}

const answeredLattice: Lattice<readonly number[]> = {
  join: (left, right) => left.filter((id) => right.includes(id)),
  same: (left, right) => left.length === right.length && left.every((id, index) => id === right[index]),
};

/** What is known of an unknown value on a path. */
export interface Fact {
  readonly truthy?: boolean | undefined;
  readonly nullish?: boolean | undefined;
}
