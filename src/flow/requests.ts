import type { FunctionCode } from "../code/declarations";
import type { ValueId } from "../code/graph";
import { dependsOnOuter, type Call } from "../code/values";
import { givenOf } from "../evaluate/calls/call-nodes";
import { type Called, calledBy } from "../evaluate/calls/handing-on";
import { guardHolds } from "../evaluate/conditions/conditions";
import type { Context, FunctionValue } from "../evaluate/domain";
import type { Given } from "../evaluate/evaluation";
import { limits } from "../evaluate/limits";
import type { Evaluator } from "../evaluate/evaluator";
import { functionUses } from "../evaluate/calls/function-uses";
import { callNative } from "../evaluate/calls/native-calls";
import { nodeAt, placeOf } from "../evaluate/places";
import type { SentDraft } from "../evaluate/calls/sends";
import type { ProjectFile } from "../project/project-file";
import type { Flow } from "./flow";
import { endsBefore } from "./ends-before";
import { isTestFile } from "./replaced/test-runner";
import { sendWaited } from "./waits";
import { Entering } from "./leads/entering";
import { AllNeeds, type Lead } from "./supply/needs";
import { dependsOfCall } from "./supply/supplied";
import { type Calling, functionIn, Supplies } from "./supply/supplies";
import type { CallSite, FunctionSite } from "../project/sites";

/** A request that a call sends, or leads to. */
export interface Row {
  /** The call chain, from the code's own call to that of the client, each call in its context. */
  readonly path: readonly Step[];
  readonly sent: SentDraft;
  /** What it depends on in the context of the first call's function: a mask like `depends` of a value. */
  readonly depends: number;
}

export interface Step {
  readonly file: ProjectFile;
  readonly call: ValueId;
  readonly context: Context;
}

/** Bound on the calls of one chain: real wrappers nest less deeply. */
const mostSteps = 12;
/**
 * The same bound for tests. Data that a test passes further is made up, and the application's own call reports the request. Longer chains of tests would take
 * most of the evaluation budget.
 */
const mostStepsOfTest = 4;
/** Bound on the requests of one call: a call that leads to more does many things, and the calls inside report them. */
const mostRows = 12;

/** Computes the rows of calls, through the functions that the calls enter. */
export class Requests {
  /**
   * Memo, by the number of calls that may still follow. Counts above {@link mostStepsOfTest} share an entry: outside tests, contexts are reached well before
   * the bound.
   */
  readonly #rows = Array.from({ length: mostStepsOfTest + 1 }, () => new Map<Context, Map<ValueId, readonly Row[]>>());
  readonly #entering: Entering;
  readonly #needs: AllNeeds;
  readonly #supplies: Supplies;
  readonly #leads = new Map<string, readonly Lead[]>();
  /** Functions on the current call chain, to cut recursion. */
  readonly #entered = new Set<FunctionCode>();

  constructor(
    readonly evaluator: Evaluator,
    readonly flow: Flow,
  ) {
    this.#entering = new Entering(evaluator);
    this.#needs = new AllNeeds(flow, (site) => this.leadsOf(site));
    this.#supplies = new Supplies(evaluator, this.#needs);
  }

  /** @returns the rows of a call, with an unknown caller of the enclosing function. */
  of({ file, call }: CallSite): readonly Row[] {
    const context = this.evaluator.contexts.symbolic(file, nodeAt(file, call).in);
    const run = (): readonly Row[] => {
      const rows = this.in(call, context, startOf(file));
      return rows.length > 0 ? rows : this.#byWays({ file, call });
    };
    return this.evaluator.question(file, limits.evaluationsOfQuestion, run, []);
  }

  /** @returns the request that an object literal declares for other code to send, as configured. */
  declared(file: ProjectFile, object: ValueId): readonly Row[] {
    const { ts, library } = this.evaluator.surroundings;
    const node = nodeAt(file, object);
    const literal = file.nodeOf(object);
    const native = ts.isObjectLiteralExpression(literal) ? library.declared?.(literal) : undefined;
    if (!native) return [];
    const context = this.evaluator.contexts.symbolic(file, node.in);
    const site = { call: object, context };
    const given = { more: false, self: undefined, place: placeOf(node, context), site, isOneOfSeveral: false };
    const run = (): readonly Row[] => {
      callNative(this.evaluator, native, { ...given, arguments: [this.evaluator.valueOf(object, context)] }, "call");
      const step: Step = { file, call: object, context };
      return this.evaluator.sends.of(object, context).map((sent) => ({ path: [step], sent, depends: node.depends }));
    };
    return this.evaluator.question(file, limits.evaluationsOfQuestion, run, []);
  }

