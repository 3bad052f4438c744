import type { SolvedCall, SolvedPoint } from "../flow/solved";
import type { Solver } from "../flow/solver";
import { none } from "../index/facts";
import { Changeable } from "./changeable";
import { type Changes, noChanges, Origins } from "./changes";
import { isInner, neverReturning, passing } from "./functions";
import type { NeedInput } from "./looked-at";
import { isJump, mayBeRequest, spotOf, Spots } from "./spots";
import { Depth, isData, NeededValues } from "./values";

/** What requests are made of, of all that a project computes. Places are told by function, as offsets at which code ends. */
export interface Needed {
  /** Calls, changes and jumps that are needed. */
  readonly spots: ReadonlyMap<number, readonly number[]>;
  /** Calls whose results are needed, texts or numbers at most, and which lead to requests of which the caller supplies nothing. */
  readonly results: ReadonlyMap<number, readonly number[]>;
  /** Calls that give an object or function which is needed. */
  readonly giving: ReadonlyMap<number, readonly number[]>;
  /** Functions that change dependencies of other functions' requests. */
  readonly changing: ReadonlyMap<number, Changes>;
  /** Functions that send, also by way of unknown code which calls its arguments. */
  readonly sending: ReadonlySet<number>;
}

/**
 * Finds the dependencies of requests, backwards from the arguments of the calls that send: variables, members, results, and the code that gives
 * them their values or decides whether it runs.
 *
 * @returns nothing where that takes too many rounds: then all has to be taken for needed.
 */
export function findNeeded(solver: Solver, input: NeedInput): Needed | undefined {
  return new Slice(solver, input).run();
}

/** Each round looks at all calls that are not needed so far. Code that people wrote takes ten. */
const mostRounds = 60;

/** Methods of the language and of pages that change no dependency of a request. */
const reads =
  /^(?:has|includes|indexOf|map|filter|some|every|find\w*|keys|values|entries|get|getAll|forEach|slice|concat|join|split|trim\w*|to[A-Z]\w*|startsWith|endsWith|replace|replaceAll|match|matchAll|test|exec|isArray|stringify|parse|then|catch|finally|at|flat|flatMap|reduce|reduceRight|log|warn|error|info|debug|trace|addEventListener|removeEventListener|preventDefault|stopPropagation|querySelector\w*|getItem|clone|json|text|blob|arrayBuffer)$/u;

class Slice {
  readonly #solver: Solver;
  readonly #leading: ReadonlySet<number>;
  readonly #input: NeedInput;
  readonly #values: NeededValues;
  readonly #spots: Spots;
  readonly #changeable: Changeable;
  readonly #origins: Origins;
  readonly #neverReturning: ReadonlySet<number>;
  readonly #passing: ReadonlySet<number>;
  readonly #sending = new Set<number>();
  readonly #changing = new Map<number, Changes>();
  /** Slots of the results of unknown code whose arguments are functions which lead to a request: it may call them. */
  readonly #runners = new Set<number>();
  readonly #calls = new Set<SolvedCall>();
  /** Of the needed calls, those that are needed for what they do. */
  readonly #acting = new Set<SolvedCall>();
  #changes = 0;

