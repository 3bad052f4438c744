import type TS from "typescript";
import type { Range } from "../../text/range";
import type { OpaqueValue, Value } from "../value";
import type {
  Abstract, Activation, Arguments, CallNode, Cell, Closure, Completion, Content, Entry, Field, Frame, FunctionNode, Lattice, NativeValue, Place, Root, Slot, Unknown,
} from "./domain";
import { Slot as SlotClass } from "./domain";
import { allocate, contentLattice, escape, lostContent, reference } from "./heap";
import { Identities } from "./identities";
import { importedFile } from "./imported-file";
import type { Lasting } from "./lasting";
import type { Marks } from "./marks";
import type { Module } from "./modules";
import { effortPerNode, OutOfWork, type Limits, type Work } from "./limits";
import { nativeOf, type Library } from "./native";
import { Recorder } from "./recorder";
import { findBinding } from "./scope";
import { State } from "./state";
import { cellsOf, isPartOf, join, joinAll, mapOptions, plainText, same, text, unknown, variableLattice } from "./values";

/** The steps of evaluation that refer to each other; `steps.ts` puts them together. */
export interface Steps {
  expression(machine: Machine, frame: Frame, node: TS.Expression): Abstract;
  statement(machine: Machine, frame: Frame, node: TS.Statement): Completion | undefined;
  statements(machine: Machine, frame: Frame, nodes: readonly TS.Statement[], owner: TS.Node): Completion | undefined;
  set(machine: Machine, frame: Frame, target: Abstract, key: string | undefined, value: Abstract, node: TS.Node): void;
  assignValue(machine: Machine, frame: Frame, target: TS.Expression, value: Abstract): void;
  call(machine: Machine, frame: Frame, callee: Abstract, self: Abstract | undefined, args: Arguments, node: CallNode): Abstract;
  callSuper(machine: Machine, frame: Frame, args: Arguments, node: CallNode): void;
  /** Enters a callback that a builtin or a native calls. */
  invoke(machine: Machine, frame: Frame, callback: Abstract, args: readonly Abstract[], node: CallNode): Abstract;
  closure(machine: Machine, frame: Frame, node: Closure["node"], home?: Abstract): Abstract;
  enumeration(machine: Machine, frame: Frame, node: TS.EnumDeclaration): Abstract;
  /** Gives the names in a pattern their values. */
  bind(machine: Machine, frame: Frame, pattern: TS.BindingName, value: Abstract): void;
  restArguments(machine: Machine, args: Arguments, from: number, place: Place): Content;
  /** @returns the string that an object with a string form of its own turns into, `undefined` for others. */
  cellText(machine: Machine, cell: Cell, place: Place): Abstract | undefined;
  settleNative(machine: Machine, frame: Frame, value: Abstract, node: TS.Node): Abstract;
  importValue(machine: Machine, frame: Frame, specifier: TS.StringLiteralLike, name: string | undefined): Abstract;
  freeze(machine: Machine, value: Abstract, activation: Activation): Value;
  thaw(machine: Machine, value: Value, place: Place): Abstract;
  clientOf(machine: Machine, value: Unknown): NativeValue | undefined;
  declaredValue(machine: Machine, frame: Frame, node: TS.Node, place: Place): Abstract | undefined;
  unknownArguments(machine: Machine, frame: Frame, code: FunctionNode): Arguments;
  narrowTruth(machine: Machine, frame: Frame, node: TS.Expression, value: Abstract, truthy: boolean): void;
  templatePiece(machine: Machine, frame: Frame, node: TS.TemplateLiteralLikeNode): Abstract;
}

export interface MachineInput {
  readonly ts: typeof TS;
  readonly sourceFile: TS.SourceFile;
  readonly checker: TS.TypeChecker | undefined;
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
  readonly library: Library;
  readonly limits: Limits;
  readonly marks: Marks;
  readonly steps: Steps;
  readonly work: Work = { passes: 1, nodes: 0, typeLookups: 0, calls: 0, joined: 0 };
  readonly state: State;
  readonly recorder = new Recorder();
  readonly identities: Identities;
  /** Requests of which it is sure that they have been answered. */
  readonly answered: SlotClass<readonly number[]>;
  root: Root;
  /** Set in an async function that is not awaited, after its first `await`: it goes on at another time. */
  late: { readonly since: number } | undefined;
  /** What is known of unknown values on the present path, by identity. */
  readonly facts = new Map<number, SlotClass<Fact>>();
  /** What the present path knows of variables of other code. */
  readonly refinements = new Map<Slot<Abstract | undefined>, SlotClass<Refinement | undefined>>();
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
  private readonly awaitedCalls = new Set<TS.Node>();
  private readonly resolved = new Map<TS.Node, TS.SourceFile | undefined>();
  private readonly moduleRoots = new Map<TS.SourceFile, Root>();
  private readonly hiddenContents = new WeakMap<Content, { readonly own: Members; readonly shared: Members; readonly version: number; readonly result: Content }>();
  private functionName: string | undefined;

