import { anyMember, type CallFact, type FileFacts, type FunctionFact, none, type ObjectKind } from "./facts";
import { type Role, roleOf } from "./client-roles";

/**
 * Where functions, objects and clients flow, over the facts of many files. Each slot holds a few objects; beyond {@link mostHeld} it holds many,
 * and what came first is kept. Files are added one after the other, and each adds to what is known.
 */
export class Solver {
  readonly functions: SolvedFunction[] = [];
  readonly calls: SolvedCall[] = [];
  readonly #objects: SolvedObject[] = [];
  readonly #held: (number[] | undefined)[] = [];
  readonly #copies: (number[] | undefined)[] = [];
  readonly #loads: (readonly [to: number, name: string])[][] = [];
  readonly #stores: (readonly [name: string, from: number])[][] = [];
  readonly #calledAt: (number[] | undefined)[] = [];
  readonly #typesOf: (number[] | undefined)[] = [];
  readonly #typedBy: (number[] | undefined)[] = [];
  readonly #instances: (number[] | undefined)[] = [];
  readonly #subclasses: (number[] | undefined)[] = [];
  readonly #passes: (number[] | undefined)[] = [];
  readonly #clients = new Map<string, number>();
  readonly #pending: number[] = [];
  #slots = 0;

  /** Adds the facts of a file. @returns the number of its module's object, and of its first function. */
  add(facts: FileFacts): Added {
    const slot = this.#slots;
    const object = this.#objects.length;
    const code = this.functions.length;
    this.#slots += facts.slots;
    const at = (local: number): number => (local === none ? none : local + slot);
    for (const each of facts.functions)
      this.functions.push({
        fact: each,
        fileName: facts.fileName,
        parent: each.parent === none ? none : each.parent + code,
        params: each.params.map(at),
        result: at(each.result),
        self: at(each.self),
        isSeed: each.isSeed,
        rest: undefined,
      });
    for (const each of facts.objects)
      this.#objects.push({
        kind: each.kind,
        members: new Map([...each.members].map(([name, member]) => [name, at(member)])),
        others: each.others.map(at),
        code: each.code === undefined ? none : each.code + code,
        instance: each.instance === undefined ? none : each.instance + object,
        whole: each.whole === undefined ? none : at(each.whole),
        all: none,
        linked: new Set(),
        implementers: none,
        client: undefined,
      });
    for (const { to, from } of facts.copies) this.#copy(at(to), at(from));
    for (const { to, from, name } of facts.loads) this.#load(at(to), at(from), name);
    for (const { object: owner, name, from } of facts.stores) this.#store(at(owner), name, at(from));
    for (const { slot: value, type } of facts.typed) this.#type(at(value), at(type));
    for (const { to, from } of facts.instances)
      this.#when(this.#instances, at(from), at(to), (each, slot) => {
        this.#hold(slot, this.#instanceOf(each));
      });
    for (const { slot: parent, object: child } of facts.subclasses)
      this.#when(this.#subclasses, at(parent), child + object, (each, subclass) => {
        this.#implement(each, subclass);
      });
    for (const each of facts.calls) this.#addCall(each, code, at);
    for (const { slot: held, object: holding } of facts.holds) this.#hold(at(held), holding + object);
    for (const { slot: held, name } of facts.clients) this.#hold(at(held), this.#client(name, []));
    return { module: object, firstFunction: code, slotOf: at };
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
   * Lets what unknown functions are given come out of them: `useCallback(f)`, `debounce(f)`, a container's `get(Service)`. To be called when all
   * other flows are known, as a function is unknown then.
   */
  passThroughUnknown(): void {
    for (const call of this.calls) {
      if (call.passes || call.result === none || this.#isKnown(call)) continue;
      call.passes = true;
      for (const arg of call.args)
        if (arg !== none)
          this.#when(this.#passes, arg, call.result, (each, to) => {
            this.#pass(to, each);
          });
    }
    this.solve();
  }

  /** @returns the functions that a slot holds. */
  functionsIn(slot: number): readonly number[] {
    return (this.#held[slot] ?? []).map((each) => this.#objects[each]?.code ?? none).filter((code) => code !== none);
  }

  /** Whether a slot holds something of the project, or of a client. */
  holdsAny(slot: number): boolean {
    return (this.#held[slot]?.length ?? 0) > 0;
  }

  /** Whether a slot holds something of a declared type alone. */
  holdsTypeOnly(slot: number): boolean {
    const held = this.#held[slot] ?? [];
    return held.length > 0 && held.every((each) => this.#objects[each]?.kind === "type");
  }

  #isKnown({ callees, role }: SolvedCall): boolean {
    return callees.length > 0 || role !== undefined;
  }

  #addCall(fact: CallFact, code: number, at: (local: number) => number): void {
    this.#call({
      fact,
      within: fact.within + code,
      callee: at(fact.callee),
      self: at(fact.self),
      args: fact.args.map(at),
      given: fact.given.map(at),
      result: at(fact.result),
      isNew: fact.isNew,
      callees: [],
      role: undefined,
      client: undefined,
      through: undefined,
      entered: [],
      passes: false,
    });
  }

  #call(call: SolvedCall): void {
    const id = this.calls.push(call) - 1;
    if (call.callee !== none)
      this.#when(this.#calledAt, call.callee, id, (each) => {
        this.#enter(id, each);
      });
  }

  /** Notes what is to be done with each object of a slot, and does it for those that it holds already. */
  #when(
    table: (number[] | undefined)[],
    slot: number,
    entry: number,
    act: (object: number, entry: number) => void,
  ): void {
    if (slot === none) return;
    const known = table[slot];
    if (known) known.push(entry);
    else table[slot] = [entry];
    for (const each of this.#held[slot] ?? []) act(each, entry);
  }

  #copy(to: number, from: number): void {
    if (to === none || from === none || to === from) return;
    // Loads of one member by many names lead to the same copy.
    const known = this.#copies[from];
    if (known?.length === undefined || known.length < mostCompared ? known?.includes(to) : known.at(-1) === to) return;
    this.#when(this.#copies, from, to, (each) => {
      this.#hold(to, each);
    });
  }

  #load(to: number, from: number, name: string): void {
    (this.#loads[from] ??= []).push([to, name]);
    for (const each of this.#held[from] ?? []) this.#copy(to, this.#lookUp(each, name));
  }

  #store(object: number, name: string, from: number): void {
    (this.#stores[object] ??= []).push([name, from]);
    for (const each of this.#held[object] ?? []) this.#copy(this.#member(each, name), from);
  }

  #type(slot: number, type: number): void {
    this.#when(this.#typesOf, slot, type, (each) => {
      for (const declared of this.#held[type] ?? []) this.#implement(declared, each);
    });
    this.#when(this.#typedBy, type, slot, (each) => {
      for (const value of this.#held[slot] ?? []) this.#implement(each, value);
    });
  }

  #newSlot(): number {
    return this.#slots++;
  }

  #hold(slot: number, object: number): void {
    if (slot === none || object === none) return;
    const held = this.#held[slot];
    if (!held) this.#held[slot] = [object];
    else if (held.includes(object) || held.length >= mostHeld) return;
    else held.push(object);
    this.#pending.push(slot, object);
  }

  #flow(slot: number, object: number): void {
    for (const to of this.#copies[slot] ?? []) this.#hold(to, object);
    for (const [to, name] of this.#loads[slot] ?? []) this.#copy(to, this.#lookUp(object, name));
    for (const [name, from] of this.#stores[slot] ?? []) this.#copy(this.#member(object, name), from);
    for (const id of this.#calledAt[slot] ?? []) this.#enter(id, object);
    for (const to of this.#instances[slot] ?? []) this.#hold(to, this.#instanceOf(object));
    for (const child of this.#subclasses[slot] ?? []) this.#implement(object, child);
    for (const to of this.#passes[slot] ?? []) this.#pass(to, object);
    const solved = this.#objects[object];
    if (solved?.kind === "type")
      for (const value of this.#typedBy[slot] ?? [])
        for (const each of this.#held[value] ?? []) this.#implement(object, each);
    else
      for (const type of this.#typesOf[slot] ?? [])
        for (const each of this.#held[type] ?? []) this.#implement(each, object);
  }

  /** What implements an interface, or extends a class, stands where it is asked for. */
  #implement(type: number, object: number): void {
    const declared = this.#objects[type];
    const kind = this.#objects[object]?.kind;
    if (!declared || type === object || (kind !== "object" && kind !== "instance")) return;
    if (declared.kind !== "type" && declared.kind !== "instance") return;
    this.#hold(this.#implementersOf(declared), object);
  }

  #implementersOf(declared: SolvedObject): number {
    if (declared.implementers === none) {
      declared.implementers = this.#newSlot();
      for (const name of declared.linked) this.#load(declared.members.get(name) ?? none, declared.implementers, name);
    }
    return declared.implementers;
  }

  #instanceOf(object: number): number {
    const { client, instance = none } = this.#objects[object] ?? {};
    return client ? this.#client(client.name, []) : instance;
  }

  /** A function comes out as it went in, and of a class an instance. */
  #pass(to: number, object: number): void {
    const kind = this.#objects[object]?.kind;
    if (kind === "function") this.#hold(to, object);
    if (kind === "class") this.#hold(to, this.#instanceOf(object));
  }

  /** @returns the slot of a member as it is written, without what it has from others. */
  #member(object: number, name: string): number {
    const solved = this.#objects[object];
    if (!solved || solved.client) return none;
    let slot = solved.members.get(name);
    if (slot === undefined) {
      solved.members.set(name, (slot = this.#newSlot()));
      if (name === anyMember) for (const each of solved.linked) this.#copy(solved.members.get(each) ?? none, slot);
      this.#copy(solved.all, slot);
    }
    return slot;
  }

  /** @returns the slot of a member with all that it may be: its own value, and those of what the object extends. */
  #lookUp(object: number, name: string): number {
    const solved = this.#objects[object];
    if (!solved) return none;
    if (solved.client) return this.#clientMember(solved.client, name);
    if (name === anyMember) return this.#allMembers(object, solved);
    if (name === "prototype" && solved.instance !== none) return this.#holding(solved, solved.instance);
    const slot = this.#member(object, name);
    if (solved.linked.has(name)) return slot;
    solved.linked.add(name);
    for (const other of solved.others) this.#load(slot, other, name);
    if (solved.implementers !== none) this.#load(slot, solved.implementers, name);
    if (name === "default") this.#copy(slot, solved.whole);
    this.#copy(slot, solved.members.get(anyMember) ?? none);
    return slot;
  }

  /** @returns the slot of what a literal has under any name. What is read so is not written to the others. */
  #allMembers(object: number, solved: SolvedObject): number {
    if (solved.kind !== "object") return this.#member(object, anyMember);
    if (solved.all === none) {
      solved.all = this.#newSlot();
      for (const member of solved.members.values()) this.#copy(solved.all, member);
      for (const other of solved.others) this.#load(solved.all, other, anyMember);
    }
    return solved.all;
  }

  #holding(owner: SolvedObject, object: number): number {
    let slot = owner.members.get("prototype");
    if (slot === undefined) {
      owner.members.set("prototype", (slot = this.#newSlot()));
      this.#hold(slot, object);
    }
    return slot;
  }

  #clientMember({ name, members }: ClientOrigin, member: string): number {
    if (member === anyMember || members.length >= mostMembers) return none;
    const object = this.#client(name, [...members, member]);
    const client = this.#objects[object];
    if (!client) return none;
    if (client.whole === none) {
      client.whole = this.#newSlot();
      this.#hold(client.whole, object);
    }
    return client.whole;
  }

  #client(name: string, members: readonly string[]): number {
    const key = [name, ...members].join(" ");
    let object = this.#clients.get(key);
    if (object === undefined) {
      object = this.#objects.push({ ...noObject(), kind: "object", client: { name, members } }) - 1;
      this.#clients.set(key, object);
    }
    return object;
  }

  #enter(id: number, object: number): void {
    const call = this.calls[id];
    const callee = this.#objects[object];
    if (!call || !callee || call.entered.includes(object)) return;
    call.entered.push(object);
    if (callee.client) this.#enterClient(call, callee.client);
    else if (callee.kind === "signature") this.#copy(call.result, callee.members.get("()") ?? none);
    else if (callee.kind === "class") {
      if (!call.through) this.#construct(call, callee);
    } else if (callee.code !== none) this.#enterFunction(call, callee);
  }

  #enterClient(call: SolvedCall, client: ClientOrigin): void {
    const role = call.isNew ? "makes" : roleOf(client.name, client.members);
    if (call.role !== "sends") {
      call.role = role;
      call.client = client;
    }
    if (role === "makes") this.#hold(call.result, this.#client(client.name, []));
  }

  #construct(call: SolvedCall, { instance }: SolvedObject): void {
    this.#hold(call.result, instance);
    const self = this.#newSlot();
    this.#hold(self, instance);
    this.#call({
      ...call,
      callee: this.#lookUp(instance, "constructor"),
      self,
      result: none,
      isNew: false,
      through: call,
      entered: [],
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
      const list = this.#objects.push({ ...noObject(), kind: "array", members }) - 1;
      this.#hold(target.params.at(-1) ?? none, list);
    }
    return target.rest;
  }
}

