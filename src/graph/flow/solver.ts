import { Backwards } from "./backwards";
import { roleOf } from "./client-roles";
import { anyMember, type FileFacts, none, severalMembers } from "../index/facts";
import { Objects } from "./objects";
import {
  type Added,
  type ClientOrigin,
  noObject,
  type Numbers,
  type SolvedCall,
  solvedCall,
  type SolvedFunction,
  solvedFunction,
  type SolvedObject,
  solvedObject,
} from "./solved";
import { Table } from "./table";
import { TypeFlows } from "./type-flows";

/**
 * Where functions, objects and clients flow, over the facts of many files. Each slot holds a few objects; beyond {@link mostHeld} it holds many,
 * and what came first is kept. Files are added one after the other, and each adds to what is known.
 */
export class Solver {
  readonly functions: SolvedFunction[] = [];
  readonly calls: SolvedCall[] = [];
  readonly backwards = new Backwards();
  readonly #objects = new Objects({
    newSlot: () => this.#newSlot(),
    copy: (to, from) => {
      this.#copy(to, from);
    },
    load: (to, from, name) => {
      this.#load(to, from, name);
    },
    hold: (slot, object) => {
      this.#hold(slot, object);
    },
  });
  readonly #held = new Table<number>();
  readonly #types = new TypeFlows(this.#objects, this.#held, (slot, object) => {
    this.#hold(slot, object);
  });
  /** By slot: the slots that take its objects, and those that take a member of them. */
  readonly copies = new Table<number>();
  readonly loads = new Table<readonly [to: number, name: string]>();
  readonly #stores = new Table<readonly [name: string, from: number]>();
  readonly #calledAt = new Table<number>();
  readonly #instances = new Table<number>();
  readonly #subclasses = new Table<number>();
  readonly #passes = new Table<number>();
  readonly #makers = new Table<number>();
  readonly #components = new Map<string, number>();
  readonly #pending: number[] = [];
  #slots = 0;

  /** Adds the facts of a file. @returns the number of its module's object, and of its first function. */
  add(facts: FileFacts): Added {
    const slot = this.#slots;
    const object = this.#objects.count;
    const code = this.functions.length;
    this.#slots += facts.slots;
    const at = (local: number): number => (local === none ? none : local + slot);
    const numbers: Numbers = { code, object, branch: this.backwards.branches.length, at };
    this.backwards.add(facts, numbers);
    for (const each of facts.functions) this.functions.push(solvedFunction(each, facts.fileName, numbers));
    for (const each of facts.objects) this.#objects.add(solvedObject(each, numbers));
    this.#addFlows(facts, numbers);
    for (const each of facts.calls) this.#call(solvedCall(each, numbers));
    for (const { slot: held, object: holding } of facts.holds) this.#hold(at(held), holding + object);
    for (const { slot: held, name } of facts.clients) this.#hold(at(held), this.#objects.client(name, []));
    return { module: object, firstFunction: code, slotOf: at };
  }

  #addFlows(facts: FileFacts, { object, at }: Numbers): void {
    for (const { to, from } of facts.copies) this.#copy(at(to), at(from));
    for (const { to, from, name } of facts.loads) this.#load(at(to), at(from), name);
    for (const { object: owner, name, from } of facts.stores) this.#store(at(owner), name, at(from));
    for (const { slot: value, type } of facts.typed) this.#types.add(at(value), at(type));
    for (const { slot, name, gives } of facts.components)
      if (gives) this.#copy(this.#component(name), at(slot));
      else this.#copy(at(slot), this.#component(name));
    for (const { to, from } of facts.instances)
      this.#when(this.#instances, at(from), at(to), (each, slot) => {
        this.#hold(slot, this.#objects.instanceOf(each));
      });
    for (const { slot: parent, object: child } of facts.subclasses)
      this.#when(this.#subclasses, at(parent), child + object, (each, subclass) => {
        this.#types.implement(each, subclass);
      });
  }

  /** Lets a slot hold the module that an import names. */
  link(slot: number, module: number): void {
    this.#hold(slot, module);
  }

  /** Follows all flows to their ends. */
  solve(): void {
    for (let object = this.#pending.pop(); object !== undefined; object = this.#pending.pop()) {
      const slot = this.#pending.pop() ?? none;
      this.#flow(slot, object);
    }
  }

  /**
   * Lets the arguments of unknown functions flow to their results: `useCallback(f)`, `debounce(f)`, a container's `get(Service)`. To be called when all
   * other flows are known, as a function is unknown then.
   */
  passThroughUnknown(): void {
    for (const call of this.calls) {
      if (call.result === none || this.#isKnown(call)) continue;
      for (const arg of call.args)
        this.#when(this.#passes, arg, call.result, (each, to) => {
          this.#pass(to, each);
        });
    }
    this.solve();
  }

  /** @returns the functions that a slot holds. */
  functionsIn(slot: number): readonly number[] {
    return this.#held
      .of(slot)
      .map((each) => this.#objects.at(each)?.code ?? none)
      .filter((code) => code !== none);
  }

  /** @returns the objects that a slot holds. */
  objectsIn(slot: number): readonly number[] {
    return this.#held.of(slot);
  }

  object(id: number): SolvedObject | undefined {
    return this.#objects.at(id);
  }

  /** How many slots there are. */
  get slots(): number {
    return this.#slots;
  }

  /** Whether a slot holds something of the project, or of a client. */
  holdsAny(slot: number): boolean {
    return this.#held.of(slot).length > 0;
  }

  #isKnown({ callees, role }: SolvedCall): boolean {
    return callees.length > 0 || role !== undefined;
  }

  #call(call: SolvedCall): void {
    const id = this.calls.push(call) - 1;
    this.#when(this.#calledAt, call.callee, id, (each) => {
      this.#enter(id, each);
    });
  }

  /** Notes what is to be done with each object of a slot, and does it for those that it holds already. */
  #when(table: Table<number>, slot: number, entry: number, act: (object: number, entry: number) => void): void {
    if (slot === none) return;
    table.add(slot, entry);
    for (const each of this.#held.of(slot)) act(each, entry);
  }

  #copy(to: number, from: number): void {
    if (to === none || from === none || to === from) return;
    // Loads of one member by many names lead to the same copy.
    const known = this.copies.of(from);
    if (known.length < mostCompared ? known.includes(to) : known.at(-1) === to) return;
    this.backwards.copied.add(to, from);
    this.#when(this.copies, from, to, (each) => {
      this.#hold(to, each);
    });
  }

  #load(to: number, from: number, name: string): void {
    this.loads.add(from, [to, name]);
    this.backwards.loaded.add(to, from);
    for (const each of this.#held.of(from)) this.#copy(to, this.#objects.lookUp(each, name));
  }

  #store(object: number, name: string, from: number): void {
    this.#stores.add(object, [name, from]);
    for (const each of this.#held.of(object)) this.#copy(this.#objects.member(each, name), from);
  }

  /** @returns the slot of what all components of a framework have under a name. */
  #component(name: string): number {
    let slot = this.#components.get(name);
    if (slot === undefined) this.#components.set(name, (slot = this.#newSlot()));
    return slot;
  }

  #newSlot(): number {
    return this.#slots++;
  }

  #hold(slot: number, object: number): void {
    if (slot === none || object === none) return;
    const held = this.#held.of(slot);
    if (held.length >= mostHeld || held.includes(object)) return;
    this.#held.add(slot, object);
    this.#pending.push(slot, object);
  }

  #flow(slot: number, object: number): void {
    for (const to of this.copies.of(slot)) this.#hold(to, object);
    for (const [to, name] of this.loads.of(slot)) this.#copy(to, this.#objects.lookUp(object, name));
    for (const [name, from] of this.#stores.of(slot)) this.#copy(this.#objects.member(object, name), from);
    for (const id of this.#calledAt.of(slot)) this.#enter(id, object);
    for (const to of this.#instances.of(slot)) this.#hold(to, this.#objects.instanceOf(object));
    for (const child of this.#subclasses.of(slot)) this.#types.implement(object, child);
    for (const to of this.#passes.of(slot)) this.#pass(to, object);
    for (const to of this.#makers.of(slot)) this.#passClient(to, object);
    this.#types.flow(slot, object);
  }

  #passClient(to: number, object: number): void {
    if (this.#objects.at(object)?.client) this.#hold(to, object);
  }

  /** A function comes out as it went in, and a client that it makes: `useMemo(make)`. Of a class an instance does. */
  #pass(to: number, object: number): void {
    const { kind, code = none } = this.#objects.at(object) ?? {};
    if (kind === "function") {
      this.#hold(to, object);
      this.#when(this.#makers, this.functions[code]?.result ?? none, to, (each) => {
        this.#passClient(to, each);
      });
    }
    if (kind === "class") this.#hold(to, this.#objects.instanceOf(object));
  }

  #enter(id: number, object: number): void {
    const call = this.calls[id];
    const callee = this.#objects.at(object);
    if (!call || !callee) return;
    if (callee.client) this.#enterClient(call, callee.client);
    else if (callee.kind === "signature") this.#copy(call.result, callee.members.get("()") ?? none);
    else if (callee.kind === "class") {
      if (!call.through) this.#construct(call, callee);
    } else if (callee.code !== none) this.#enterFunction(call, callee);
  }

  #enterClient(call: SolvedCall, client: ClientOrigin): void {
    const role = call.isNew ? "makes" : roleOf(client.name, client.members);
    // A function that is given several of a client's methods sends by one of them.
    const isOther = call.client?.members.at(-1) !== client.members.at(-1);
    if (call.role === "sends" && role === "sends" && isOther) call.client = { ...client, members: [severalMembers] };
    if (call.role !== "sends") {
      call.role = role;
      call.client = client;
    }
    if (role === "makes") this.#hold(call.result, this.#objects.client(client.name, []));
  }

  #construct(call: SolvedCall, { instance }: SolvedObject): void {
    this.#hold(call.result, instance);
    const self = this.#newSlot();
    this.#hold(self, instance);
    this.#call({
      ...call,
      callee: this.#objects.lookUp(instance, "constructor"),
      self,
      result: none,
      isNew: false,
      through: call,
    });
  }

  #enterFunction(call: SolvedCall, { code, instance }: SolvedObject): void {
    const target = this.functions[code];
    if (!target) return;
    for (let outer: SolvedCall | undefined = call; outer; outer = outer.through)
      if (!outer.callees.includes(code)) outer.callees.push(code);
    for (const [index, arg] of call.args.entries()) {
      const isRest = target.fact.hasRest && index >= target.params.length - 1;
      if (isRest) this.#copy(this.#restOf(target), arg);
      else this.#copy(target.params[index] ?? none, arg);
    }
    this.#copy(target.self, call.self);
    this.#copy(call.result, target.result);
    if (call.isNew && instance !== none) {
      this.#hold(call.result, instance);
      this.#hold(target.self, instance);
    }
  }

  /** @returns the slot of the elements of a rest parameter. */
  #restOf(target: SolvedFunction): number {
    if (target.rest === undefined) {
      target.rest = this.#newSlot();
      const members = new Map([[anyMember, target.rest]]);
      const list = this.#objects.add({ ...noObject(), kind: "array", members });
      this.#hold(target.params.at(-1) ?? none, list);
    }
    return target.rest;
  }
}

/** Of a longer list of copies only the last one is compared: a copy that is made twice costs less than the search. */
const mostCompared = 32;

/** A slot that holds more is a place through which all of the project goes: a store, an event bus. */
const mostHeld = 12;
