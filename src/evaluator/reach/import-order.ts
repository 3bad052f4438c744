import { findCycles } from "../../text/cycles";

/** Tells which files lead to which by their imports. */
export class ImportOrder {
  /** The group of files that import each other, by file. A group comes after all that it imports. */
  private readonly groups = new Map<string, number>();
  private readonly members = new Map<number, readonly string[]>();
  private count = 0;

  /** @param importsOf the files that a file imports. */
  constructor(private readonly importsOf: (name: string) => readonly string[]) {}

  /** @returns whether imports lead from a file to another, or it is that file itself. */
  leadsTo(from: string, to: string): boolean {
    const source = this.groupOf(from);
    const target = this.groupOf(to);
    if (source <= target) return source === target;
    return this.search(from, target);
  }

  /** @returns the files that import each other in circles with a file, and the file itself, in an order that does not depend on it. */
  circleOf(name: string): readonly string[] {
    return [...(this.members.get(this.groupOf(name)) ?? [name])].sort();
  }

  private groupOf(name: string): number {
    const known = this.groups.get(name);
    if (known !== undefined) return known;
    for (const group of findCycles(name, this.importsOf, (each) => this.groups.has(each))) {
      this.count += 1;
      this.members.set(this.count, group);
      for (const each of group) this.groups.set(each, this.count);
    }
    return this.groups.get(name) ?? 0;
  }

  /** Groups before the target's cannot lead there. */
  private search(from: string, target: number): boolean {
    const seen = new Set([from]);
    for (const name of seen) {
      const group = this.groupOf(name);
      if (group === target) return true;
      if (group > target) for (const each of this.importsOf(name)) seen.add(each);
    }
    return false;
  }
}
