import { anyMember, none } from "../index/facts";
import { type ClientOrigin, noObject, type SolvedObject } from "./solved";

/** What the objects do to the flows between slots. */
export interface Flows {
  newSlot(): number;
  copy(to: number, from: number): void;
  load(to: number, from: number, name: string): void;
  hold(slot: number, object: number): void;
}

/** The objects of a project, and the slots of their members. */
export class Objects {
  readonly #list: SolvedObject[] = [];
  readonly #clients = new Map<string, number>();
  readonly #flows: Flows;

  constructor(flows: Flows) {
    this.#flows = flows;
  }

  get count(): number {
    return this.#list.length;
  }

  at(object: number): SolvedObject | undefined {
    return this.#list[object];
  }

  /** @returns the number of a new object. */
  add(object: SolvedObject): number {
    return this.#list.push(object) - 1;
  }

  implementersOf(declared: SolvedObject): number {
    if (declared.implementers === none) {
      declared.implementers = this.#flows.newSlot();
      for (const name of declared.linked)
        this.#flows.load(declared.members.get(name) ?? none, declared.implementers, name);
    }
    return declared.implementers;
  }

  instanceOf(object: number): number {
    const { client, instance = none } = this.#list[object] ?? {};
    return client ? this.client(client.name, []) : instance;
  }

  /** @returns the slot of a member as it is written, without what it has from others. */
  member(object: number, name: string): number {
    const solved = this.#list[object];
    if (!solved || solved.client) return none;
    let slot = solved.members.get(name);
    if (slot === undefined) {
      solved.members.set(name, (slot = this.#flows.newSlot()));
      if (name === anyMember)
        for (const each of solved.linked)
          if (hasElement(solved, each)) this.#flows.copy(solved.members.get(each) ?? none, slot);
      this.#flows.copy(solved.all, slot);
    }
    return slot;
  }

  /** @returns the slot of a member with all that it may be: its own value, and those of what the object extends. */
  lookUp(object: number, name: string): number {
    const solved = this.#list[object];
    if (!solved) return none;
    if (solved.client) return this.#clientMember(solved.client, name);
    if (name === anyMember) return this.#allMembers(object, solved);
    if (name === "prototype" && solved.instance !== none) return this.#holding(solved, solved.instance);
    const slot = this.member(object, name);
    if (solved.linked.has(name)) return slot;
    solved.linked.add(name);
    for (const other of solved.others) this.#flows.load(slot, other, name);
    if (solved.implementers !== none) this.#flows.load(slot, solved.implementers, name);
    if (name === "default") this.#flows.copy(slot, solved.whole);
    if (hasElement(solved, name)) this.#flows.copy(slot, solved.members.get(anyMember) ?? none);
    return slot;
  }

  /** @returns the slot of what a literal has under any name. What is read so is not written to the others. */
  #allMembers(object: number, solved: SolvedObject): number {
    if (solved.kind !== "object") return this.member(object, anyMember);
    if (solved.all === none) {
      solved.all = this.#flows.newSlot();
      for (const member of solved.members.values()) this.#flows.copy(solved.all, member);
      for (const other of solved.others) this.#flows.load(solved.all, other, anyMember);
    }
    return solved.all;
  }

  #holding(owner: SolvedObject, object: number): number {
    let slot = owner.members.get("prototype");
    if (slot === undefined) {
      owner.members.set("prototype", (slot = this.#flows.newSlot()));
      this.#flows.hold(slot, object);
    }
    return slot;
  }

  #clientMember({ name, members }: ClientOrigin, member: string): number {
    if (member === anyMember || members.length >= mostMembers) return none;
    const object = this.client(name, [...members, member]);
    const client = this.#list[object];
    if (!client) return none;
    if (client.whole === none) {
      client.whole = this.#flows.newSlot();
      this.#flows.hold(client.whole, object);
    }
    return client.whole;
  }

  client(name: string, members: readonly string[]): number {
    const key = [name, ...members].join(" ");
    let object = this.#clients.get(key);
    if (object === undefined) {
      object = this.#list.push({ ...noObject(), kind: "object", client: { name, members } }) - 1;
      this.#clients.set(key, object);
    }
    return object;
  }
}

/** Whether a member may be what was stored under a name that is not known. The elements of a list are no members that have a word for a name. */
function hasElement({ kind }: SolvedObject, name: string): boolean {
  return kind !== "array" || /^\d+$/u.test(name);
}

/** Members of members of a client: `octokit.rest.repos.get.endpoint`. */
const mostMembers = 6;
