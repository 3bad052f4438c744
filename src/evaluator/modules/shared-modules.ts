import type TS from "typescript";
import type { Closure, Content, Reference } from "../domain/domain";
import { bounds, limitsFor, OutOfWork } from "../domain/limits";
import { AsyncWrites } from "../interference/async-writes";
import type { Pass, PassInput, Program } from "../program";
import type { Reachability } from "../reach/reachability";
import { contentLattice } from "../store/content-lattice";
import type { Effect } from "../store/foreign-writes";
import type { Module } from "./module";
import { importedName } from "../../project/imported-name";

/** What has run for all files: a module, with those that it imports in a circle, or the code that makes a stand-in. */
interface Shared {
  /** The modules. */
  readonly files: readonly TS.SourceFile[];
  readonly pass: Pass;
  /** What else has run before or meanwhile. */
  readonly uses: ReadonlySet<Shared>;
  /** What it has changed of them. */
  readonly effects: readonly Effect[];
}

/** What a pass knows of shared modules. */
interface Sharing {
  readonly taken: Set<Shared>;
  /** False if the pass has run code that leads back to something which is not finished. */
  isWhole: boolean;
}

/** The stand-in for all instances of a class, shared by all passes. */
interface SharedStandIn {
  readonly shared: Shared;
  readonly value: Reference | undefined;
}

/** A stand-in that a pass has taken over. */
interface TakenStandIn {
  readonly value: Reference | undefined;
  /** The passes that computed it, and the stand-ins that it uses. */
  readonly passes: readonly object[];
  /** Whether those have changed clients that were there before, or run modules that were not. */
  readonly isRepeatable: boolean;
}

/**
 * The cache of modules that run once for all files of a program. A file takes over their objects, dependencies and writes. A module is not
 * shared with files to which its imports lead, nor where a dependency has another answer in the file.
 */
export class SharedModules {
  /** Absent: not tried yet; `null`: it cannot be shared. */
  private readonly known = new Map<TS.SourceFile, Shared | null>();
  private readonly standIns = new WeakMap<Closure, SharedStandIn | null>();
  /** The classes whose stand-ins are being computed, and those that have to wait for one of them. */
  private readonly making = new Set<Closure>();
  private readonly waiting = new Set<Closure>();
  private readonly sharing = new WeakMap<Pass, Sharing>();
  /** The passes that run, the outermost first. */
  private readonly running: Pass[] = [];
  private tries = 0;

  /** @param begin makes a pass. */
  constructor(
    private readonly reachability: Reachability,
    private readonly begin: (input: PassInput) => Pass,
  ) {}

  /** Runs a pass over a file. */
  during<T>(program: Program, pass: Pass, run: () => T): T {
    this.running.push(pass);
    try {
      return program.inPass(pass, run);
    } finally {
      this.running.pop();
    }
  }

  /**
   * Makes the running pass take over a module.
   *
   * @param run runs the top level of a file.
   * @returns whether it did. Else the pass has to run the module by itself.
   */
  share(program: Program, file: TS.SourceFile, run: (file: TS.SourceFile) => void): boolean {
    const { pass } = program;
    const leads = this.running.filter(
      (each) => each.input.runsFile && this.reachability.leadsTo(file, each.input.file),
    );
    if (leads.some((each) => each !== pass)) this.sharingOf(pass).isWhole = false;
    if (leads.length > 0) return false;
    let shared = this.known.get(file);
    if (shared === undefined) {
      const files = this.circleOf(program, file);
      const found = this.tried(program, { file, files, runsFile: true }, () => {
        for (const each of files) run(each);
      });
      if (found === "later") return false;
      shared = found ?? null;
      for (const each of files) this.known.set(each, shared);
    }
    return shared !== null && this.takeOver(program, shared);
  }

  /**
   * Makes the running pass take over the stand-in for a class of a shared module.
   *
   * @param make makes the stand-in in another pass.
   * @returns nothing if the running pass has to make its own.
   */
  standIn(program: Program, closure: Closure, make: () => Reference | undefined): TakenStandIn | undefined {
    if (this.making.has(closure)) this.sharingOf(program.pass).isWhole = false;
    if (this.making.has(closure) || this.waiting.has(closure)) return undefined;
    let known = this.standIns.get(closure);
    if (known === undefined) {
      known = this.made(program, closure, make);
      if (known === undefined) return undefined;
      this.standIns.set(closure, known);
    }
    if (!known) return undefined;
    const { shared, value } = known;
    const all = [shared, ...shared.uses].filter(({ files }) => files.length === 0);
    const { asyncWrites } = program.pass;
    if (all.some(({ pass }) => asyncWrites.knows(pass.input.asyncWrites.askedInCommon))) return undefined;
    if (!this.takeOver(program, shared)) return undefined;
    // What is there already was asked on behalf of others.
    for (const { pass } of all) asyncWrites.askAgain(pass.input.asyncWrites);
    return {
      value,
      passes: all.map(({ pass }) => pass.id),
      isRepeatable: all.every((each) => this.isRepeatable(each)),
    };
  }