/** Of a longer list of copies only the last one is compared: a copy that is made twice costs less than the search. */
const mostCompared = 32;

/** A slot that holds more is a place through which all of the project goes: a store, an event bus. */
const mostHeld = 12;

/** Members of members of a client: `octokit.rest.repos.get.endpoint`. */
const mostMembers = 6;

export interface Added {
  readonly module: number;
  readonly firstFunction: number;
  readonly slotOf: (local: number) => number;
}

export interface SolvedFunction {
  readonly fact: FunctionFact;
  readonly fileName: string;
  readonly parent: number;
  readonly params: readonly number[];
  readonly result: number;
  readonly self: number;
  readonly isSeed: boolean;
  rest: number | undefined;
}

export interface SolvedCall {
  readonly fact: CallFact;
  readonly within: number;
  readonly callee: number;
  readonly self: number;
  readonly args: readonly number[];
  readonly given: readonly number[];
  readonly result: number;
  readonly isNew: boolean;
  /** The functions that it may run. */
  readonly callees: number[];
  /** What it does with a client, if it calls one. */
  role: Role | undefined;
  client: ClientOrigin | undefined;
  /** The call of a class of which this one runs the constructor. */
  readonly through: SolvedCall | undefined;
  /** The objects that it has called. */
  readonly entered: number[];
  passes: boolean;
}

export interface ClientOrigin {
  readonly name: string;
  readonly members: readonly string[];
}

interface SolvedObject {
  readonly kind: ObjectKind;
  readonly members: Map<string, number>;
  readonly others: readonly number[];
  readonly code: number;
  readonly instance: number;
  whole: number;
  /** The slot of what it has under any name. */
  all: number;
  /** The members that are connected with those of `others`. */
  readonly linked: Set<string>;
  /** The slot of what implements an interface or extends a class. */
  implementers: number;
  readonly client: ClientOrigin | undefined;
}

function noObject(): Omit<SolvedObject, "kind"> {
  return {
    members: new Map(),
    others: [],
    code: none,
    instance: none,
    whole: none,
    all: none,
    linked: new Set(),
    implementers: none,
    client: undefined,
  };
}
