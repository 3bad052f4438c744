import type TS from "typescript";
import type { NativeCall } from "../evaluator/models/native";
import type { Range } from "../text/range";
import type { Member, ObjectValue, UnknownValue, Value } from "../value/value";
import { asText, optionsOf } from "./known";
import { asObject, objectOf, oneOf, overlay, unknown } from "./objects";
import { isOnStraightLine } from "./straight-line";

/** A request that is changed in place before it is sent: superagent's chain, Node's `ClientRequest`. */
export class RequestBuilder {
  private readonly headerLayers: (ObjectValue | UnknownValue)[] = [];
  private readonly bodies: { readonly value: Value; readonly sure: boolean }[] = [];
  readonly queries: { readonly value: Value; readonly sure: boolean }[] = [];
  /** Sent only once, however often it is awaited. */
  sent: number | undefined;
  /** Something that was called on it is not known. */
  unseen = false;

  constructor(
    private readonly ts: typeof TS,
    readonly made: NativeCall,
  ) {}

  /** Whether a call on the builder surely runs before it is sent. */
  isSure(call: NativeCall): boolean {
    return isOnStraightLine(this.ts, this.made.node, call.node);
  }

  /** Adds header fields: one by name, or those of an object. */
  setHeaders(call: NativeCall, field: Value | undefined, content: Value | undefined): void {
    const presence = this.isSure(call) ? "always" : "maybe";
    if (!field) return;
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

  addBody(call: NativeCall, value: Value): void {
    this.bodies.push({ value, sure: this.isSure(call) });
  }

  addQuery(call: NativeCall, value: Value): void {
    this.queries.push({ value, sure: this.isSure(call) });
  }

  headers(at: Range, first: readonly (ObjectValue | UnknownValue)[] = []): ObjectValue {
    return overlay([...first, ...this.headerLayers], at, (key) => key.toLowerCase());
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
