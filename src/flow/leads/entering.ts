import type { ValueId } from "../../code/graph";
import { dependsOnAll, type Call, type Jsx } from "../../code/values";
import { givenOf } from "../../evaluate/calls/call-nodes";
import { calledBy } from "../../evaluate/calls/handing-on";
import type { Abstract, Context, FunctionValue } from "../../evaluate/domain";
import type { Given } from "../../evaluate/evaluation";
import type { Evaluator } from "../../evaluate/evaluator";
import { fromOutside } from "../../evaluate/names/stand-ins";
import { nodeAt, placeOf } from "../../evaluate/places";
import type { ProjectFile } from "../../project/project-file";
import type { FunctionSite } from "../../project/sites";
import { nothing } from "../track/marks";
import type { CallerSite } from "./callee";
import type { Way } from "./suppliers";

/** Builds contexts of functions that are entered through known calls. */
export class Entering {
  readonly #evaluator: Evaluator;

  constructor(evaluator: Evaluator) {
    this.#evaluator = evaluator;
  }

  /** @returns the context of a function that is entered by a way. Of the arguments, it has only those with marks: other callers may supply other data. */
  byWay(id: number, { flow, function: entered, calls }: Way): Context | undefined {
    const { file, code, marks } = flow;
    const { contexts } = this.#evaluator;
    const whole = this.contextOf(file, entered, calls);
    if (!whole?.arguments) return undefined;
    const nobody = contexts.symbolic(file, entered);
    const given = (code.functions[entered]?.parameters ?? []).map(({ value }, index) => {
      const own = this.#evaluator.valueOf(value, nobody);
      const supplied = marks[value] === nothing ? undefined : whole.arguments?.[index];
      if (!supplied) return own;
      // The behaviour of an object is of interest, its data is not.
      return own.kind === "unknown" ? fromOutside(supplied, own) : supplied;
    });
    const { outer, more, self, allowance } = whole;
    return this.#within(contexts.of(file, entered, { outer, arguments: given, more, self }, allowance), id);
  }

  /**
   * @returns the context of a function that is entered through a call chain.
   * @param callers the chain, innermost first.
   * @param needed what the context must have, a mask like `depends`.
   */
  contextOf(
    file: ProjectFile,
    id: number,
    callers: readonly CallerSite[],
    needed: number = dependsOnAll,
  ): Context | undefined {
    const { contexts } = this.#evaluator;
    const [first, ...others] = callers;
    // A callback needs no caller: it is known by the place where it is written.
    if (!first || first.argument !== undefined) return contexts.symbolic(file, id);
    const around = this.contextOf(first.file, nodeAt(first.file, first.call).in, others);
    const entered = around && this.#entered(first, around, { file, function: id }, needed);
    return entered && this.#within(entered, id);
  }

  /** @returns the context that a call creates for a function, or for one around it. */
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
