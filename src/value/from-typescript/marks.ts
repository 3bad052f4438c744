import type TS from "typescript";

/**
 * What one run of the analysis has found out about time: variables and members that code changes of which it is not known when it runs.
 * They are unknown in the next run; runs are repeated until nothing is added.
 */
export class Marks {
  private readonly variables = new Set<TS.Node>();
  private readonly members = new Map<TS.Node, Set<string>>();
  private readonly globals = new Set<string>();
  private readonly roots = new Set<TS.Node>();
  grew = false;
  /** Gave up telling apart: everything that is older than the code that reads it is unknown. */
  everything = false;

  /** Adds what is known beforehand, not found out by the run: nothing has been read yet that it changes. */
  foretell(mark: () => void): void {
    const { grew } = this;
    mark();
    this.grew = grew;
  }

  markVariable(declaration: TS.Node): void {
    if (this.variables.has(declaration)) return;
    this.variables.add(declaration);
    this.grew = true;
  }

  hasVariable(declaration: TS.Node): boolean {
    return this.variables.has(declaration);
  }

  /** @param key a member's name, or `*` for all. */
  markMember(made: TS.Node, key: string): void {
    let keys = this.members.get(made);
    if (!keys) this.members.set(made, (keys = new Set()));
    if (keys.has(key) || keys.has("*")) return;
    keys.add(key);
    this.grew = true;
  }

  membersOf(made: TS.Node): ReadonlySet<string> | undefined {
    return this.members.get(made);
  }

  markGlobal(name: string): void {
    if (this.globals.has(name)) return;
    this.globals.add(name);
    this.grew = true;
  }

  /** @returns whether a name that the program does not declare is assigned. */
  hasGlobal(name: string): boolean {
    return this.globals.has(name);
  }

  /** Says that code with a time of its own works on the variables of a run while that runs. */
  markEscaping(root: TS.Node): void {
    if (this.roots.has(root)) return;
    this.roots.add(root);
    this.grew = true;
  }

  isEscaping(root: TS.Node): boolean {
    return this.roots.has(root);
  }
}
