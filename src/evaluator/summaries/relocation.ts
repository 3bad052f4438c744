import type TS from "typescript";
import type { Range } from "../../text/range";
import type { Origin, Value } from "../../value/value";
import { freshIdentity } from "../domain/constructors";
import type { Abstract, Cell, Content, Copied, Field, Part, Place, Unknown } from "../domain/domain";
import type { Slot } from "../domain/slots";
import type { Machine } from "../machine";
import { setFields } from "../store/content";
import { allocate } from "../store/heap";
import { Layers } from "../store/layers";
import type { RepeatedCall } from "./repeat";
import type { Summary } from "./summary";

/** Rewrites what one call has given for another call of the same shape: each value, object, request and place becomes the other call's. */
export class Relocation {
  /** The requests that the call sends again, by the number of the former one. */
  readonly sent = new Map<number, number>();
  private readonly requests = new Map<number, number>();
  private readonly identities = new Map<number, number>();
  private readonly places = new Map<Place, Place>();
  private readonly ranges = new Map<string, Range>();
  private readonly cells = new Map<Cell, Cell>();
  private readonly slots = new Map<Slot<unknown>, Slot<unknown>>();
  private readonly node: TS.Node;
  private readonly copies = new Map<object, unknown>();

  constructor(
    private readonly machine: Machine,
    private readonly summary: Summary,
    { call, shape, ranges }: RepeatedCall,
  ) {
    this.node = call.node;
    const before = summary.shape;
    pair(before.identities, shape.identities, this.identities);
    pair(before.cells, shape.cells, this.cells);
    pair(before.requests, shape.requests, this.requests);
    pair(before.places, shape.places, this.places);
    for (const [one, other] of this.cells) this.slots.set(one.slot, other.slot);
    for (const [one, other] of this.places) this.ranges.set(textFrom(one.range), other.range);
    this.ranges.set(textFrom(summary.ranges.range), ranges.range);
    this.ranges.set(textFrom(summary.ranges.calleeRange), ranges.calleeRange);
  }

  /** @returns the slot that takes the place of an argument's, or the slot itself if it is common to all calls. */
  slot<T>(slot: Slot<T>): Slot<T> {
    return (this.slots.get(slot) as Slot<T> | undefined) ?? slot;
  }

  request(id: number): number {
    return this.sent.get(id) ?? this.requests.get(id) ?? id;
  }

  /** @returns the value itself, if nothing in it belongs to the call. */
  value(value: Abstract): Abstract {
    const place = this.place(value.place);
    const settles = value.settles && kept(value.settles, (id) => this.request(id));
    const origin = this.origin(value.origin);
    const isKept = place === value.place && settles === value.settles && origin === value.origin;
    return this.parts(isKept ? value : { ...value, place, origin, ...(settles ? { settles } : {}) });
  }

  private parts(value: Abstract): Abstract {
    switch (value.kind) {
      case "text": {
        const parts = kept(value.parts, (part) => this.part(part));
        const json = value.json && this.frozen(value.json);
        return parts === value.parts && json === value.json ? value : { ...value, parts, json };
      }
      case "reference": {
        const cell = this.cell(value.cell);
        return cell === value.cell ? value : { ...value, cell };
      }
      case "unknown":
        return this.unknown(value);
      case "alternatives": {
        const options = kept(value.options, (option) => this.value(option));
        return options === value.options ? value : { ...value, options };
      }
      default:
        return value;
    }
  }

  private place(place: Place): Place {
    return this.places.get(place) ?? place;
  }

  private origin(origin: Origin | undefined): Origin | undefined {
    const response = origin?.response;
    if (!response) return origin;
    const request = this.request(response.request);
    return request === response.request ? origin : { ...origin, response: { ...response, request } };
  }

  private part(part: Part): Part {
    if (part.kind === "hole") {
      const value = this.value(part.value);
      return value === part.value ? part : { ...part, value };
    }
    const place = this.place(part.place);
    return place === part.place ? part : { ...part, place };
  }

  private unknown(value: Unknown): Unknown {
    const identity = this.identity(value.identity);
    const pointsTo = value.pointsTo && kept(value.pointsTo, (cell) => this.cell(cell));
    const of = value.member && this.unknown(value.member.of);
    if (identity === value.identity && pointsTo === value.pointsTo && of === value.member?.of) return value;
    return {
      ...value,
      identity,
      ...(pointsTo ? { pointsTo } : {}),
      ...(value.member && of ? { member: { ...value.member, of } } : {}),
    };
  }

  /** @returns the identity that takes the place of another: an argument's, that of a member of one, or a new one for one that the call made. */
  identity(identity: number): number {
    const { oldest, recording, identities, pass } = this.summary;
    const isOfPass = pass === this.machine.pass.id;
    if (identity <= oldest && (isOfPass || !recording.members.has(identity))) return identity;
    let after = this.identities.get(identity);
    if (after === undefined) {
      const member = recording.members.get(identity);
      const source = this.machine.identities.sourceOf(identity);
      if (member) after = this.machine.identities.member(this.identity(member.owner), member.key);
      else if (source !== undefined && identity > identities)
        after = this.machine.identities.copyOf(this.identity(source));
      // What is older than the call, and no part of what it was given, is the same for all calls.
      else after = identity <= identities ? identity : freshIdentity();
      this.identities.set(identity, after);
    }
    return after;
  }

