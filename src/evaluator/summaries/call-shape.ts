import type TS from "typescript";
import type { Abstract, Arguments, Cell, Closure, Content, Place, Unknown } from "../domain/domain";
import { bounds } from "../domain/limits";
import { numberOf } from "../domain/numbers";
import { optionsOf } from "../domain/values";
import type { Machine } from "../machine";
import { isBoundToRun, isLocal, isLocalFunction } from "./local";

/** A call described without its place: calls of equal keys do the same, each with its own values for what is listed here. */
export interface CallShape {
  readonly key: string;
  /** The unknown values, objects and requests that the arguments hold, and the places of all values, in the order of the description. */
  readonly identities: readonly number[];
  readonly cells: readonly Cell[];
  readonly requests: readonly number[];
  readonly places: readonly Place[];
}

/**
 * @param oldest unknown values up to this identity are the same for all calls.
 * @returns nothing if the call holds something that only it has, such as a function that the running code has made, or too much to be compared.
 */
export function shapeOf(
  machine: Machine,
  closure: Closure,
  self: Abstract | undefined,
  args: Arguments,
  oldest: number,
): CallShape | undefined {
  if (isLocal(machine, closure.root)) return undefined;
  const description = new Description(machine, oldest);
  description.add(`${numberOf(closure)}${args.more ? "+" : ""}`);
  if (self) description.value(self);
  description.add("(");
  for (const value of args.values) description.value(value);
  return description.shape;
}

class Description {
  private readonly text: string[] = [];
  private readonly identities: number[] = [];
  private readonly cells: Cell[] = [];
  private readonly requests: number[] = [];
  private readonly places: Place[] = [];
  private left: number = bounds.describedValues;

  constructor(
    private readonly machine: Machine,
    private readonly oldest: number,
  ) {}

  get shape(): CallShape | undefined {
    if (this.left < 0) return undefined;
    const { identities, cells, requests, places } = this;
    return { key: this.text.join("\0"), identities, cells, requests, places };
  }

  add(text: string): void {
    this.text.push(text);
  }

  value(value: Abstract): void {
    if (!this.counts()) return;
    this.place(value.place);
    const response = value.origin?.response;
    if (response)
      this.add(`r${this.indexOf(this.requests, response.request)}${response.part}.${response.path.join(".")}`);
    const settled = (value.settles ?? []).map((id) => this.indexOf(this.requests, id));
    this.add(
      `${value.promise ? "p" : ""}${settled.join(",")}|${value.origin?.trail.join(">") ?? ""}|${value.origin?.parameter?.name ?? ""}`,
    );
    switch (value.kind) {
      case "scalar":
        this.add(`s${typeof value.value}${String(value.value)}${value.text ?? ""}`);
        return;
      case "text":
        if (value.json) {
          this.fail();
          return;
        }
        this.add(`t${value.parts.length}`);
        for (const part of value.parts) {
          if (part.kind === "hole") {
            if (part.encoded) this.add("e");
            this.value(part.value);
          } else {
            this.place(part.place);
            this.add(JSON.stringify(part.text));
          }
        }
        return;
      case "reference":
        this.cell(value.cell);
        return;
      case "callable":
        if (isLocalFunction(this.machine, value.target)) this.fail();
        else this.add(`c${numberOf(value.target)}`);
        return;
      case "native":
        this.add(`n${numberOf(value.native)}`);
        return;
      case "unknown":
        this.unknown(value);
        return;
      case "alternatives":
        this.add(`a${value.options.length}`);
        for (const option of optionsOf(value)) this.value(option);
        return;
      case "never":
        this.fail();
    }
  }

  /** Counts a value. @returns whether more are looked at. */
  private counts(): boolean {
    this.left -= 1;
    return this.left >= 0;
  }

  private fail(): void {
    this.left = -1;
  }

  private place(place: Place): void {
    const isInside = place.activation.active && place.activation.depth > 0;
    const isOwn = place.file === this.machine.sourceFile && !place.foreign;
    this.add(isInside ? "i" : isOwn ? "o" : "f");
    this.places.push(place);
  }

  /** @returns the position of something in a list to which it is added if it is new. */
  private indexOf<T>(list: T[], entry: T): number {
    const index = list.indexOf(entry);
    return index >= 0 ? index : list.push(entry) - 1;
  }

