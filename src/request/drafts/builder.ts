import type TS from "typescript";
import type { NativeCall } from "../../clients/native";
import type { Range } from "../../text/range";
import type { Member, ObjectValue, UnknownValue, Value } from "../../value/value";
import { asText, optionsOf } from "./known";
import { asObject, objectOf, oneOf, overlay, unknown } from "./objects";
import { isOnStraightLine } from "./straight-line";

/** A request that is changed in place before it is sent: superagent's chain, Node's `ClientRequest`. */
export class RequestBuilder {
  private readonly headerLayers: (ObjectValue | UnknownValue)[] = [];
  private readonly bodies: { readonly value: Value; readonly sure: boolean }[] = [];
  /** Names of removed fields, and whether they are surely removed. */
  private readonly removed = new Map<string, boolean>();
  readonly queries: { readonly value: Value; readonly sure: boolean }[] = [];
  /** Sent only once, however often it is awaited. What changes it later stands on another path, on which it is not sent yet. */
  sent: number | undefined;
  /** An unknown method was called on it. */
  unseen = false;
  /** What was given to it may send another body. */
  writesBody = false;

  constructor(
    private readonly ts: typeof TS,
    readonly made: NativeCall,
  ) {}

  /** Whether a call on the builder surely runs before it is sent. */
  isSure(call: NativeCall): boolean {
    return !call.isOneOfSeveral && isOnStraightLine(this.ts, this.made.node, call.node);
  }

  /** Whether it is sent because a function returns it. An unknown caller may change it before, unless it is told that it gets a promise. */
  isHandedOut(call: NativeCall): boolean {
    const { ts } = this;
    const node: TS.Node = call.node;
    if (!ts.isFunctionLike(node) || (ts.getCombinedModifierFlags(node) & ts.ModifierFlags.Async) !== 0) return false;
    const { type } = node;
    return !(
      type &&
      ts.isTypeReferenceNode(type) &&
      ts.isIdentifier(type.typeName) &&
      type.typeName.text === "Promise"
    );
  }

  /** Adds header fields: one by name, or those of an object. */
  setHeaders(call: NativeCall, field: Value | undefined, content: Value | undefined): void {
    const presence = this.isSure(call) ? "always" : "maybe";
    if (!field) return;
    this.sent = undefined;
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

  /** Adds a value to those of a field. */
  appendHeader(call: NativeCall, field: Value | undefined, content: Value | undefined): void {
    if (content) this.setHeaders(call, field, unknown("a field of one or several values", call.range));
  }

  /** Removes a field: surely, or on some paths only. */
  removeHeader(call: NativeCall, field: Value | undefined): void {
    const name = asText(field)?.toLowerCase();
    const isSure = this.isSure(call);
    this.sent = undefined;
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
    this.sent = undefined;
    this.bodies.push({ value, sure: this.isSure(call) });
  }

  /** Takes back the body that was given so far. The type that came with it stays. */
  removeBody(call: NativeCall): void {
    this.sent = undefined;
    if (this.bodies.length === 0) return;
    this.unseen = true;
    if (this.isSure(call)) this.bodies.length = 0;
    else this.addBody(call, unknown("a body that may be taken back", call.range));
  }

  addQuery(call: NativeCall, value: Value): void {
    this.sent = undefined;
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

  /** The one body, `undefined` where there is none, an unknown one where it was sent in pieces. */
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
