import type { RequestDraft } from "../../clients/native";
import type { ValueId } from "../../code/graph";
import type { Context } from "../domain";

/** A request that the evaluation of a call has met. */
export interface SentDraft {
  readonly id: number;
  readonly draft: RequestDraft;
  readonly call: ValueId;
  readonly context: Context;
}

/** The requests that calls send, by call and context. */
export class Sends {
  readonly #known = new Map<Context, Map<ValueId, SentDraft[]>>();
  #last = 0;

  add(call: ValueId, context: Context, draft: RequestDraft): number {
    this.#last += 1;
    const calls = this.#known.get(context) ?? new Map<ValueId, SentDraft[]>();
    this.#known.set(context, calls);
    const list = calls.get(call) ?? [];
    calls.set(call, list);
    list.push({ id: this.#last, draft, call, context });
    return this.#last;
  }

  /** @returns what a call sends that was evaluated in a context. */
  of(call: ValueId, context: Context): readonly SentDraft[] {
    return this.#known.get(context)?.get(call) ?? [];
  }
}
