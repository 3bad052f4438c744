import type { RequestDraft } from "../../clients/native";
import type { ValueId } from "../../code/graph";
import type { Context } from "../domain";

/** A request that the evaluation of a call reported. */
export interface SentDraft {
  readonly id: number;
  readonly draft: RequestDraft;
  readonly call: ValueId;
  readonly context: Context;
}

class LaterDraft implements SentDraft {
  #draft: RequestDraft | undefined;

  constructor(
    readonly id: number,
    readonly call: ValueId,
    readonly context: Context,
    private readonly describe: () => RequestDraft,
  ) {}

  get draft(): RequestDraft {
    return (this.#draft ??= this.describe());
  }
}

/** The requests of calls, by call and context. */
export class Sends {
  /** A native was evaluated that sends when code awaits the result of its calls. */
  mayWait = false;
  readonly #known = new Map<Context, Map<ValueId, SentDraft[]>>();
  /** Ids by call, context and position in the list: a call that is evaluated again reports the same requests. */
  readonly #numbers = new Map<string, number>();

  /** @param describe creates the draft. It is called once, at the first read. */
  add(call: ValueId, context: Context, describe: () => RequestDraft): number {
    const calls = this.#known.get(context) ?? new Map<ValueId, SentDraft[]>();
    this.#known.set(context, calls);
    const list = calls.get(call) ?? [];
    calls.set(call, list);
    const key = `${context.id}:${call}:${list.length}`;
    const id = this.#numbers.get(key) ?? this.#numbers.size + 1;
    this.#numbers.set(key, id);
    list.push(new LaterDraft(id, call, context, describe));
    return id;
  }

  /** Drops the requests of a call from an index on: they came from an evaluation whose result was not stored. */
  forget(call: ValueId, context: Context, from: number): void {
    this.#known.get(context)?.get(call)?.splice(from);
  }

  /** @returns the requests that a call sends in a context. */
  of(call: ValueId, context: Context): readonly SentDraft[] {
    return this.#known.get(context)?.get(call) ?? [];
  }
}
