import type { FunctionId, ValueId } from "../../code/graph";
import type { ProjectFile } from "../../project/project-file";
import { guardHolds } from "../conditions/conditions";
import type { Abstract, Context, FunctionValue } from "../domain";
import type { Evaluation } from "../evaluation";
import { limits } from "../limits";
import { callsForElements } from "../objects/callbacks";
import { nodeAt } from "../places";
import { joinAll, optionsOf } from "../values";
import { functionUses } from "./function-uses";

/** The contexts in which calls run the functions that they get as arguments, or as members of an argument. */
export class CallbackRuns {
  readonly #evaluation: Evaluation;
  readonly #contexts = new Map<string, Context[]>();

  constructor(evaluation: Evaluation) {
    this.#evaluation = evaluation;
  }

  /** Records that a call enters a function. */
  note({ file, function: id }: FunctionValue, context: Context): void {
    if (!functionUses(file).arguments.has(id)) return;
    const key = this.#keyOf(file, id, context.outer);
    const known = this.#contexts.get(key) ?? [];
    this.#contexts.set(key, known);
    if (known.length <= limits.invocations && !known.includes(context)) known.push(context);
  }

  /** See {@link Evaluation.runsOf}. */
  of(context: Context): readonly Context[] {
    const { file, function: id, outer, arguments: own } = context;
    const calls = functionUses(file).arguments.get(id);
    if (own || !calls || !outer) return [context];
    for (const call of calls) if (!this.#isNotReached(call, outer)) this.#evaluation.valueOf(call, outer);
    const contexts = this.#contexts.get(this.#keyOf(file, id, outer)) ?? [];
    if (contexts.length > limits.invocations) return [context];
    if (contexts.length > 0) return contexts;
    return calls.every((call) => this.#callsNothing(call, outer)) ? [] : [context];
  }

  /** See {@link Evaluation.handedTo}. */
  handedTo(context: Context, index: number): Abstract | undefined {
    const runs = this.of(context);
    const [first] = runs;
    if (first === context) return undefined;
    const place = { file: context.file, start: 0, end: 0, context };
    const given = runs.flatMap((each) => each.arguments?.[index] ?? []);
    return joinAll(given, given[0]?.place ?? place);
  }

  #isNotReached(call: ValueId, context: Context): boolean {
    const node = nodeAt(context.file, call);
    return node.kind === "call" && guardHolds(this.#evaluation, node.guard, context) === false;
  }

  /** @returns whether the call runs no callback: it is not reached, or it is one like `[].forEach(f)`. */
  #callsNothing(call: ValueId, context: Context): boolean {
    if (this.#isNotReached(call, context)) return true;
    const node = nodeAt(context.file, call);
    if (node.kind !== "call" || node.receiver === undefined) return false;
    const list = this.#evaluation.valueOf(node.receiver, context);
    const isEmpty = list.kind === "array" && list.elements.length === 0 && list.open === undefined;
    return isEmpty && optionsOf(this.#evaluation.valueOf(node.callee, context)).every(callsForElements);
  }

  /** Closures of one function with the same context around it share a key. */
  #keyOf(file: ProjectFile, id: FunctionId, outer: Context | undefined): string {
    const value = file.code.functions[id]?.value;
    const depends = value === undefined ? 0 : nodeAt(file, value).depends;
    const around = outer && this.#evaluation.contexts.project(outer, depends);
    return `${file.name}\0${id}\0${around?.id ?? ""}`;
  }
}
