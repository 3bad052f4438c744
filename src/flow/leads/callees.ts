import type { ValueId } from "../../code/graph";
import { dependsOnAll, type Call, type Jsx } from "../../code/values";
import { givenOf } from "../../evaluate/calls/call-nodes";
import { type Called, calledBy } from "../../evaluate/calls/handing-on";
import type { Abstract, Context, FunctionValue } from "../../evaluate/domain";
import type { Given } from "../../evaluate/evaluation";
import { limits } from "../../evaluate/limits";
import type { Evaluator } from "../../evaluate/evaluator";
import { nodeAt, placeOf } from "../../evaluate/places";
import { isSlot } from "../../evaluate/slots/slots";
import { optionsOf } from "../../evaluate/values";
import type { ProjectFile } from "../../project/project-file";
import type { CallSite, FunctionSite } from "../../project/sites";
import type { Callee, CallerSite, Evaluation } from "./callee";

/** The part of what may be evaluated that tells what calls call: the rest is for the requests. */
const share = 1 / 2;

const unknown: readonly Callee[] = [{ kind: "unknown" }];

/** Tells what calls call by evaluating their callees. */
export class Callees implements Evaluation {
  readonly #evaluator: Evaluator;
  /** Evaluations for callees alone: what requests have taken before does not decide what a call calls. */
  #taken = 0;

  constructor(evaluator: Evaluator) {
    this.#evaluator = evaluator;
  }

  calleesOf(site: CallSite, callers: readonly CallerSite[], isLikely: boolean): readonly Callee[] {
    const evaluator = this.#evaluator;
    const { effort } = evaluator;
    if (effort.isSpent(share, this.#taken)) return unknown;
    const tell = (): readonly Callee[] => this.#calleesOf(site, callers);
    // Of an unlikely one nobody has to know that it was not looked at to its end.
    const run = isLikely ? tell : () => effort.question(limits.evaluationsOfUnlikely, tell).answer;
    const before = effort.visited;
    const callees = evaluator.question(site.file, limits.evaluationsOfCallee, run, unknown);
    this.#taken += effort.visited - before;
    return callees;
  }

  #calleesOf({ file, call }: CallSite, callers: readonly CallerSite[]): readonly Callee[] {
    const node = nodeAt(file, call);
    if (node.kind !== "call") return [{ kind: "unknown" }];
    const context = this.#contextOf(file, node.in, callers, node.depends);
    if (!context) return [{ kind: "unknown" }];
    const callee = this.#evaluator.valueOf(node.callee, context);
    const given = (): Given => givenOf(this.#evaluator, node, call, context);
    return calledBy(this.#evaluator, callee, given).map((called) => this.#told(called, node, call, context));
  }

  #told(called: Called, node: Call, call: ValueId, context: Context): Callee {
    const { option, isShifted } = called;
    if (option.kind === "function")
      return { kind: "function", site: { file: option.file, function: option.function }, isShifted };
    if (option.kind === "class") return { kind: "class", file: option.file, class: option.class };
    if (option.kind === "native") return this.#native(node, call, context);
    if (option.kind !== "builtin") return { kind: "unknown" };
    // `urls.forEach(fetch)`
    const isGiven = called.given.arguments.some((each) => optionsOf(each).some((other) => other.kind === "native"));
    const told = isGiven ? this.#native(node, call, context) : undefined;
    return told?.sends ? { ...told, gives: false } : { kind: "builtin" };
  }

  #native(node: Call, call: ValueId, context: Context): Extract<Callee, { kind: "native" }> {
    const own = this.#evaluator.contexts.project(context, node.depends);
    const result = this.#evaluator.valueOf(call, own);
    const natives = optionsOf(result).filter((option) => option.kind === "native" && !isSlot(option.native));
    // A chain of calls is sent when somebody waits for it, and each of its calls may be the last one.
    const isChain = natives.some((option) => option.kind === "native" && "await" in option.native);
    this.#evaluator.sends.mayWait ||= isChain;
    const sends = this.#evaluator.sends.of(call, own).length > 0;
    // What a request is answered with sends nothing more.
    return { kind: "native", sends: sends || isChain, gives: isChain || (!sends && natives.length > 0) };
  }

  /**
   * The context of a function that is entered by some calls, the innermost first.
   *
   * @param needed what of it is needed, as `depends` of the graph's values.
   */
  #contextOf(
    file: ProjectFile,
    id: number,
    callers: readonly CallerSite[],
    needed: number = dependsOnAll,
  ): Context | undefined {
    const { contexts } = this.#evaluator;
    const [first, ...others] = callers;
    // What calls a function back is known by where that stands.
    if (!first || first.argument !== undefined) return contexts.symbolic(file, id);
    const around = this.#contextOf(first.file, nodeAt(first.file, first.call).in, others);
    const entered = around && this.#entered(first, around, { file, function: id }, needed);
    return entered && this.#within(entered, id);
  }

  /** The context of the function that a call enters, of those that stand around a function. */
  #entered(
    { file: from, call }: CallerSite,
    around: Context,
    { file, function: id }: FunctionSite,
    needed: number,
  ): Context | undefined {
    const node = nodeAt(from, call);
    if (node.kind !== "call" && node.kind !== "jsx") return undefined;
    const callee = node.kind === "call" ? node.callee : node.tag;
    if (typeof callee === "string") return undefined;
    const all = (): Given => this.#givenBy(node, call, around, dependsOnAll);
    for (const called of calledBy(this.#evaluator, this.#evaluator.valueOf(callee, around), all)) {
      const { option } = called;
      if (option.kind !== "class" && option.kind !== "function") continue;
      const isAsked = option.kind === "function" && option.file === file && option.function === id && !called.isShifted;
      const given = isAsked ? this.#givenBy(node, call, around, needed) : called.given;
      const entered = this.#enter(option, given);
      if (entered?.file === file && isAround(file, entered.function, id)) return entered;
    }
    return undefined;
  }

  #givenBy(node: Call | Jsx, call: ValueId, around: Context, needed: number): Given {
    return node.kind === "call"
      ? givenOf(this.#evaluator, node, call, around, needed)
      : this.#attributes(node, call, around);
  }

  #enter(option: Abstract, given: Given): Context | undefined {
    if (option.kind === "class") return this.#evaluator.constructorContext(option, given);
    return option.kind === "function" ? this.#evaluator.contextOf(option satisfies FunctionValue, given) : undefined;
  }

  #attributes(
    node: { readonly attributes: ValueId } & Parameters<typeof placeOf>[0],
    call: ValueId,
    context: Context,
  ): Given {
    const given = this.#evaluator.valueOf(node.attributes, context);
    const place = placeOf(node, context);
    return { arguments: [given], more: false, self: undefined, place, site: { call, context }, isOneOfSeveral: false };
  }

  #within(context: Context, id: number): Context | undefined {
    if (id === context.function) return context;
    const { outer } = context.file.code.functions[id] ?? { outer: -1 };
    const around = outer < 0 ? undefined : this.#within(context, outer);
    return around && this.#evaluator.contexts.within(context.file, id, around, undefined);
  }
}

function isAround(file: ProjectFile, outer: number, id: number): boolean {
  for (let current = id; current >= 0; current = file.code.functions[current]?.outer ?? -1)
    if (current === outer) return true;
  return false;
}