  private unknown(value: Unknown): void {
    const { reason, is, truth, nullish, any, index, typed, pointsTo = [] } = value;
    const place = index ? `${index.least}${index.mayBeFirst}` : "";
    this.add(
      `u${reason}|${is ?? ""}${truth ?? ""}${nullish ?? ""}${any ?? ""}${place}|${typed ? this.declared(typed) : ""}`,
    );
    this.identity(value.identity);
    let owner = value.member;
    for (let depth = 0; owner && depth < bounds.memberDepth; depth += 1) {
      this.add(`.${owner.key}`);
      this.identity(owner.of.identity);
      owner = owner.of.member;
    }
    for (const cell of pointsTo) {
      if (!this.counts()) return;
      this.cell(cell);
    }
    this.facts(value.identity, bounds.forgottenDepth);
  }

  /** What declares the type of a value. Parameters of one written type are alike, and so are those of which nothing is declared. */
  private declared(typed: TS.Node): string {
    const { ts, checker } = this.machine;
    const number = `#${numberOf(typed)}`;
    if (!ts.isParameter(typed) || typed.modifiers || typed.dotDotDotToken) return number;
    // What a constructor is given may have the type of the field that keeps it.
    if (!typed.type) return checker || ts.isConstructorDeclaration(typed.parent) ? number : "";
    // What `string` stands for does not depend on the file.
    if (ts.isToken(typed.type)) return typed.type.getText();
    const isGeneric = ts.findAncestor(
      typed.parent,
      (each) => "typeParameters" in each && each.typeParameters !== undefined,
    );
    return isGeneric ? number : `${numberOf(typed.getSourceFile())}:${typed.type.getText()}`;
  }

  private identity(identity: number): void {
    this.add(identity <= this.oldest ? `#${identity}` : `${this.indexOf(this.identities, identity)}`);
  }

  /** What conditions have shown of an unknown value, and of its members. */
  private facts(identity: number, depth: number, path = ""): void {
    const { facts, identities } = this.machine;
    const { truthy, nullish } = facts.of(identity) ?? {};
    if ((truthy ?? nullish) !== undefined) this.add(`${path}!${truthy ?? ""}${nullish ?? ""}`);
    if (depth === 0) return;
    for (const [key, member] of identities.membersOf(identity)) {
      if (!this.counts()) return;
      this.facts(member, depth - 1, `${path}/${key}`);
    }
  }

  private cell(cell: Cell): void {
    if (!isLocal(this.machine, cell.slot.root)) {
      this.add(`#${numberOf(cell)}`);
      return;
    }
    const known = this.cells.length;
    const index = this.indexOf(this.cells, cell);
    this.add(`@${index}`);
    if (index === known) this.content(cell, this.machine.visibility.present(cell.slot));
  }

  private content(cell: Cell, content: Content): void {
    const { constructedBy, made } = cell;
    if (isBoundToRun(this.machine, cell)) {
      this.fail();
      return;
    }
    const isChangedLate = this.machine.lateWrites.membersOf(made) !== undefined;
    const isSealed = content.escapedIn === this.machine.context.root;
    this.add(
      `${cell.class?.name ?? ""}${constructedBy ? numberOf(constructedBy) : ""}|${isChangedLate ? numberOf(made) : ""}|${content.open}${content.escaped}${isSealed}`,
    );
    for (const fields of content.before ? [content.fields, content.before] : [content.fields]) {
      this.add("{");
      for (const [key, field] of fields) {
        if (field.getter ?? field.setter) this.fail();
        this.add(`${JSON.stringify(key)}${field.presence}${field.maybeGetter ?? ""}${field.unordered ?? ""}`);
        this.place(field.keyPlace);
        this.value(field.value);
        if (this.left < 0) return;
      }
    }
    this.add("[");
    for (const item of content.items) {
      this.add(item.presence);
      this.value(item.value);
      if (this.left < 0) return;
    }
    this.add(";");
    if (content.rest) this.value(content.rest);
    for (const source of content.sources) this.value(source);
    if (!content.copied) return;
    this.add(JSON.stringify([content.copied.without, content.copied.among]));
    this.value(content.copied.from);
  }
}