  /** @returns the rows of a call whose callee is handed in by callers: one context for each way, and only what the call itself supplies. */
  #byWays({ file, call }: CallSite): readonly Row[] {
    const { in: owner } = nodeAt(file, call);
    const contexts = new Set(this.flow.waysOf({ file, call }).map((way) => this.#entering.byWay(owner, way)));
    const rows = [...contexts].flatMap((context) => (context ? this.in(call, context, startOf(file), true) : []));
    return rows.length > mostRows ? [] : rows;
  }

  /**
   * @param depth the number of calls before this one in the chain: see {@link mostSteps}.
   * @param isHandedIn whether the callee is known by the caller of the enclosing function.
   * @returns the rows of a call in a context.
   */
  in(call: ValueId, context: Context, depth: number, isHandedIn = false): readonly Row[] {
    const node = nodeAt(context.file, call);
    if (node.kind !== "call" || depth > mostSteps) return [];
    const projected = this.evaluator.contexts.project(context, node.depends);
    const calls = isHandedIn ? new Map<ValueId, readonly Row[]>() : this.#rowsIn(projected, depth);
    // An unreachable call sends nothing. Whether it is reachable depends on more of the context than the rows do, so that is not memoised.
    const isNever = (): boolean =>
      guardHolds(this.evaluator, node.guard, context) === false || endsBefore(this.evaluator, call, context);
    const known = calls.get(call);
    if (known) return known.length > 0 && isNever() ? [] : known;
    calls.set(call, []);
    try {
      // All arguments are evaluated: guards and callees inside may depend on arguments that the requests do not contain.
      const given = (): Given => givenOf(this.evaluator, node, call, projected);
      const named = calledBy(this.evaluator, this.evaluator.valueOf(node.callee, projected), given);
      const callees = [...named, ...this.#runBy(named, call, projected)];
      const isDirect = callees.some(({ option }) => option.kind !== "function") || this.#begins(call, context);
      const calling: Calling = { node, call, context: projected, isHandedIn };
      const leading = callees.map((called) => ({ called, leads: this.#leadsThrough(called, calling) }));
      if (!isDirect && leading.every(({ leads }) => leads.length === 0)) return [];
      if (isNever()) {
        calls.delete(call);
        return [];
      }
      const direct = isDirect ? this.#direct(node, call, projected, depth) : [];
      const through = leading.flatMap((each) => this.#through(each, calling, depth));
      const rows = through.length > mostRows ? direct : [...direct, ...through];
      calls.set(call, rows);
      return rows;
    } catch (error) {
      // An interrupted query is repeated.
      calls.delete(call);
      throw error;
    }
  }

  #rowsIn(context: Context, depth: number): Map<ValueId, readonly Row[]> {
    const all = this.#rows[Math.min(mostSteps - depth, mostStepsOfTest)];
    const rows = all?.get(context) ?? new Map<ValueId, readonly Row[]>();
    all?.set(context, rows);
    return rows;
  }

  /** @returns the requests that the call itself sends, as a call of a client. */
  #direct(node: Call, call: ValueId, context: Context, depth: number): readonly Row[] {
    const { evaluator } = this;
    evaluator.valueOf(call, context);
    if (evaluator.sends.mayWait) sendWaited(evaluator, call, context, depth);
    return evaluator.sends.of(call, context).map((sent) => ({
      path: [{ file: context.file, call, context }],
      sent,
      depends: node.depends,
    }));
  }

  /** @returns the functions that a client runs as part of the call, such as SWR's fetcher, without those written in its arguments: their calls have rows. */
  #runBy(named: readonly Called[], call: ValueId, context: Context): readonly Called[] {
    if (named.every(({ option }) => option.kind !== "native")) return [];
    this.evaluator.valueOf(call, context);
    const uses = functionUses(context.file).arguments;
    return this.evaluator.sends
      .runsOf(call, context)
      .filter(({ option }) => option.file !== context.file || uses.get(option.function)?.includes(call) !== true)
      .map((each) => ({ ...each, isShifted: true, isRun: true }));
  }

  /** Whether a call of a function begins a request that the code around the call builds. */
  #begins(call: ValueId, { file }: Context): boolean {
    return this.evaluator.sends.mayWait && this.flow.calleesOf({ file, call }).some(({ kind }) => kind === "native");
  }

  /** @returns the calls inside a callee whose requests need something that this call supplies. */
  #leadsThrough(called: Called, calling: Calling): readonly Lead[] {
    const target = functionIn(called.option);
    const code = target?.file.code.functions[target.function];
    // A recursive call sends nothing new.
    if (!target || !code || this.#entered.has(code)) return [];
    return this.leadsOf(target).filter((lead) => this.#supplies.isAny(this.#needs.of(target, lead), called, calling));
  }

  /** @returns the rows of a callee that need something which the call supplies. */
  #through(
    { called, leads }: { readonly called: Called; readonly leads: readonly Lead[] },
    { node, call, context }: Calling,
    depth: number,
  ): readonly Row[] {
    const target = functionIn(called.option);
    const code = target?.file.code.functions[target.function];
    const inner = leads.length === 0 ? undefined : this.#innerContext(called, code?.calls.length);
    if (!code || !inner) return [];
    this.#entered.add(code);
    const found: Row[] = [];
    try {
      for (const lead of leads) {
        if (found.length > mostRows) break;
        found.push(...this.#follow(lead, inner, depth));
      }
    } finally {
      this.#entered.delete(code);
    }
    const step: Step = { file: context.file, call, context };
    return found.map(({ path, sent, depends }) => ({
      path: [step, ...path],
      sent,
      depends: dependsOfCall(context.file.code, node, depends, called.isShifted),
    }));
  }

  /**
   * @returns the context of the called function or constructor. It is apart from the caller's bound on contexts, so that no call on the way to a request is
   *   left out.
   */
  #innerContext({ option, given }: Called, calls: number | undefined): Context | undefined {
    const { evaluator } = this;
    const { call, context } = given.site;
    const apart: Given = { ...given, site: { call, context: evaluator.contexts.apart(context, calls) } };
    return option.kind === "class"
      ? evaluator.constructorContext(option, apart)
      : evaluator.contextOf(option as FunctionValue, apart);
  }

  #follow({ call }: Lead, context: Context, depth: number): readonly Row[] {
    const own = this.#contextOf(context, nodeAt(context.file, call).in);
    return own ? this.in(call, own, depth + 1) : [];
  }

  /** @returns the context of a callback, within a function that runs in a given context. */
  #contextOf(context: Context, id: number): Context | undefined {
    if (id === context.function) return context;
    const { outer } = context.file.code.functions[id] ?? { outer: -1 };
    const around = outer < 0 ? undefined : this.#contextOf(context, outer);
    return around && this.evaluator.contexts.within(context.file, id, around, undefined);
  }

