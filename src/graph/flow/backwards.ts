import { none, type Branch, type Declared, type FileFacts } from "../index/facts";
import { type Numbers, type SolvedPoint, solvedPoint } from "./solved";
import { Table } from "./table";

/** The reversed flows: where values come from, and the code that changes them. */
export class Backwards {
  readonly points: SolvedPoint[] = [];
  readonly declared: Declared[] = [];
  readonly branches: Branch[] = [];
  /** By slot: the slots whose objects it takes, those of which it takes a member, and those from which it is computed. */
  readonly copied = new Table<number>();
  readonly loaded = new Table<number>();
  readonly used = new Table<number>();

  /** Adds what the facts of a file say. */
  add(facts: FileFacts, { code, branch: firstBranch, at, ...objects }: Numbers): void {
    const inProject = (branch: number): number => (branch === none ? none : branch + firstBranch);
    for (const { parent, condition } of facts.branches)
      this.branches.push({ parent: inProject(parent), condition: at(condition) });
    for (const { slot, within, end, branch } of facts.declared)
      this.declared.push({ slot: at(slot), within: within + code, end, branch: inProject(branch) });
    for (const each of facts.points) this.points.push(solvedPoint(each, { code, branch: firstBranch, at, ...objects }));
    for (const { to, from } of facts.uses) this.used.add(at(to), at(from));
  }
}