  constructor(input: MachineInput) {
    this.ts = input.ts;
    this.sourceFile = input.sourceFile;
    this.checker = input.checker;
    this.library = input.library;
    this.limits = input.limits;
    this.allowance = input.limits.nodesPerRoot;
    this.marks = input.marks;
    this.steps = input.steps;
    this.state = new State((slot, value) => {
      this.noteWrite(slot, value);
    });
    this.identities = new Identities(this.state);
    this.root = this.moduleRoot(input.sourceFile);
    this.answered = new SlotClass<readonly number[]>([], answeredLattice, undefined, 0, undefined);
  }

  /**
   * @param outside asked for by code that does not run where the variable is declared, as an import is.
   * @returns what is known of a variable at this moment.
   */
  readVariable(slot: Slot<Abstract | undefined>, place: Place, outside = false): Abstract | undefined {
    const isVolatile = outside || this.isVolatile(slot);
    if (!isVolatile && slot.owner) this.marks.noteOwn(this.root.node, slot.owner);
    const lasting = isVolatile && slot.owner ? this.marks.ofVariable(slot.owner) : undefined;
    if (lasting?.others === true || (isVolatile && slot.owner && this.marks.everything)) {
      const { value } = slot;
      const known = this.marks.everything ? [] : lasting?.beside(undefined) ?? [];
      // Where one client is known, its declared type is no second one.
      const typed = known.some((option) => option.kind === "native") ? undefined : this.declarationOf(slot.owner);
      return joinAll([...known, unknown("assigned by code that runs at another time", place, { reaches: value ? cellsOf(value) : [], typed })], place);
    }
    const flowing = this.read(slot);
    const value = lasting && flowing ? joinAll([flowing, ...lasting.beside(flowing)], place) : flowing;
    const refinement = this.refinements.get(slot)?.value;
    return value && refinement && same(value, refinement.before) ? refinement.after : value;
  }

  /** @returns what declares a name, where types can be asked for. */
  private declarationOf(name: TS.Node | undefined): TS.Node | undefined {
    const { ts } = this;
    const parent = name?.parent;
    return parent && (ts.isVariableDeclaration(parent) || ts.isParameter(parent)) && parent.name === name ? parent : name;
  }

  /**
   * Says that on this path a variable that is read as one value is another, of which more is known. A variable of other code is not written to,
   * nor is one of which the parts become known: where paths meet again, it is what it was.
   */
  refine(slot: Slot<Abstract | undefined>, before: Abstract, after: Abstract): void {
    if (slot.root === this.root && isPartOf(after, before)) {
      if (slot.value && same(slot.value, before)) this.state.write(slot, after);
      return;
    }
    let refinement = this.refinements.get(slot);
    if (!refinement) {
      refinement = new SlotClass<Refinement | undefined>(undefined, refinementLattice, undefined, 0, undefined, this.state.clock);
      this.refinements.set(slot, refinement);
    }
    const earlier = refinement.value;
    this.state.write(refinement, { before: earlier && same(earlier.after, before) ? earlier.before : before, after });
  }

  /**
   * @param isGivenAway asked for only to give the object away: that comes to the same, whatever others may change in it.
   * @returns what is known of an object at this moment.
   */
  content(cell: Cell, isGivenAway = false): Content {
    const volatile = this.isVolatile(cell.slot);
    if (volatile && this.marks.everything) return lostContent;
    const content = this.read(cell.slot);
    if (content.escaped || isGivenAway) return content;
    if (!volatile) {
      this.marks.noteOwn(this.root.node, cell.made);
      if (cell.constructedBy) this.marks.noteOwn(this.root.node, cell.constructedBy.node);
      return content;
    }
    const own = this.marks.membersOf(cell.made);
    const shared = cell.constructedBy && this.marks.membersOf(cell.constructedBy.node);
    return own || shared ? this.hidden(content, own ?? noKeys, shared ?? noKeys) : content;
  }

  /** @returns the content without what code changes at an unknown time. */
  private hidden(content: Content, own: Members, shared: Members): Content {
    if (own.has("*") || shared.has("*")) return lostContent;
    const known = this.hiddenContents.get(content);
    const { version } = this.marks;
    if (known?.own === own && known.shared === shared && known.version === version) return known.result;
    const result = hide(content, [...own, ...shared], this.nowhere());
    this.hiddenContents.set(content, { own, shared, version, result });
    return result;
  }

  private isVolatile(slot: { readonly root: Root | undefined }): boolean {
    return slot.root !== this.root || this.root.escapes || this.marks.isEscaping(this.root.node);
  }