  /** @returns the object that takes the place of another: an argument's, or a new one for one that the call made. */
  cell(cell: Cell): Cell {
    const known = this.cells.get(cell);
    const content = this.summary.made.get(cell);
    if (known || !content) return known ?? cell;
    const { type, made, constructedBy } = cell;
    const copy = allocate(this.machine, { type, made, class: cell.class, constructedBy });
    this.cells.set(cell, copy);
    copy.slot.value = this.content(content);
    return copy;
  }

  /** @returns the content with the parts that do not change: late writes are told by comparing them. */
  content(content: Content): Content {
    const { rest, before, escapedIn, copied } = content;
    const copy: Content = {
      ...content,
      fields: this.fields(content.fields),
      items: kept(content.items, (item) => {
        const value = this.value(item.value);
        return value === item.value ? item : { ...item, value };
      }),
      ...(rest ? { rest: this.value(rest) } : {}),
      ...(before ? { before: this.fields(before) } : {}),
      ...(escapedIn === this.summary.root ? { escapedIn: this.machine.context.root } : {}),
      sources: kept(content.sources, (source) => this.value(source)),
      ...(copied ? { copied: this.copied(copied) } : {}),
    };
    const isKept = (Object.keys(copy) as (keyof Content)[]).every((key) => copy[key] === content[key]);
    return isKept ? content : copy;
  }

  /** @returns an object's present content with the members that a call has changed. */
  changed(present: Content, { fields }: Content, members: ReadonlySet<string>): Content {
    const changed = [...members].flatMap((key): (readonly [string, Field])[] => {
      const field = fields.get(key);
      return field ? [[key, this.field(field)]] : [];
    });
    const isKept = changed.every(([key, field]) => present.fields.get(key) === field);
    return isKept ? present : setFields(present, changed);
  }

  private copied(copied: Copied): Copied {
    const from = this.value(copied.from);
    return from === copied.from || from.kind !== "unknown" ? copied : { ...copied, from };
  }

  private fields(fields: Content["fields"]): Content["fields"] {
    const changed: [string, Field][] = [];
    for (const [key, field] of fields) {
      const other = this.field(field);
      if (other !== field) changed.push([key, other]);
    }
    return changed.length === 0 ? fields : Layers.with(fields, changed);
  }

  private field(field: Field): Field {
    const value = this.value(field.value);
    const keyPlace = this.place(field.keyPlace);
    return value === field.value && keyPlace === field.keyPlace ? field : { ...field, value, keyPlace };
  }

  /** @returns a copy of what a client has said of a request, with the ranges, values and requests of this call. Trees and clients stay the same. */
  frozen<T>(given: T): T {
    if (typeof given !== "object" || given === null) return given;
    // A client that is sent when it is awaited tells the call that gives it.
    if ((given as unknown) === this.summary.node) return this.node as T;
    const known = this.copies.get(given);
    if (known !== undefined) return known as T;
    if (Array.isArray(given)) return kept(given as unknown[], (each) => this.frozen(each)) as T;
    const prototype: unknown = Object.getPrototypeOf(given);
    if (prototype !== Object.prototype && prototype !== null) return given;
    const copy: Record<string, unknown> = {};
    for (const [key, value] of Object.entries(given)) copy[key] = this.frozenMember(key, value);
    const range = "start" in copy && "end" in copy ? this.ranges.get(textFrom(copy as unknown as Range)) : undefined;
    if (range) Object.assign(copy, { start: range.start, end: range.end });
    const isKept = Object.keys(copy).every((key) => copy[key] === (given as Record<string, unknown>)[key]);
    this.copies.set(given, isKept ? given : copy);
    if (isKept) return given;
    const thawed = this.machine.thawed.get(given as unknown as Value);
    if (thawed) this.machine.thawed.set(copy as unknown as Value, thawed);
    return copy as T;
  }

  private frozenMember(key: string, value: unknown): unknown {
    if (typeof value === "number") {
      if (key === "identity") return this.identity(value);
      if (key === "request") return this.request(value);
    }
    // What only the evaluator and the clients look into is the same for both calls, except for a text that was made from a value.
    if (key === "handle" && !(typeof value === "object" && value !== null && "json" in value)) return value;
    return this.frozen(value);
  }
}

/** @returns the list itself, if nothing in it changes. */
function kept<T>(list: readonly T[], change: (each: T) => T): readonly T[] {
  const changed = list.map(change);
  return changed.every((each, index) => each === list[index]) ? list : changed;
}

function pair<T>(before: readonly T[], after: readonly T[], into: Map<T, T>): void {
  for (const [index, each] of before.entries()) {
    const other = after[index];
    if (other !== undefined && !into.has(each)) into.set(each, other);
  }
}

function textFrom({ start, end }: Range): string {
  return `${start}:${end}`;
}
