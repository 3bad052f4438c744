import type TS from "typescript";
import type { NativeCall } from "../../clients/native";
import type { Range } from "../../text/range";
import type { Member, ObjectValue, UnknownValue, Value } from "../../value/value";
import { asText, optionsOf } from "./known";
import { asObject, objectOf, oneOf, overlay, unknown } from "./objects";
import { isOnStraightLine } from "./straight-line";

interface Change {
  readonly by: NativeCall;
  readonly redo: (builder: RequestBuilder) => void;
}

/** A request that is mutated before it is sent: superagent's chain, Node's `ClientRequest`. */
export class RequestBuilder {
  private readonly headerLayers: (ObjectValue | UnknownValue)[] = [];
  private readonly bodies: { readonly value: Value; readonly sure: boolean }[] = [];
  /** By name of a removed field: whether it is surely removed. */
  private readonly removed = new Map<string, boolean>();
  readonly queries: { readonly value: Value; readonly sure: boolean }[] = [];
  /**
   * The id of the request, which is sent once, however often it is awaited. A change after that belongs to another
   * path, on which the request is not sent yet.
   */
  sent: number | undefined;
  /** Whether an unknown method was called on it. */
  unseen = false;
  /** Whether unknown code that got it may set another body. */
  writesBody = false;
  /** All changes, in order. */
  private readonly changes: Change[] = [];

  /** @param since the node after which code changes it. */
  constructor(
    private readonly ts: typeof TS,
    readonly made: NativeCall,
    private readonly since: TS.Node = made.node,
  ) {}

  /** @returns a copy, built further by the code around a call. */
  begun(node: TS.Node): RequestBuilder {
    const other = new RequestBuilder(this.ts, this.made, node);
    other.unseen = this.unseen;
    other.writesBody = this.writesBody;
    other.changes.push(...this.changes);
    other.headerLayers.push(...this.headerLayers);
    other.bodies.push(...this.bodies);
    other.queries.push(...this.queries);
    for (const [name, isSure] of this.removed) other.removed.set(name, isSure);
    return other;
  }

  /**
   * Calls with different callers share the results that do not depend on the callers, and so a builder:
   * `start(url).send(body)`.
   *
   * @param chain the calls of a chain.
   * @returns the builder without the changes that other callers apply through calls of the chain.
   */
  seenBy(chain: readonly NativeCall[]): RequestBuilder {
    const own = this.changes.filter(({ by }) => !chain.some((each) => each.node === by.node && each !== by));
    if (own.length === this.changes.length) return this;
    const seen = new RequestBuilder(this.ts, this.made, this.since);
    seen.unseen = this.unseen;
    seen.writesBody = this.writesBody;
    for (const { redo } of own) redo(seen);
    return seen;
  }

  #note(by: NativeCall, redo: Change["redo"]): void {
    this.sent = undefined;
    this.changes.push({ by, redo });
  }

  /** Whether a call on the builder surely runs before the request is sent. */
  isSure(call: NativeCall): boolean {
    return !call.isOneOfSeveral && isOnStraightLine(this.ts, this.since, call.node);
  }

  /** Adds a header field by name, or the fields of an object. */
  setHeaders(call: NativeCall, field: Value | undefined, content: Value | undefined): void {
    const presence = this.isSure(call) ? "always" : "maybe";
    if (!field) return;
    this.#note(call, (other) => {
      other.setHeaders(call, field, content);
    });
    if (field.kind === "object" || field.kind === "unknown" || field.kind === "alternatives") {
      const object = content ? unknown("header of unknown name", call.range) : asObject(field);
      this.headerLayers.push(object.kind === "object" && presence === "maybe" ? maybe(object) : object);
      return;
    }
    const key = asText(field);
    const member: Member[] =
      key !== undefined && content ? [{ key, keyRange: field.range, value: content, presence }] : [];
    this.headerLayers.push(objectOf(member, call.range, member.length === 0));
  }

  /** Appends a value to a header field. */
  appendHeader(call: NativeCall, field: Value | undefined, content: Value | undefined): void {
    if (content) this.setHeaders(call, field, unknown("a field of one or several values", call.range));
  }

  /** Removes a header field, certainly or only on some paths. */
  removeHeader(call: NativeCall, field: Value | undefined): void {
    const name = asText(field)?.toLowerCase();
    const isSure = this.isSure(call);
    this.#note(call, (other) => {
      other.removeHeader(call, field);
    });
    for (const [index, layer] of this.headerLayers.entries()) {
      if (layer.kind === "unknown") continue;
      const members = layer.members.flatMap((member): Member[] => {
        if (name !== undefined && member.key.toLowerCase() !== name) return [member];
        return isSure && name !== undefined ? [] : [{ ...member, presence: "maybe" }];
      });
      this.headerLayers[index] = { ...layer, members };
    }
    this.removed.set(name ?? "*", (isSure || this.removed.get(name ?? "*") === true) && name !== undefined);
  }

  addBody(call: NativeCall, value: Value): void {
    this.#note(call, (other) => {
      other.addBody(call, value);
    });
    this.bodies.push({ value, sure: this.isSure(call) });
  }

  /** Removes the body, but keeps the type set with it. */
  removeBody(call: NativeCall): void {
    this.#note(call, (other) => {
      other.removeBody(call);
    });
    if (this.bodies.length === 0) return;
    this.unseen = true;
    if (this.isSure(call)) this.bodies.length = 0;
    else this.bodies.push({ value: unknown("a body that may be taken back", call.range), sure: false });
  }

  addQuery(call: NativeCall, value: Value): void {
    this.#note(call, (other) => {
      other.addQuery(call, value);
    });
    this.queries.push({ value, sure: this.isSure(call) });
  }

  headers(at: Range, first: readonly (ObjectValue | UnknownValue)[] = []): ObjectValue {
    const own = first.map((layer) => this.withoutRemoved(layer));
    return overlay([...own, ...this.headerLayers], at, (key) => key.toLowerCase());
  }

  private withoutRemoved(layer: ObjectValue | UnknownValue): ObjectValue | UnknownValue {
    if (layer.kind === "unknown" || this.removed.size === 0) return layer;
    const members = layer.members.flatMap((member): Member[] => {
      const isSure = this.removed.get(member.key.toLowerCase()) ?? this.removed.get("*");
      return isSure === undefined ? [member] : isSure ? [] : [{ ...member, presence: "maybe" }];
    });
    return { ...layer, members };
  }

  /** @returns the body; undefined if there is none, unknown if it is sent in several pieces. */
  body(at: Range): Value | undefined {
    const [only, ...others] = this.bodies;
    if (!only) return undefined;
    if (others.length > 0) return unknown("sent in several pieces", at);
    return only.sure
      ? only.value
      : oneOf([...optionsOf(only.value), { kind: "undefined", range: at }], only.value.range);
  }
}

function maybe(object: ObjectValue): ObjectValue {
  return { ...object, members: object.members.map((member) => ({ ...member, presence: "maybe" })) };
}
