import { anyMember, none } from "../index/facts";
import { type Changes, noChanges, Origins } from "./changes";
import type { SolvedCall, SolvedFunction, SolvedObject, SolvedPoint } from "../flow/solved";
import type { Solver } from "../flow/solver";

/** What a request is made of, of all that a project computes. */
export interface Needed {
  /** By function: where in its file the calls and changes end that are needed, those of functions within it apart. */
  readonly spots: ReadonlyMap<number, readonly number[]>;
  /** Functions that change what requests of other functions are made of. */
  readonly changing: ReadonlyMap<number, Changes>;
  /** By function: where the calls end whose results are needed, and which lead to requests of which the caller supplies nothing: those are told where they stand. */
  readonly results: ReadonlyMap<number, readonly number[]>;
  /** By function: where the calls end that give an object or function which is needed. */
  readonly giving: ReadonlyMap<number, readonly number[]>;
  /** Functions that lead to a request by way of code that is not known: it calls the functions that it was given. */
  readonly sending: ReadonlySet<number>;
}

/** A slot of which it is needed which object it holds, and one of which all is needed that its objects hold. */
const enum Depth {
  none,
  itself,
  whole,
  /** All is needed that stands in a request: of an instance also what its class keeps. */
  sent,
}

/**
 * Finds what requests are made of, backwards from the arguments of the calls that send: variables, members, results, and the code that gives
 * them their values or decides whether it runs.
 *
 * @param leading the functions that lead to a request.
 */
export function findNeeded(solver: Solver, leading: ReadonlySet<number>): Needed {
  return new Slice(solver, leading).run();
}

class Slice {
  readonly #solver: Solver;
  readonly #leading: ReadonlySet<number>;
  readonly #depths: Uint8Array;
  readonly #waiting: number[] = [];
  readonly #wholes = new Set<number>();
  readonly #spots = new Map<number, Set<number>>();
  readonly #sending = new Set<number>();
  readonly #changing = new Map<number, Changes>();
  #changes = 0;
  readonly #origins: Origins;
  readonly #branches = new Set<number>();
  /** Slots of what clients have given. */
  readonly #given = new Set<number>();
  /** Functions that call one which leads to a request, and which came in as an argument of the code around them. */
  readonly #passing = new Set<number>();
  /** Slots of what unknown code has given that was given functions which lead to a request: it may call them. */
  readonly #runners = new Set<number>();
  readonly #neededCalls = new Set<SolvedCall>();
  /** Of those, the ones that are needed for what they do. */
  readonly #acting = new Set<SolvedCall>();
  readonly #byResult = new Map<number, SolvedCall[]>();
  readonly #neverReturning: ReadonlySet<number>;

  constructor(solver: Solver, leading: ReadonlySet<number>) {
    this.#solver = solver;
    this.#leading = leading;
    this.#depths = new Uint8Array(solver.slots);
    for (const call of solver.calls) {
      if (call.result === none) continue;
      const known = this.#byResult.get(call.result);
      if (known) known.push(call);
      else this.#byResult.set(call.result, [call]);
    }
    this.#origins = new Origins(solver, this.#byResult);
    this.#neverReturning = neverReturning(solver);
  }