  /** @returns the calls of a function and of its callbacks whose requests depend on the function's caller. */
  leadsOf({ file, function: id }: FunctionSite): readonly Lead[] {
    const key = `${file.name}\0${id}`;
    const known = this.#leads.get(key);
    if (known) return known;
    this.#leads.set(key, []);
    const leads = this.#callsOf(file, id).filter(({ depends }) => depends !== 0);
    this.#leads.set(key, leads);
    return leads;
  }

  /** @returns the calls of a function and of its callbacks that send or lead, with what their requests depend on in the context of the function. */
  #callsOf(file: ProjectFile, id: number): readonly Lead[] {
    const code = file.code.functions[id];
    if (!code) return [];
    const uses = functionUses(file);
    const inner = file.code.functions.flatMap((each, index) => {
      if (each.outer !== id || !uses.arguments.has(index) || each.value === undefined) return [];
      const captured = nodeAt(file, each.value).depends;
      return this.#callsOf(file, index).map(({ call, depends }) => ({
        call,
        depends: (depends & dependsOnOuter) === 0 ? 0 : captured,
      }));
    });
    return [...this.flow.sitesIn({ file, function: id }), ...inner];
  }
}

/** @returns the depth at which the calls of a file start: it leaves as many steps as the bound for this kind of file. */
function startOf(file: ProjectFile): number {
  return isTestFile(file) ? mostSteps - mostStepsOfTest + 1 : 0;
}
