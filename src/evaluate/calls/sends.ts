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

/** The requests that calls send, by call and context. */
export class Sends {
  /** A client has been met that sends when somebody waits for what its calls give. */
  mayWait = false;
  readonly #known = new Map<Context, Map<ValueId, SentDraft[]>>();
  /** By call, context and place in the list: a call that is evaluated again sends the same requests. */
  readonly #numbers = new Map<string, number>();

  /** @param describe is called when somebody asks for the draft, and once. */
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

  /** Forgets what a call sends beyond some requests: its evaluation was not the last one. */
  forget(call: ValueId, context: Context, from: number): void {
    this.#known.get(context)?.get(call)?.splice(from);
  }

  /** @returns what a call sends that was evaluated in a context. */
  of(call: ValueId, context: Context): readonly SentDraft[] {
    return this.#known.get(context)?.get(call) ?? [];
  }
}
