import {
  anyMember,
  type Branch,
  type CallFact,
  type ClientFact,
  type ComponentFact,
  type Copy,
  type Declared,
  type FileFacts,
  type FunctionFact,
  type Hold,
  type ImportFact,
  type Load,
  none,
  type ObjectFact,
  type ObjectKind,
  type Point,
  type Store,
  type Typed,
} from "./facts";

type OptionalPart = "isNew" | "isIndirect" | "isRequestLike" | "isTag" | "member" | "given";

/** Gathers the facts of one file, and drops those without a slot. */
export class FactsBuilder {
  readonly objects: ObjectFact[] = [];
  readonly functions: FunctionFact[] = [];
  readonly functionAt = new Map<string, number>();
  readonly branches: Branch[] = [];
  readonly points: Point[] = [];
  readonly declared: Declared[] = [];
  /** The function whose code is looked at. */
  within = 0;
  readonly #copies: Copy[] = [];
  readonly #uses: Copy[] = [];
  readonly #holds: Hold[] = [];
  readonly #loads: Load[] = [];
  readonly #stores: Store[] = [];
  readonly #calls: CallFact[] = [];
  readonly #typed: Typed[] = [];
  readonly #instances: Copy[] = [];
  readonly #subclasses: Hold[] = [];
  readonly #imports: ImportFact[] = [];
  readonly #clients: ClientFact[] = [];
  readonly #components: ComponentFact[] = [];
  readonly #heldBy = new Map<number, number>();
  readonly #modules = new Map<string, number>();
  #slots = 0;

  readonly slot = (): number => this.#slots++;

  copy(to: number, from: number): void {
    if (to !== none && from !== none && to !== from) this.#copies.push({ to, from });
  }

  /** @returns a slot of what is computed from others: none of their objects is in it. */
  computed(from: readonly number[], base = none): number {
    const some = from.filter((each) => each !== none);
    if (some.length === 0) return base;
    const to = this.slot();
    this.copy(to, base);
    for (const each of some) this.#uses.push({ to, from: each });
    return to;
  }

  /** @returns a slot that holds what each of some slots holds. */
  merge(...from: readonly number[]): number {
    const some = from.filter((each) => each !== none);
    const [first = none] = some;
    if (some.length <= 1) return first;
    const to = this.slot();
    for (const each of some) this.copy(to, each);
    return to;
  }

  /** @returns a slot that holds a new object. */
  holding(object: number): number {
    const slot = this.slot();
    this.hold(slot, object);
    this.#heldBy.set(slot, object);
    return slot;
  }

  /** @returns the slots of those members of an object that have one by now. */
  membersHeldBy(slot: number): readonly number[] {
    const object = this.#heldBy.get(slot);
    return object === undefined ? [] : [...(this.objects[object]?.members.values() ?? [])];
  }

  hold(slot: number, object: number): void {
    this.#holds.push({ slot, object });
  }

  object(kind: ObjectKind, parts: Pick<ObjectFact, "code" | "instance"> = {}): number {
    this.objects.push({ kind, within: this.within, members: new Map(), others: [], ...parts });
    return this.objects.length - 1;
  }

  /** @returns the slot of an object's member. */
  member(object: number, name = anyMember): number {
    const members = this.objects[object]?.members;
    let slot = members?.get(name);
    if (slot === undefined) members?.set(name, (slot = this.slot()));
    return slot ?? none;
  }

  load(from: number, name = anyMember): number {
    if (from === none) return none;
    const to = this.slot();
    this.#loads.push({ to, from, name });
    return to;
  }

  store(object: number, name: string | undefined, from: number): Store {
    const fact = { object, name: name ?? anyMember, from };
    if (object !== none && from !== none) this.#stores.push(fact);
    return fact;
  }

  call(fact: Omit<CallFact, "result" | OptionalPart> & Partial<Pick<CallFact, OptionalPart>>): number {
    const result = this.slot();
    this.#calls.push({
      isNew: false,
      isIndirect: false,
      isRequestLike: false,
      isTag: false,
      member: undefined,
      given: [],
      ...fact,
      result,
    });
    return result;
  }

  typed(slot: number, type: number): void {
    if (slot !== none && type !== none) this.#typed.push({ slot, type });
  }

  /** @returns a slot that holds the instances of the classes of a slot. */
  instancesOf(from: number): number {
    if (from === none) return none;
    const to = this.slot();
    this.#instances.push({ to, from });
    return to;
  }

  subclass(slot: number, object: number): void {
    if (slot !== none) this.#subclasses.push({ slot, object });
  }

  /** @returns the slot that holds a module. */
  module(specifier: string): number {
    let slot = this.#modules.get(specifier);
    if (slot === undefined) {
      this.#modules.set(specifier, (slot = this.slot()));
      this.#imports.push({ slot, specifier });
    }
    return slot;
  }

  client(slot: number, name: string): void {
    this.#clients.push({ slot, name });
  }

  /** Notes what all components of a framework are given under a name. */
  giveToComponents(name: string, slot: number): void {
    if (slot !== none) this.#components.push({ slot, name, gives: true });
  }

  /** @returns a slot of what all components of a framework have under a name. */
  ofComponents(name: string): number {
    const slot = this.slot();
    this.#components.push({ slot, name, gives: false });
    return slot;
  }

  facts(fileName: string): FileFacts {
    return {
      fileName,
      slots: this.#slots,
      objects: this.objects,
      functions: this.functions,
      functionAt: this.functionAt,
      copies: this.#copies,
      uses: this.#uses,
      points: this.points,
      declared: this.declared,
      branches: this.branches,
      holds: this.#holds,
      loads: this.#loads,
      stores: this.#stores,
      calls: this.#calls,
      typed: this.#typed,
      instances: this.#instances,
      subclasses: this.#subclasses,
      imports: this.#imports,
      clients: this.#clients,
      components: this.#components,
    };
  }
}