  private read<T>(slot: Slot<T>): T {
    if (this.late && slot.created < this.late.since) slot.lateRead = true;
    if (slot.root === this.root || !slot.root) return slot.value;
    let root = this.root;
    while (root.parent && root.parent !== slot.root) root = root.parent;
    if (root.parent !== slot.root || root.since === Infinity) return slot.value;
    return this.state.since(slot, root.since);
  }

  /** Finds out whether a write happens at a time that others cannot know. */
  private noteWrite(slot: Slot<unknown>, value: unknown): void {
    if (!slot.root) return;
    const foreign = slot.root !== this.root;
    if (foreign && !Object.is(slot.value, value)) this.escapeWritten(slot, value);
    if (foreign && this.root.independent) this.mark(slot, value);
    const late = this.late && slot.created < this.late.since;
    if (late || (slot.lateRead && !this.late)) {
      this.mark(slot, value);
      this.marks.markEscaping(this.root.node);
    }
  }

  private escapeWritten(slot: Slot<unknown>, value: unknown): void {
    if (slot.lattice === variableLattice && value) escape(this, value as Abstract);
    if (slot.lattice === contentLattice) {
      const before = slot.value as Content;
      const after = value as Content;
      for (const [key, field] of after.fields) if (before.fields.get(key)?.value !== field.value) escape(this, field.value);
      for (const item of after.items) if (!before.items.includes(item)) escape(this, item.value);
    }
  }

  private mark(slot: Slot<unknown>, value: unknown): void {
    if (!slot.owner) return;
    if (slot.lattice === variableLattice) this.marks.markVariable(slot.owner, value as Abstract | undefined);
    if (slot.lattice === contentLattice) {
      const after = value as Content;
      for (const key of changedKeys(slot.value as Content, after)) this.marks.markMember(slot.owner, key, after.fields.get(key)?.value);
    }
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
    depth: 0, parent: undefined, root: undefined as unknown as Root, closure: undefined, active: false, awaited: true, inPlace: false,
    exits: [], targets: [], mark: 0, began: 0, loop: undefined,
  };