  /** @returns nothing if it has to wait for another stand-in. */
  private made(
    program: Program,
    closure: Closure,
    make: () => Reference | undefined,
  ): SharedStandIn | null | undefined {
    let value: Reference | undefined;
    this.making.add(closure);
    try {
      const shared = this.tried(program, { file: closure.file, files: [], runsFile: false }, () => {
        value = make();
      });
      if (shared === "later") this.waiting.add(closure);
      else return shared ? { shared, value } : null;
    } finally {
      this.making.delete(closure);
      if (this.making.size === 0) this.waiting.clear();
    }
    return undefined;
  }

  private sharingOf(pass: Pass): Sharing {
    let sharing = this.sharing.get(pass);
    if (!sharing) this.sharing.set(pass, (sharing = { taken: new Set(), isWhole: true }));
    return sharing;
  }

  /** @returns the files that import each other in circles with a file, and the file itself. */
  private circleOf({ pass: { sources } }: Program, file: TS.SourceFile): readonly TS.SourceFile[] {
    const names = this.reachability.circleOf(file);
    const files = names.flatMap((name) => (name === importedName(file) ? file : (sources.file(name) ?? [])));
    return files.includes(file) ? files : [file];
  }

  /** Runs something in a pass of its own, again until its dependencies are stable. */
  private tried(
    program: Program,
    { file, files, runsFile }: Pick<PassInput, "file" | "runsFile"> & Pick<Shared, "files">,
    run: () => void,
  ): Shared | "later" | undefined {
    const { pass: outer } = program;
    const asyncWrites = new AsyncWrites();
    const order = (this.tries += 1);
    for (let round = 1; round <= bounds.passes; round += 1) {
      asyncWrites.begin();
      const limits = limitsFor(file);
      const pass = this.begin({ ...outer.input, file, runsFile, limits, asyncWrites, order });
      const before = outer.run.effort;
      const isRun = this.ran(program, pass, run);
      outer.work.nodes += pass.work.nodes;
      outer.work.typeLookups += pass.work.typeLookups;
      outer.work.calls += pass.work.calls;
      outer.run.repeated.nodes += pass.work.nodes;
      outer.run.repeated.effort += outer.run.effort - before;
      const sends = pass.recorder.sent.length > 0;
      if (!isRun || asyncWrites.everything || pass.gaveUpWork || sends) return undefined;
      const { taken, isWhole } = this.sharingOf(pass);
      if (!isWhole) return "later";
      if (!asyncWrites.isOutdated) return { files, pass, uses: taken, effects: pass.foreign.effects() };
    }
    return undefined;
  }

  /** @returns whether a pass has run to its end. */
  private ran(program: Program, pass: Pass, run: () => void): boolean {
    try {
      this.during(program, pass, run);
      return true;
    } catch (error) {
      if (!(error instanceof OutOfWork)) throw error;
      return false;
    }
  }

  /** @returns whether the running pass can, and did. */
  private takeOver(program: Program, shared: Shared): boolean {
    const { pass } = program;
    const { taken } = this.sharingOf(pass);
    if (taken.has(shared)) return true;
    if (this.isReplaced(program, shared) || pass.asyncWrites.knows(shared.pass.input.asyncWrites.askedInCommon))
      return false;
    // A module that was run with it may be there already.
    const modules = this.ownModules(shared);
    if (modules.some(({ file }) => pass.modules.has(file))) return false;
    for (const each of shared.uses) if (!this.takeOver(program, each)) return false;
    const effects = shared.effects.filter((effect) => !isThere(effect));
    if (effects.some(({ slot, before }) => !Object.is(slot.value, before))) return false;
    taken.add(shared);
    for (const module of modules) {
      pass.modules.set(module.file, module);
      pass.moduleRoots.set(module.file, shared.pass.moduleRoot(module.file));
    }
    for (const effect of effects) pass.foreign.takeOver(effect);
    pass.classes.takeOver(shared.pass.classes);
    const { all, current } = pass.asyncWrites;
    pass.asyncWrites.takeOver(shared.pass.input.asyncWrites, shared.files.length > 0 ? all : current);
    for (const member of shared.pass.questions) pass.declaring(member);
    return true;
  }

  /** Whether one of the files has another text by now. Then it is tried again. */
  private isReplaced({ pass }: Program, { files }: Shared): boolean {
    const isReplaced = files.some((file) => pass.sources.file(importedName(file)) !== file);
    if (isReplaced) for (const file of files) this.known.delete(file);
    return isReplaced;
  }

  private isRepeatable(shared: Shared): boolean {
    return this.ownModules(shared).length === 0 && !shared.effects.some(({ slot }) => slot.lattice.ofPath);
  }

  /** @returns the modules that have run there, and were not taken over from others. */
  private ownModules({ pass }: Shared): readonly Module[] {
    return [...pass.modules.values()].filter(({ file }) => pass.moduleRoots.get(file)?.pass === pass.id);
  }
}

/** Whether something else has had the same effect: unknown code has got an object. */
function isThere({ slot, after }: Effect): boolean {
  const isEscaped = (value: unknown): boolean => slot.lattice === contentLattice && (value as Content).escaped;
  return isEscaped(after) && isEscaped(slot.value);
}