  constructor(solver: Solver, input: NeedInput) {
    const { leading } = input;
    this.#solver = solver;
    this.#leading = leading;
    this.#input = input;
    this.#values = new NeededValues(solver, (call) => {
      this.#needCall(call);
    });
    this.#spots = new Spots(solver.backwards.branches, (condition) => {
      this.#values.needValue(condition);
    });
    this.#changeable = new Changeable(solver, this.#values);
    this.#origins = new Origins(solver, this.#values.byResult);
    this.#neverReturning = neverReturning(solver);
    this.#passing = passing(solver, leading);
  }

  run(): Needed | undefined {
    const { backwards } = this.#solver;
    const calls = this.#reached(this.#solver.calls);
    const declared = this.#reached(backwards.declared);
    const points = this.#reached(backwards.points);
    for (const call of calls) if (call.role !== undefined || mayBeRequest(call)) this.#needSending(call);
    for (const each of declared) {
      if (!this.#input.isDeclaring(each.within)) continue;
      this.#values.need(each.slot, Depth.whole);
      this.#spots.add(each);
      this.#sending.add(each.within);
    }
    let changes: readonly SolvedPoint[] = points.filter((each) => !isJump(each));
    const jumps = points.filter(isJump);
    let waiting: readonly SolvedCall[] = calls;
    for (let before = -1, round = 0; before !== this.#size; round += 1) {
      if (round > mostRounds) return undefined;
      before = this.#size;
      this.#values.follow();
      changes = changes.filter((each) => !this.#tryChange(each));
      waiting = waiting.filter((each) => !this.#tryCall(each) || each.callees.length > 0);
      for (const each of jumps) if (this.#isLive(each.within)) this.#spots.add(each);
    }
    return {
      spots: this.#spots.all,
      results: this.#endsOf((call) => this.#isDataOnly(call)),
      giving: this.#endsOf(({ result }) => this.#values.isNeeded(result) && this.#solver.holdsAny(result)),
      changing: this.#changing,
      sending: this.#sending,
    };
  }

  #reached<T extends { readonly within: number }>(all: readonly T[]): readonly T[] {
    return all.filter(({ within }) => this.#input.isReached(within));
  }

  get #size(): number {
    return this.#calls.size + this.#changes + this.#spots.count;
  }

  #endsOf(isMeant: (call: SolvedCall) => boolean): ReadonlyMap<number, readonly number[]> {
    const found = new Map<number, number[]>();
    for (const call of this.#calls) {
      if (!isMeant(call)) continue;
      const ends = found.get(call.within);
      if (ends) ends.push(call.fact.end);
      else found.set(call.within, [call.fact.end]);
    }
    return found;
  }

  #isDataOnly(call: SolvedCall): boolean {
    const { callees, role, result } = call;
    const leads =
      callees.length > 0 && callees.every((each) => this.#leading.has(each) && this.#input.isLookedAt(each));
    return leads && role === undefined && !this.#acting.has(call) && !this.#solver.holdsAny(result);
  }

  /** Code leaves functions and loops early where something in them is needed. */
  #isLive(code: number): boolean {
    return this.#spots.has(code) || this.#values.isNeeded(this.#solver.functions[code]?.result ?? none);
  }

  #needSending(call: SolvedCall): void {
    this.#sending.add(call.within);
    this.#needCall(call);
  }

  #needCall(call: SolvedCall): void {
    if (this.#calls.has(call)) return;
    this.#calls.add(call);
    for (let outer: SolvedCall | undefined = call; outer; outer = outer.through) this.#spots.add(spotOf(outer));
    const { callee, self, callees, role, given } = call;
    this.#values.need(callee, Depth.itself);
    const isKnown = callees.length > 0 && role === undefined;
    const isObject = this.#solver.objectsIn(self).some((id) => !isData(this.#solver.object(id)));
    this.#values.need(self, isKnown || isObject ? Depth.itself : Depth.whole);
    if (isKnown && !call.isByName) return;
    this.#needArguments(call, role !== undefined || call.isByName || this.#changeable.isPart(self));
    if (role !== undefined) this.#values.give(call.result);
    if (this.#functionsIn(given).some((each) => this.#leading.has(each))) this.#followRunner(call.result);
  }

  #needArguments({ args }: SolvedCall, isSent: boolean): void {
    for (const arg of args) {
      this.#values.need(arg, isSent ? Depth.sent : Depth.whole);
      for (const code of this.#solver.functionsIn(arg)) this.#values.needFunction(code, isSent);
    }
  }

  #functionsIn(slots: readonly number[]): readonly number[] {
    return slots.flatMap((slot) => this.#solver.functionsIn(slot));
  }

  #followRunner(slot: number): void {
    const waiting = [slot];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      if (next === none || this.#runners.has(next)) continue;
      this.#runners.add(next);
      this.#changes += 1;
      waiting.push(...this.#solver.copies.of(next), ...this.#solver.loads.of(next).map(([to]) => to));
    }
  }

  /** @returns whether a change, or a wait, is needed. */
  #tryChange(point: SolvedPoint): boolean {
    const { slot, name, awaited, owner, from, within, isOuter } = point;
    const isMember = name !== "";
    const isNeeded = isMember
      ? this.#changeable.byStore(point)
      : this.#values.isNeeded(slot) || this.#values.isGiven(awaited);
    if (!isNeeded) return false;
    this.#spots.add(point);
    this.#values.need(from, Depth.whole);
    this.#values.need(owner, Depth.itself);
    if (isMember) this.#noteChange(owner, within);
    else if (isOuter) this.#changesOf(within).outer = true;
    return true;
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

  /** @returns whether a call is needed. */
  #tryCall(call: SolvedCall): boolean {
    if (this.#changesThrough(call) || (!this.#acting.has(call) && this.#acts(call))) this.#acting.add(call);
    if (this.#calls.has(call)) return true;
    if (!this.#acting.has(call)) return false;
    this.#needCall(call);
    return true;
  }

  /** Whether a call is needed for what it does. */
  #acts(call: SolvedCall): boolean {
    const { callees, within } = call;
    if (callees.some((each) => this.#neverReturning.has(each)) && this.#isLive(within)) return true;
    if (callees.some((each) => this.#leading.has(each) && this.#supplies(call, each))) return true;
    if (callees.some((each) => this.#passing.has(each))) {
      this.#sending.add(within);
      return true;
    }
    if (this.#functionsIn(call.given).some((each) => this.#leading.has(each) || this.#changing.get(each)?.outer)) {
      this.#needGiving(call);
      return false;
    }
    return callees.length === 0 && this.#actsUnknown(call);
  }

  /** A call is needed if one of its arguments is a function which leads to a request: the other arguments are not, for that alone. */
  #needGiving(call: SolvedCall): void {
    if (call.callees.length === 0) this.#followRunner(call.result);
    this.#spots.add(spotOf(call));
    this.#values.need(call.callee, Depth.itself);
    this.#values.need(call.self, Depth.itself);
  }

  /** Whether a call of unknown code may send, or change what is needed. */
  #actsUnknown(call: SolvedCall): boolean {
    const { callee, self, args, result, within, fact } = call;
    if (fact.isTag) return false;
    if (this.#solver.functions[within]?.isSeed === true) return true;
    if (this.#runners.has(callee) || this.#runners.has(self)) {
      this.#followRunner(result);
      this.#sending.add(within);
      return true;
    }
    // What methods of a client's request give is often that request.
    if (this.#values.isGiven(self) || this.#values.isGiven(callee)) this.#values.give(result);
    if (reads.test(fact.member ?? "")) return false;
    const changed = args.filter((slot) => this.#changeable.byGiving(slot));
    if (this.#changeable.byMethod(call)) changed.push(self);
    else if (this.#changeable.isPart(callee)) changed.push(callee);
    for (const slot of changed) this.#noteChange(slot, within);
    return changed.length > 0;
  }

  /** Whether a call changes what is needed by what its callees do; notes that the caller does too. */
  #changesThrough({ callees, args, self, within }: SolvedCall): boolean {
    let isNeeded = false;
    const change = (slot: number): void => {
      if (!this.#changeable.byGiving(slot)) return;
      isNeeded = true;
      this.#noteChange(slot, within);
    };
    for (const callee of callees) {
      const changes = this.#changing.get(callee);
      for (const index of changes?.params ?? []) change(args[index] ?? none);
      if (changes?.self) change(self);
      if (!changes?.outer) continue;
      isNeeded = true;
      const own = this.#changesOf(within);
      if (!own.outer) this.#changes += 1;
      own.outer = true;
    }
    return isNeeded;
  }

  /** Whether a caller supplies something of the requests of a function. */
  #supplies({ args, self }: SolvedCall, callee: number): boolean {
    const target = this.#solver.functions[callee];
    if (!target || target.fact.hasRest || !this.#input.isLookedAt(callee) || isInner(this.#solver.functions, target))
      return true;
    if (self !== none && this.#values.isNeeded(target.self)) return true;
    return target.params.some((slot, index) => index < args.length && this.#values.isNeeded(slot));
  }
}
