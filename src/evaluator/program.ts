import type TS from "typescript";
import type { Range } from "../text/range";
import type { Value } from "../value/value";
import type { Abstract, Builtin, Cell, Frame, Place } from "./domain/domain";
import { heedLearning, outsidePasses } from "./models/learned";
import type { Library } from "../clients/native";
import { SharedModules } from "./modules/shared-modules";
import type { Sources } from "../project/sources";
import type { Need } from "./need/need";
import { Pass } from "./pass";
import type { Reachability } from "./reach/reachability";
import type { Run } from "./run";
import type { Steps } from "./step-signatures";
import { Journal } from "./store/journal";
import { AwaitedCalls } from "../syntax/awaited-calls";

export type { Pass, PassInput } from "./pass";

export interface ProgramParts {
  /** The TypeScript that made the trees. */
  readonly ts: typeof TS;
  /** Tells declared types. */
  readonly checker: TS.TypeChecker | undefined;
  readonly library: Library;
  readonly sources: Sources;
  readonly reachability: Reachability;
  readonly steps: Steps;
}

/**
 * A program of files that import each other, at one time. Modules run once for all files that are evaluated with it.
 *
 * It runs code pass by pass. What modules have made stays; all else belongs to the running pass (`Pass`), or to the code that runs in it (`Run`).
 * Builtins and clients that have been made hold on to the program.
 */
export class Program {
  readonly ts: typeof TS;
  readonly checker: TS.TypeChecker | undefined;
  readonly library: Library;
  readonly sources: Sources;
  readonly reachability: Reachability;
  readonly need: Need | undefined;
  readonly steps: Steps;
  readonly state: Journal;
  /** Of the nodes that were asked for: finding where one starts takes a look at the comments before it. */
  private readonly ranges = new WeakMap<TS.Node, Range>();
  readonly awaitedCalls: AwaitedCalls;
  /** Modules that have run once for all files. */
  readonly sharedModules: SharedModules;
  /** Builtins that were asked for, by their global names. */
  readonly globals = new Map<string, Builtin | undefined>();
  readonly methods = new Map<string, Builtin>();
  /** The identities of global names that stand for unknown values. */
  readonly globalIdentities = new Map<string, number>();
  /** What a snapshot was taken of. */
  readonly ofSnapshots = new WeakMap<Value, Abstract>();
  /** For arrays that `split` made of a string with holes: gives the result of `join`. */
  readonly splits = new WeakMap<Cell, (between: Abstract) => Abstract | undefined>();
  #pass: Pass | undefined;

  constructor({ ts, checker, library, sources, reachability, steps }: ProgramParts) {
    this.ts = ts;
    this.checker = checker;
    this.library = outsidePasses(library);
    this.sources = sources;
    this.reachability = reachability;
    this.need = reachability.need;
    this.steps = steps;
    this.awaitedCalls = new AwaitedCalls(ts);
    this.sharedModules = new SharedModules(reachability, (input) => new Pass(this, input));
    this.state = new Journal((slot, value) => {
      this.pass.visibility.noteWrite(slot, value);
    });
  }

  /** Runs something in a pass. Meanwhile it is seen what that pass has changed of others, and not what the pass around it has changed. */
  inPass<T>(pass: Pass, run: () => T): T {
    const outer = this.#pass;
    outer?.foreign.exchange();
    pass.foreign.exchange();
    this.#pass = pass;
    try {
      return heedLearning({ foreign: pass.foreign, questions: pass.questions, state: this.state }, () =>
        this.state.inPass(pass, run),
      );
    } finally {
      this.#pass = outer;
      pass.foreign.exchange();
      outer?.foreign.exchange();
    }
  }

  /** The running pass. */
  get pass(): Pass {
    if (!this.#pass) throw new Error("No pass runs.");
    return this.#pass;
  }

  /** Where the code of the running pass is. */
  get run(): Run {
    return this.pass.run;
  }

  range(frame: { readonly file: TS.SourceFile }, node: TS.Node): Range {
    let range = this.ranges.get(node);
    if (!range) this.ranges.set(node, (range = { start: node.getStart(frame.file), end: node.end }));
    return range;
  }

  place(frame: Frame, node: TS.Node): Place {
    return { file: frame.file, range: this.range(frame, node), activation: frame.activation, foreign: undefined };
  }
}
