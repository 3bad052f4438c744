import type { RequestDraft } from "../../clients/native";
import type { ValueId } from "../../code/graph";
import { addTo } from "../../text/groups";
import type { Context, FunctionValue } from "../domain";
import type { Given } from "../evaluation";

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

/** A function of the program that a client ran, with the arguments that it got. */
export interface Ran {
  readonly option: FunctionValue;
  readonly given: Given;
}

/** How much a call has reported. */
export interface Reported {
  readonly sent: number;
  readonly ran: number;
}

/** The requests of calls, and the functions that clients run there, by call and context. */
export class Sends {
  /** A native was evaluated that sends when code awaits the result of its calls. */
  mayWait = false;
  readonly #known = new Map<Context, Map<ValueId, SentDraft[]>>();
  readonly #ran = new Map<Context, Map<ValueId, Ran[]>>();
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

  /** Records that a client ran a function as part of a call. */
  noteRun(call: ValueId, context: Context, run: Ran): void {
    const calls = this.#ran.get(context) ?? new Map<ValueId, Ran[]>();
    this.#ran.set(context, calls);
    addTo(calls, call, run);
  }

  /** @returns how much a call has reported so far. */
  reported(call: ValueId, context: Context): Reported {
    return { sent: this.of(call, context).length, ran: this.runsOf(call, context).length };
  }

  /** Drops what a call reported later: it came from an evaluation whose result was not stored. */
  forget(call: ValueId, context: Context, { sent, ran }: Reported = { sent: 0, ran: 0 }): void {
    this.#known.get(context)?.get(call)?.splice(sent);
    this.#ran.get(context)?.get(call)?.splice(ran);
  }

  /** @returns the requests that a call sends in a context. */
  of(call: ValueId, context: Context): readonly SentDraft[] {
    return this.#known.get(context)?.get(call) ?? [];
  }

  /** @returns the functions that a client runs at a call in a context. */
  runsOf(call: ValueId, context: Context): readonly Ran[] {
    return this.#ran.get(context)?.get(call) ?? [];
  }
}
