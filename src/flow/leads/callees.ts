import type { ValueId } from "../../code/graph";
import type { Call } from "../../code/values";
import { givenOf } from "../../evaluate/calls/call-nodes";
import { type Called, calledBy } from "../../evaluate/calls/handing-on";
import type { Context } from "../../evaluate/domain";
import type { Given } from "../../evaluate/evaluation";
import { limits } from "../../evaluate/limits";
import type { Evaluator } from "../../evaluate/evaluator";
import { nodeAt } from "../../evaluate/places";
import { isBegun } from "../waits";
import { isSlot } from "../../evaluate/slots/slots";
import { optionsOf } from "../../evaluate/values";
import type { CallSite } from "../../project/sites";
import type { Callee, CallerSite, Evaluation } from "./callee";
import { Entering } from "./entering";

/** Share of the evaluation budget for resolving callees; the rest is left for requests. */
const share = 1 / 2;

const unknown: readonly Callee[] = [{ kind: "unknown" }];

/** Resolves callees by evaluation. */
export class Callees implements Evaluation {
  readonly #evaluator: Evaluator;
  /** Evaluations for callees alone: the work on requests must not change which callees are resolved. */
  #taken = 0;
  readonly #entering: Entering;

  constructor(evaluator: Evaluator) {
    this.#evaluator = evaluator;
    this.#entering = new Entering(evaluator);
  }

  calleesOf(site: CallSite, callers: readonly CallerSite[], isLikely: boolean): readonly Callee[] {
    const evaluator = this.#evaluator;
    const { effort } = evaluator;
    if (effort.isSpent(share, this.#taken)) return unknown;
    const resolve = (): readonly Callee[] => this.#calleesOf(site, callers);
    // A cut in the evaluation of an unlikely callee does not make the file incomplete.
    const run = isLikely ? resolve : () => effort.question(limits.evaluationsOfUnlikely, resolve).answer;
    const before = effort.visited;
    const callees = evaluator.question(site.file, limits.evaluationsOfCallee, run, unknown);
    this.#taken += effort.visited - before;
    return callees;
  }

  begins({ file, call }: CallSite): boolean {
    const evaluator = this.#evaluator;
    const node = nodeAt(file, call);
    if (!evaluator.sends.mayWait || node.kind !== "call") return false;
    const context = evaluator.contexts.project(evaluator.contexts.symbolic(file, node.in), node.depends);
    const run = (): boolean => isBegun(evaluator.valueOf(call, context));
    return evaluator.question(file, limits.evaluationsOfCallee, run, false);
  }

  #calleesOf({ file, call }: CallSite, callers: readonly CallerSite[]): readonly Callee[] {
    const node = nodeAt(file, call);
    if (node.kind !== "call") return [{ kind: "unknown" }];
    const context = this.#entering.contextOf(file, node.in, callers, node.depends);
    if (!context) return [{ kind: "unknown" }];
    const callee = this.#evaluator.valueOf(node.callee, context);
    const given = (): Given => givenOf(this.#evaluator, node, call, context);
    const callees = calledBy(this.#evaluator, callee, given).map((each) => this.#calleeOf(each, node, call, context));
    return callees.some(({ kind }) => kind === "native") ? [...callees, ...this.#runBy(node, call, context)] : callees;
  }

  /** @returns the functions that a client runs as part of a call. */
  #runBy(node: Call, call: ValueId, context: Context): readonly Callee[] {
    const { sends, contexts } = this.#evaluator;
    const ran = sends.runsOf(call, contexts.project(context, node.depends));
    return ran.map(({ option: { file, function: id }, given }) => ({
      kind: "function",
      site: { file, function: id },
      isShifted: true,
      clients: given.arguments.flatMap((each, index) =>
        optionsOf(each).some(({ kind }) => kind === "native" || kind === "function") ? index : [],
      ),
    }));
  }

  #calleeOf(called: Called, node: Call, call: ValueId, context: Context): Callee {
    const { option, isShifted } = called;
    if (option.kind === "function")
      return { kind: "function", site: { file: option.file, function: option.function }, isShifted };
    if (option.kind === "class") return { kind: "class", file: option.file, class: option.class };
    if (option.kind === "native") {
      const native = this.#native(node, call, context);
      return option.native.givesSenders ? { ...native, gives: true } : native;
    }
    if (option.kind !== "builtin") return { kind: "unknown" };
    // `urls.forEach(fetch)`
    const isGiven = called.given.arguments.some((each) => optionsOf(each).some((other) => other.kind === "native"));
    const native = isGiven ? this.#native(node, call, context) : undefined;
    return native?.sends ? { ...native, gives: false, begins: false } : { kind: "builtin" };
  }

  #native(node: Call, call: ValueId, context: Context): Extract<Callee, { kind: "native" }> {
    const own = this.#evaluator.contexts.project(context, node.depends);
    const result = this.#evaluator.valueOf(call, own);
    const natives = optionsOf(result).filter((option) => option.kind === "native" && !isSlot(option.native));
    // A chain is sent when it is awaited, and any of its calls may be the last one.
    const isChain = natives.some((option) => option.kind === "native" && "await" in option.native);
    this.#evaluator.sends.mayWait ||= isChain;
    const sends = this.#evaluator.sends.of(call, own).length > 0;
    // The answer to a request sends nothing more.
    return {
      kind: "native",
      sends: sends || isChain,
      gives: isChain || (!sends && natives.length > 0),
      begins: natives.some((option) => option.kind === "native" && option.native.begun !== undefined),
    };
  }
}
