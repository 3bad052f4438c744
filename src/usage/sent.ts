import { asText, optionsOf } from "../request/drafts/known";
import {
  hasJsonMembers,
  type ArrayValue,
  type BooleanValue,
  type Member,
  type NumberValue,
  type ObjectValue,
  type StringValue,
  type UnknownValue,
  type Value,
} from "../value/value";
import type { Sent, SentField, SentType } from "./usage";

/** Limit of nesting; deeper values count as unknown. */
const greatestDepth = 12;
/** Limits of a text's length and of the number of values; beyond them, values are left out. */
const longestText = 200;
const mostValues = 40;

/** Names of members that may contain secrets, whose values are never reported. */
const secret = /auth|cookie|credential|key|passw|secret|signature|token/iu;

const unknownValue: Sent = { types: ["unknown"] };

/** @returns what is known of a value in JSON form. Members that are always `undefined` are left out. */
export function toSent(value: Value, name = "", depth = 0): Sent {
  const options = optionsOf(value).filter(({ kind }) => kind !== "undefined");
  return joinSent(options.map((option) => describe(option, name, depth)));
}

/** @returns what is known of a value with several alternatives. */
export function joinSent(options: readonly Sent[]): Sent {
  const types = [...new Set(options.flatMap((option) => option.types))];
  const values = options.some((option) => option.values === undefined && !isOnly(option, "null"))
    ? []
    : [...new Set(options.flatMap((option) => option.values ?? []))];
  const objects = options.filter((option) => option.types.includes("object"));
  const elements = options.flatMap((option) => option.elements ?? []);
  return {
    types: types.length === 0 ? ["unknown"] : types,
    ...(values.length > 0 && values.length <= mostValues && { values }),
    ...(objects.length > 0 && { fields: joinFields(objects) }),
    ...(elements.length > 0 && { elements: joinSent(elements) }),
    ...(options.some(({ open }) => open) && { open: true }),
  };
}

function isOnly({ types }: Sent, type: SentType): boolean {
  return types.length === 1 && types[0] === type;
}

function joinFields(objects: readonly Sent[]): Record<string, SentField> {
  const names = new Set(objects.flatMap(({ fields = {} }) => Object.keys(fields)));
  return fromEntries(
    [...names].map((name) => {
      const found = objects.flatMap(({ fields = {} }) => (Object.hasOwn(fields, name) ? [fields[name]] : []));
      const given = found.filter((each) => each !== undefined);
      const isAlways = given.length === objects.length && given.every(({ presence }) => presence === "always");
      return [name, { presence: isAlways ? "always" : "maybe", ...joinSent(given) }];
    }),
  );
}

/** Creates own properties, even for a member named `__proto__`. */
function fromEntries(entries: readonly (readonly [string, SentField])[]): Record<string, SentField> {
  return Object.fromEntries(entries);
}

function describe(value: Value, name: string, depth: number): Sent {
  if (depth > greatestDepth) return unknownValue;
  switch (value.kind) {
    case "object":
      return hasJsonMembers(value) ? sentMembers(value, depth) : unknownValue;
    case "array":
      return sentElements(value, name, depth);
    case "string":
    case "number":
    case "boolean":
      return sentScalar(value, name);
    case "null":
      return { types: ["null"] };
    case "unknown":
      return { types: [value.is ?? "unknown"], ...((value.is === "object" || value.is === "array") && { open: true }) };
    default:
      return unknownValue;
  }
}

function sentElements({ elements, open }: ArrayValue, name: string, depth: number): Sent {
  const values = elements.map((element) => toSent(element.value, name, depth + 1));
  return { types: ["array"], ...(values.length > 0 && { elements: joinSent(values) }), ...(open && { open: true }) };
}

function sentScalar(value: StringValue | NumberValue | BooleanValue, name: string): Sent {
  const scalar = value.kind === "string" ? asText(value) : value.value;
  const isTold = scalar !== undefined && typeof scalar !== "bigint" && String(scalar).length <= longestText;
  return { types: [value.kind], ...(isTold && !secret.test(name) && { values: [scalar] }) };
}

/** @returns what is known of the members of an object, such as the query or headers. */
export function sentMembers(value: ObjectValue | UnknownValue, depth = 0): Sent {
  if (value.kind === "unknown") return unknownValue;
  const members = value.members.filter((member) => optionsOf(member.value).some(({ kind }) => kind !== "undefined"));
  const fields = fromEntries(members.map((member) => [member.key, describeMember(member, depth)]));
  return { types: ["object"], fields, ...(value.open && { open: true }) };
}

function describeMember({ key, value, presence }: Member, depth: number): SentField {
  const mayLack = presence === "maybe" || optionsOf(value).some(({ kind }) => kind === "undefined");
  return { presence: mayLack ? "maybe" : "always", ...toSent(value, key, depth + 1) };
}
