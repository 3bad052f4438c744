import type TS from "typescript";
import type { Needs } from "../domain/budgets";
import type { Abstract, Cell, Content, Root } from "../domain/domain";
import type { Slot } from "../domain/slots";
import type { Sent } from "../models/native";
import type { Ranges } from "../models/sending";
import type { Fact } from "../store/facts";
import type { Read, Recording } from "../store/recording";
import type { CallShape } from "./call-shape";

/** What a slot holds after a call. */
export interface Written {
  readonly value: unknown;
  /** The members of an object that the call may have changed; absent: it may have changed anything. */
  readonly members?: ReadonlySet<string> | undefined;
}

/** What a call has done: enough to do it again for a call of the same shape. */
export interface Summary {
  /** Stands for the pass in which the call was run. */
  readonly pass: object;
  /** Its shape, and what is known of the code around it. */
  readonly key: string;
  /** The call that was run. */
  readonly node: TS.Node;
  readonly shape: CallShape;
  readonly result: Abstract;
  /** Objects that the call made and that outlive it, with their contents. */
  readonly made: ReadonlyMap<Cell, Content>;
  /** Whether something of the pass outlives the call that neither it nor its caller has made. */
  readonly holdsOfPass: boolean;
  /** Slots from before the call that it has changed. */
  readonly written: ReadonlyMap<Slot<unknown>, Written>;
  /** The requests that it sent. */
  readonly sent: readonly Sent[];
  /** How much of their paths and callers lies outside of the call. */
  readonly outside: { readonly path: number; readonly callers: number };
  /** What they show as their places. */
  readonly ranges: Ranges;
  /** Those that have surely been answered when it ends. */
  readonly answered: readonly number[];
  /** Those of them, and of earlier ones, that may have been refused when it ends. */
  readonly refused: readonly number[];
  /** What the call shows of the unknown values that it is given, by their position in the shape. */
  readonly shown: readonly (readonly [number, Fact])[];
  readonly recording: Recording;
  /** The slots that it read, without those of its arguments, with what they held. */
  readonly read: readonly (readonly [Slot<unknown>, Read])[];
  /** The latest unknown value from before the call. */
  readonly identities: number;
  /** The version of late writes at its start: its questions were answered later. */
  readonly version: number;
  /** The entry point in which it was made, and the latest unknown value from before that. */
  readonly root: Root;
  readonly oldest: number;
  readonly needs: Needs;
  /** A function that it made has reached unknown code. */
  readonly escapes: boolean;
}

/** A summary that holds for all passes. It keeps what it needs of its own. */
export interface LastingSummary extends Summary {
  /** What was noted late about what it asked, as far as anything was. */
  readonly answers: ReadonlyMap<TS.Node | string, string>;
  /** What the pass had asked the index of the project's names. */
  readonly questions: readonly string[];
}
