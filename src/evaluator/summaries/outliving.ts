import type { Abstract, Cell, Content, Field, Root } from "../domain/domain";
import { bounds } from "../domain/limits";
import { isOlder } from "../domain/made-natives";
import type { Machine } from "../machine";
import type { Recording } from "../store/recording";
import { isBoundToRun, isLocal, isLocalFunction } from "./local";

/** Collects the objects that a call has made and that outlive it. */
export class Outliving {
  readonly made = new Map<Cell, Content>();
  /** False if something outlives the call of which each call needs its own and that cannot be copied, such as a function. */
  isCopyable = true;
  /** See `Summary`. */
  holdsOfPass = false;
  private left: number = bounds.describedValues;

  /** @param natives how many natives there were when the call began. */
  constructor(
    private readonly machine: Machine,
    private readonly recording: Recording,
    private readonly natives: number,
  ) {}

  value(value: Abstract): void {
    if (!this.counts()) return;
    switch (value.kind) {
      case "text":
        for (const part of value.parts) if (part.kind === "hole") this.value(part.value);
        return;
      case "reference":
        this.cell(value.cell);
        return;
      case "callable":
        if (value.target.type === "closure") this.belongsTo(value.target.root);
        if (isLocalFunction(this.machine, value.target)) this.fail();
        return;
      case "native":
        if (!isOlder(value.native, this.natives)) this.fail();
        return;
      case "unknown":
        for (const cell of value.pointsTo ?? []) {
          if (!this.counts()) return;
          this.cell(cell);
        }
        return;
      case "alternatives":
        for (const option of value.options) this.value(option);
        return;
      case "scalar":
      case "never":
    }
  }

  /** Counts a value. @returns whether more are looked at. */
  private counts(): boolean {
    this.left -= 1;
    if (this.left < 0) this.fail();
    return this.isCopyable;
  }

  private fail(): void {
    this.isCopyable = false;
  }

  private cell(cell: Cell): void {
    const { slot } = cell;
    if (!isLocal(this.machine, slot.root)) this.belongsTo(slot.root);
    if (!this.recording.isOwn(slot) || !isLocal(this.machine, slot.root) || this.made.has(cell)) return;
    if (isBoundToRun(this.machine, cell)) this.fail();
    this.made.set(cell, slot.value);
    this.content(slot.value);
  }

  private belongsTo(root: Root | undefined): void {
    if (root?.pass === this.machine.pass.id) this.holdsOfPass = true;
  }

  /** @param members those that the call may have changed, and nothing else; absent: it may have changed anything. */
  content(content: Content, members?: ReadonlySet<string>): void {
    if (members) {
      for (const key of members) this.field(content.fields.get(key));
      return;
    }
    for (const fields of content.before ? [content.fields, content.before] : [content.fields])
      for (const field of fields.values()) {
        this.field(field);
        if (!this.isCopyable) return;
      }
    for (const item of content.items) {
      this.value(item.value);
      if (!this.isCopyable) return;
    }
    if (content.rest) this.value(content.rest);
    for (const source of content.sources) this.value(source);
  }

  private field(field: Field | undefined): void {
    if (field?.getter ?? field?.setter) this.fail();
    if (field) this.value(field.value);
  }
}