  newActivation(input: Pick<Activation, "depth" | "parent" | "closure" | "awaited" | "inPlace" | "loop" | "home"> & { readonly entered: Activation["entered"] | undefined }): Activation {
    const { entered, ...rest } = input;
    return {
      ...rest, ...(entered ? { entered } : {}), root: this.root, active: true, exits: [], targets: [], mark: this.state.mark(), began: this.state.clock,
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
    if (this.resolved.has(specifier)) return this.resolved.get(specifier);
    let found: TS.SourceFile | undefined;
    if (this.checker && this.entered <= this.limits.entered) {
      this.work.typeLookups += 1;
      found = importedFile(this.ts, this.checker, specifier);
    }
    this.resolved.set(specifier, found === from ? undefined : found);
    return this.resolved.get(specifier);
  }

  range(frame: { readonly file: TS.SourceFile }, node: TS.Node): Range {
    return { start: node.getStart(frame.file), end: node.end };
  }

  place(frame: Frame, node: TS.Node): Place {
    return { file: frame.file, range: this.range(frame, node), activation: frame.activation };
  }

  /** @returns the place of a callee's own name. */
  calleeRange(frame: Frame, node: TS.Node): Range {
    const { ts } = this;
    if (ts.isTaggedTemplateExpression(node)) return this.range(frame, node.tag);
    if (!ts.isCallExpression(node) && !ts.isNewExpression(node)) return this.range(frame, node);
    let callee: TS.Expression = node.expression;
    while (ts.isParenthesizedExpression(callee) || ts.isNonNullExpression(callee)) callee = callee.expression;
    return this.range(frame, ts.isPropertyAccessExpression(callee) ? callee.name : callee);
  }

  entry(frame: Frame, node: TS.Node): Entry {
    return { node, file: frame.file, callee: this.calleeRange(frame, node), range: this.range(frame, node), scope: frame.scope };
  }

  /** Counts a syntax node. */
  visit(): void {
    this.work.nodes += 1;
    if (this.work.nodes > this.limits.nodes || this.state.effort > effortPerNode * this.limits.nodes) throw new OutOfWork();
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

  /** Evaluates the operand of `await`: nothing else runs before its calls have ended. */
  awaiting(node: TS.Expression, run: () => Abstract): Abstract {
    this.awaitCall(node);
    return run();
  }

  awaitCall(node: TS.Node): void {
    const { ts } = this;
    let current: TS.Node = node;
    for (;;) {
      if (ts.isParenthesizedExpression(current) || ts.isAsExpression(current) || ts.isNonNullExpression(current)) {
        current = current.expression;
      } else if (ts.isCallExpression(current)) {
        this.awaitedCalls.add(current);
        const callee: TS.Node = current.expression;
        if (!ts.isPropertyAccessExpression(callee) || !/^(?:then|catch|finally)$/u.test(callee.name.text)) return;
        current = callee.expression;
      } else if (ts.isConditionalExpression(current)) {
        this.awaitCall(current.whenTrue);
        current = current.whenFalse;
      } else {
        return;
      }
    }
  }

  isAwaited(node: TS.Node): boolean {
    return this.awaitedCalls.has(node);
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
    else if (file === this.sourceFile && activation.closure && this.forming.has(activation.closure)) activation.closure.root.made.push(closure);
  }

  noteDefault(frame: Frame, node: TS.Statement, value: Abstract): void {
    const module = this.modules.get(frame.file);
    const { ts } = this;
    if (module?.frame.activation !== frame.activation) return;
    const isDefault = ts.isExportAssignment(node) || (ts.canHaveModifiers(node) && ts.getModifiers(node)?.some((each) => each.kind === ts.SyntaxKind.DefaultKeyword));
    if (isDefault) module.exported.set("default", value);
  }

  noteObject(frame: Frame, node: TS.ObjectLiteralExpression, value: Abstract): void {
    if (frame.activation.depth > 0 || frame.file !== this.sourceFile || value.kind !== "reference") return;
    const kind = value.cell.slot.value.fields.get("kind")?.value;
    if (kind && plainText(kind) !== undefined) this.recorder.objects.set(node, this.steps.freeze(this, value, frame.activation));
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
    return reference(allocate(this, { type: "array", made, content: { items: values.map((value) => ({ value, presence: "always" })) } }), place);
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
    return native ? { kind: "native", native, place, origin: value.origin } : unknown(value.label, place, { origin: value.origin });
  }

  clientOf(value: Unknown): NativeValue | undefined {
    return this.steps.clientOf(this, value);
  }

  declaredValue(frame: Frame, node: TS.Node, place: Place): Abstract | undefined {
    return this.steps.declaredValue(this, frame, node, place);
  }

  /** Applies a function to each possibility of a value. */
  mapEach(value: Abstract, apply: (option: Abstract) => Abstract): Abstract {
    return mapOptions(value, apply);
  }

  /** @returns some element of something unknown. */
  elementOf(value: Unknown, place: Place): Abstract {
    const response = value.origin?.response;
    const trail = value.origin?.trail ?? [];
    return unknown("an element", place, {
      origin: {
        trail: trail.length > 0 ? [`${trail.at(-1) ?? ""}[]`] : [],
        ...(value.origin?.parameter ? { parameter: value.origin.parameter } : {}),
        ...(response ? { response: { ...response, path: [...response.path, "*"] } } : {}),
      },
      reaches: value.reaches,
    });
  }
}

/** What code assigns to members at another time, by name. */
type Members = ReadonlyMap<string, Lasting>;

const noKeys: Members = new Map();

/** What a variable is read as, and what it is on a path. */
interface Refinement {
  readonly before: Abstract;
  readonly after: Abstract;
}

const refinementLattice: Lattice<Refinement | undefined> = {
  join: (left, right) => {
    const after = left && right && same(left.before, right.before) ? join(left.after, right.after) : undefined;
    return left && after && isPartOf(after, left.before) ? { before: left.before, after } : undefined;
  },
  same: (left, right) => left === right || (left !== undefined && right !== undefined && same(left.before, right.before) && same(left.after, right.after)),
};

const answeredLattice: Lattice<readonly number[]> = {
  join: (left, right) => left.filter((id) => right.includes(id)),
  same: (left, right) => left.length === right.length && left.every((id, index) => id === right[index]),
};

/** What is known of an unknown value on a path. */
export interface Fact {
  readonly truthy?: boolean | undefined;
  readonly nullish?: boolean | undefined;
}

function changedKeys(before: Content, after: Content): string[] {
  if (after.escaped) return ["*"];
  if (before.open !== after.open || before.escaped !== after.escaped || before.items !== after.items || before.rest !== after.rest) return ["*"];
  const keys: string[] = [];
  for (const [key, field] of after.fields) if (before.fields.get(key) !== field) keys.push(key);
  for (const key of before.fields.keys()) if (!after.fields.has(key)) keys.push(key);
  return keys;
}

function hide(content: Content, written: readonly (readonly [string, Lasting])[], nowhere: Place): Content {
  const fields = new Map<string, Field>(content.fields);
  for (const [key, lasting] of written) {
    const field = fields.get(key);
    const place = field?.value.place ?? nowhere;
    const reaches = field ? cellsOf(field.value) : [];
    const others = lasting.others ? [unknown("assigned by code that runs at another time", place, { reaches })] : field ? [field.value] : [];
    const value = joinAll([...others, ...lasting.beside(lasting.others ? undefined : field?.value)], place);
    fields.set(key, { value, presence: "maybe", keyPlace: field?.keyPlace ?? place });
  }
  return { ...content, fields };
}