  run(): Needed {
    const { functions } = this.#solver;
    for (const { within, callees } of this.#solver.calls) {
      const code = functions[within];
      if (code && isInner(functions, code) && !this.#leading.has(within) && callees.some((each) => this.#leading.has(each)))
        this.#passing.add(within);
    }
    for (const call of this.#solver.calls)
      if (call.role !== undefined || call.fact.isRequestLike) {
        this.#sending.add(call.within);
        this.#needCall(call);
      }
    for (const { slot, within, end, branch } of this.#solver.declared) {
      this.#need(slot, Depth.whole);
      this.#needSpot(within, end, branch);
      this.#changesOf(within).outer = true;
    }
    let points: readonly SolvedPoint[] = this.#solver.points.filter((each) => !isJump(each));
    let calls: readonly SolvedCall[] = this.#solver.calls;
    for (let before = -1; before !== this.#size;) {
      before = this.#size;
      this.#follow();
      points = points.filter((each) => !this.#tryPoint(each));
      calls = calls.filter((each) => !this.#tryCall(each) || each.callees.length > 0);
      this.#needJumps();
    }
    return {
      spots: new Map([...this.#spots].map(([code, ends]) => [code, [...ends].sort((a, b) => a - b)])),
      results: this.#endsOf((call) => this.#isDataOnly(call)),
      giving: this.#endsOf(({ result }) => this.#isNeeded(result) && this.#solver.holdsAny(result)),
      changing: this.#changing,
      sending: this.#sending,
    };
  }

  /** Whether a call leads to requests of which it supplies nothing, and gives a text or number at most. */
  #isDataOnly(call: SolvedCall): boolean {
    const { callees, role, result } = call;
    const leads = callees.length > 0 && callees.every((each) => this.#leading.has(each));
    return leads && role === undefined && !this.#acting.has(call) && !this.#solver.holdsAny(result);
  }

  #endsOf(isMeant: (call: SolvedCall) => boolean): ReadonlyMap<number, readonly number[]> {
    const found = new Map<number, number[]>();
    for (const call of this.#neededCalls) {
      if (!isMeant(call)) continue;
      const ends = found.get(call.within);
      if (ends) ends.push(call.fact.end);
      else found.set(call.within, [call.fact.end]);
    }
    return found;
  }

  get #size(): number {
    return this.#neededCalls.size + this.#changes + this.#spotCount + this.#branches.size;
  }

  #spotCount = 0;

  #need(slot: number, depth: Depth): void {
    if (slot === none || (this.#depths[slot] ?? Depth.none) >= depth) return;
    this.#depths[slot] = depth;
    this.#waiting.push(slot);
  }

  #follow(): void {
    const { copied, loaded, used } = this.#solver;
    for (let slot = this.#waiting.pop(); slot !== undefined; slot = this.#waiting.pop()) {
      const depth = this.#depths[slot] ?? Depth.none;
      for (const from of copied.of(slot)) this.#need(from, depth);
      for (const from of loaded.of(slot)) this.#need(from, this.#solver.holdsAny(from) ? Depth.itself : depth);
      for (const from of used.of(slot)) this.#needValue(from);
      for (const call of this.#byResult.get(slot) ?? []) this.#needCall(call);
      if (depth >= Depth.whole) for (const object of this.#solver.objectsIn(slot)) this.#needWhole(object, depth);
    }
  }

  /** All that an object holds is needed. */
  #needWhole(id: number, depth: Depth): void {
    const object = this.#solver.object(id);
    if (this.#wholes.has(id) || !object || object.client) return;
    const isInstance = depth === Depth.sent && object.kind === "instance";
    if (!isData(object) && object.kind !== "function" && !isInstance) return;
    this.#wholes.add(id);
    for (const member of object.members.values()) this.#need(member, depth);
    for (const other of object.others) this.#need(other, depth);
    this.#needFunction(object.code, depth === Depth.sent);
  }

  /** Unknown code calls a function: all that it makes of its arguments is needed. */
  #needFunction(code: number, ofClient: boolean): void {
    const target = this.#solver.functions[code];
    if (!target) return;
    this.#need(target.result, Depth.whole);
    for (const param of target.params) {
      this.#need(param, Depth.whole);
      if (ofClient) this.#followResult(param);
    }
  }

  /** A text or number is needed; of an object, only which one it is. */
  #needValue(slot: number): void {
    this.#need(slot, this.#solver.holdsAny(slot) ? Depth.itself : Depth.whole);
  }

  #needCall(call: SolvedCall): void {
    if (this.#neededCalls.has(call)) return;
    this.#neededCalls.add(call);
    for (let outer: SolvedCall | undefined = call; outer; outer = outer.through) this.#needSpot(outer.within, outer.fact.end, outer.branch);
    this.#need(call.callee, Depth.itself);
    const isSent = call.role !== undefined || this.#isPart(call.self);
    const isKnown = call.callees.length > 0 && call.role === undefined;
    this.#need(call.self, isKnown || this.#solver.objectsIn(call.self).some((id) => !isData(this.#solver.object(id))) ? Depth.itself : Depth.whole);
    if (isKnown) return;
    for (const arg of call.args) {
      this.#need(arg, isSent ? Depth.sent : Depth.whole);
      for (const code of this.#solver.functionsIn(arg)) this.#needFunction(code, isSent);
    }
    if (call.role !== undefined) this.#followResult(call.result);
    if (call.given.some((slot) => this.#solver.functionsIn(slot).some((each) => this.#leading.has(each))))
      this.#followRunner(call.result);
  }

  /** Methods change what a client has given: `request.set(name, value)`. */
  #followResult(slot: number): void {
    const waiting = [slot];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      if (next === none || this.#given.has(next)) continue;
      this.#given.add(next);
      waiting.push(...this.#solver.copiesOf(next));
    }
  }

  #followRunner(slot: number): void {
    const waiting = [slot];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      if (next === none || this.#runners.has(next)) continue;
      this.#runners.add(next);
      this.#changes += 1;
      waiting.push(...this.#solver.copiesOf(next), ...this.#solver.loadsOf(next));
    }
  }

  #needSpot(within: number, end: number, branch: number): void {
    let ends = this.#spots.get(within);
    if (!ends) this.#spots.set(within, (ends = new Set()));
    if (ends.has(end)) return;
    ends.add(end);
    this.#spotCount += 1;
    for (let each = branch; each !== none && !this.#branches.has(each); each = this.#solver.branches[each]?.parent ?? none) {
      this.#branches.add(each);
      this.#needValue(this.#solver.branches[each]?.condition ?? none);
    }
  }

  /** A change is needed where what it changes is. @returns whether it is. */
  #tryPoint(point: SolvedPoint): boolean {
    const { slot, name, awaited } = point;
    const isNeeded = name === "" ? this.#isNeeded(slot) || this.#given.has(awaited) : this.#changesNeeded(point);
    if (!isNeeded) return false;
    this.#needSpot(point.within, point.end, point.branch);
    this.#need(point.from, Depth.whole);
    this.#need(point.owner, Depth.itself);
    if (point.name !== "") this.#noteChange(point.owner, point.within);
    else if (point.isOuter) this.#changesOf(point.within).outer = true;
    return true;
  }

  #isNeeded(slot: number): boolean {
    return slot !== none && (this.#depths[slot] ?? Depth.none) > Depth.none;
  }

  #changesNeeded({ owner, name }: SolvedPoint): boolean {
    const objects = this.#knownIn(owner);
    if (objects.length === 0) return this.#isNeeded(owner) || this.#isPart(owner);
    return objects.some((id) => {
      const object = this.#solver.object(id);
      if (!object) return false;
      if (object.client || this.#wholes.has(id)) return true;
      return this.#isNeeded(object.members.get(name) ?? none) || this.#isNeeded(object.members.get(anyMember) ?? none);
    });
  }

  #changesOf(code: number): Changes {
    let known = this.#changing.get(code);
    if (!known) this.#changing.set(code, (known = noChanges()));
    return known;
  }

  /** Notes that a function changes what a slot holds. */
  #noteChange(slot: number, code: number): void {
    const changes = this.#changing.get(code) ?? noChanges();
    if (!this.#origins.add(slot, code, changes)) return;
    this.#changing.set(code, changes);
    this.#changes += 1;
  }

  /** @returns whether a call is needed for what it does. */
  #tryCall(call: SolvedCall): boolean {
    if (this.#changesThrough(call) || (!this.#acting.has(call) && this.#doesNeeded(call))) this.#acting.add(call);
    if (this.#neededCalls.has(call)) return true;
    if (!this.#acting.has(call)) return false;
    this.#needCall(call);
    return true;
  }

  #doesNeeded(call: SolvedCall): boolean {
    const { callees, fact } = call;
    if (callees.some((each) => this.#neverReturning.has(each))) return true;
    if (callees.some((each) => this.#leading.has(each) && this.#supplies(call, each))) return true;
    if (callees.some((each) => this.#passing.has(each))) {
      this.#sending.add(call.within);
      return true;
    }
    const given = call.given.flatMap((slot) => this.#solver.functionsIn(slot));
    if (given.some((each) => this.#leading.has(each) || this.#changing.get(each)?.outer === true)) {
      if (callees.length === 0) this.#followRunner(call.result);
      this.#needSpot(call.within, fact.end, call.branch);
      this.#need(call.callee, Depth.itself);
      this.#need(call.self, Depth.itself);
      return false;
    }
    if (callees.length > 0) return false;
    if (this.#solver.functions[call.within]?.isSeed === true) return true;
    if (this.#runners.has(call.callee) || this.#runners.has(call.self)) {
      this.#followRunner(call.result);
      this.#sending.add(call.within);
      return true;
    }
    if (fact.isTag) return false;
    if (this.#isPart(call.self) || this.#isPart(call.callee)) this.#followGiven(call);
    if (reads.test(fact.member ?? "")) return false;
    const changed = call.args.filter((slot) => this.#mayChange(slot));
    if (this.#changesReceiver(call)) changed.push(call.self);
    else if (this.#isPart(call.callee)) changed.push(call.callee);
    if (changed.length === 0) return false;
    for (const slot of changed) this.#noteChange(slot, call.within);
    return true;
  }

  /** Whether unknown code that is given a slot's value may change what is needed. */
  #mayChange(slot: number): boolean {
    if (slot === none || this.#solver.primitives.has(slot)) return false;
    const objects = this.#knownIn(slot);
    if (objects.length === 0) return this.#isPart(slot) && this.#isBuilt(slot);
    return objects.some((id) => this.#wholes.has(id) || this.#hasNeededMember(id));
  }

  /** What methods of a client's request give is often that request: `request.set(name, value).send()`. */
  #followGiven({ self, callee, result }: SolvedCall): void {
    if (this.#given.has(self) || this.#given.has(callee)) this.#followResult(result);
  }

  /** Whether a method of something unknown, or of a list, may change what is needed of it. An object of the project has no such method. */
  #changesReceiver({ self, fact }: SolvedCall): boolean {
    if (self === none) return false;
    const objects = this.#knownIn(self);
    if (objects.length === 0) return this.#isPart(self) && !this.#isComputed(self);
    return changesList.test(fact.member ?? "") && objects.some((id) => this.#solver.object(id)?.kind === "array" && (this.#wholes.has(id) || this.#hasNeededMember(id)));
  }

  /** Whether a call changes what is needed by what its callees do; notes that the caller does too. */
  #changesThrough(call: SolvedCall): boolean {
    let isNeeded = false;
    const change = (slot: number): void => {
      if (!this.#mayChange(slot)) return;
      isNeeded = true;
      this.#noteChange(slot, call.within);
    };
    for (const callee of call.callees) {
      const changes = this.#changing.get(callee);
      if (!changes) continue;
      for (const index of changes.params) change(call.args[index] ?? none);
      if (changes.self) change(call.self);
      if (!changes.outer) continue;
      isNeeded = true;
      const own = this.#changesOf(call.within);
      if (!own.outer) this.#changes += 1;
      own.outer = true;
    }
    return isNeeded;
  }

  /** Whether all is needed of a value, or of the unknown one of which it is a part: `url.searchParams`. */
  #isPart(slot: number, steps = mostSteps): boolean {
    if (slot === none) return false;
    if ((this.#depths[slot] ?? Depth.none) >= Depth.whole || this.#given.has(slot)) return true;
    if (steps === 0) return false;
    const { copied, loaded } = this.#solver;
    return [...copied.of(slot), ...loaded.of(slot)].some(
      (from) => this.#knownIn(from).length === 0 && this.#isPart(from, steps - 1),
    );
  }

  /** @returns the objects that a slot holds, without those of which the type alone is known. */
  #knownIn(slot: number): readonly number[] {
    return this.#solver.objectsIn(slot).filter((id) => this.#solver.object(id)?.kind !== "type");
  }

  #hasNeededMember(id: number): boolean {
    const object = this.#solver.object(id);
    if (!object || object.client || object.kind === "type" || object.kind === "module") return false;
    return [...object.members.values()].some((slot) => this.#isNeeded(slot));
  }

  /** Whether a value is, or is part of, what the platform or a package makes with `new`, or a client has given: others can be changed by nobody, or are not known anyway. */
  #isBuilt(slot: number, steps = mostSteps): boolean {
    if (this.#given.has(slot)) return true;
    if (this.#byResult.get(slot)?.some(({ isNew }) => isNew) === true) return true;
    const { copied, loaded } = this.#solver;
    return steps > 0 && [...copied.of(slot), ...loaded.of(slot)].some((from) => this.#isBuilt(from, steps - 1));
  }

  /** Whether a value is computed from others, as a text or number is: it cannot be changed. */
  #isComputed(slot: number, steps = mostSteps): boolean {
    const { copied, loaded, used } = this.#solver;
    if (this.#byResult.has(slot) || loaded.of(slot).length > 0) return false;
    const from = copied.of(slot);
    if (from.length === 0) return used.of(slot).length > 0;
    return steps > 0 && from.length === 1 && this.#isComputed(from[0] ?? none, steps - 1);
  }

  /** Whether a caller supplies something of the requests of a function. */
  #supplies({ args, self }: SolvedCall, callee: number): boolean {
    const target = this.#solver.functions[callee];
    if (!target) return true;
    if (isInner(this.#solver.functions, target) || target.fact.hasRest) return true;
    if (self !== none && this.#isNeeded(target.self)) return true;
    return target.params.some((slot, index) => index < args.length && this.#isNeeded(slot));
  }

  /** Code leaves functions and loops early where something in them is needed. */
  #needJumps(): void {
    for (const point of this.#solver.points) {
      if (!isJump(point)) continue;
      const { within, end, branch } = point;
      const isLive = this.#spots.has(within) || this.#isNeeded(this.#solver.functions[within]?.result ?? none);
      if (isLive) this.#needSpot(within, end, branch);
    }
  }
}

const changesList = /^(?:push|pop|shift|unshift|splice|sort|reverse|fill|copyWithin|set|add|append|delete|clear)$/u;

/** Whether an object may be data as a whole: of a class or an interface only members are needed that are asked for. */
function isData(object: SolvedObject | undefined): boolean {
  return object?.kind === "object" || object?.kind === "array";
}

function isJump({ slot, name, awaited }: SolvedPoint): boolean {
  return slot === none && name === "" && awaited === none;
}

/** From a part to what it is a part of. */
const mostSteps = 4;

/** Methods of the language and of pages that change nothing of what a request is made of. */
const reads =
  /^(?:has|includes|indexOf|map|filter|some|every|find\w*|keys|values|entries|get|getAll|forEach|slice|concat|join|split|trim\w*|to[A-Z]\w*|startsWith|endsWith|replace|replaceAll|match|matchAll|test|exec|isArray|stringify|parse|then|catch|finally|at|flat|flatMap|reduce|reduceRight|log|warn|error|info|debug|trace|addEventListener|removeEventListener|preventDefault|stopPropagation|querySelector\w*|getItem|clone|json|text|blob|arrayBuffer)$/u;

/** A function within another one reads that one's variables, which are known there alone. */
function isInner(functions: readonly SolvedFunction[], { parent }: SolvedFunction): boolean {
  for (let each = parent; each !== none; each = functions[each]?.parent ?? none)
    if ((functions[each]?.result ?? none) !== none) return true;
  return false;
}

/** @returns the functions that end with `throw`, or with a call of one that does. */
function neverReturning({ functions, calls }: Solver): ReadonlySet<number> {
  const found = new Set<number>();
  for (const [id, { fact }] of functions.entries()) if (fact.lastCall === none) found.add(id);
  for (let before = -1; before !== found.size;) {
    before = found.size;
    for (const { within, fact, callees } of calls)
      if (functions[within]?.fact.lastCall === fact.end && callees.some((each) => found.has(each))) found.add(within);
  }
  return found;
}
