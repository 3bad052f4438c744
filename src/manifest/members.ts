import { getScalarText } from "../shape/scalar";
import type { Range } from "../text/range";
import type { Member, ObjectValue, Value } from "../value/value";

/** Access to the members of a document. */

export function getMember(object: ObjectValue, key: string): Member | undefined {
  return object.members.findLast((member) => member.key === key);
}

export function isAbsent(member: Member | undefined): member is undefined {
  return member === undefined || member.value.kind === "null" || member.value.kind === "undefined";
}

export function getText(member: Member | undefined): string | undefined {
  return member?.value.kind === "string" ? getScalarText(member.value) : undefined;
}

export function isTemplated(value: Value): boolean {
  return value.kind === "unknown" && value.reason === "template";
}

export function isEditable(member: Member): boolean {
  return (
    member.inherited === undefined &&
    member.value.anchor === undefined &&
    member.value.shared === undefined &&
    member.value.elsewhere === undefined
  );
}

export function getElements(member: Member | undefined): readonly Value[] {
  return member?.value.kind === "array" ? member.value.elements.map((element) => element.value) : [];
}

export function getItemKey(value: Value): Range {
  return (value.kind === "object" ? value.members[0]?.keyRange : undefined) ?? value.range;
}
