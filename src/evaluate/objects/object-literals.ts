import type { ObjectLiteral } from "../../code/values";
import type { Abstract, Accessor, Context, Entry, Place, Single } from "../domain";
import type { Evaluation } from "../evaluation";
import { spreadInto } from "../builtins/index";
import type { ObjectDraft } from "../builtins/objects/spread";
import { declaredMembers } from "../names/declared-members";
import { lazyEntry, objectOf, unknown } from "../make";
import { keyOf } from "./keys";
import { nodeAt, placeOf, spreadAt, standingAt } from "../places";
import { mapOptions, optionsOf } from "../values";
import { withGetters } from "./accessors";
import { openUp } from "./open";
import { ofPrototype } from "./prototypes";

/** Object literals and spreads. */

/** An object literal under evaluation. */
interface Parts {
  members: Map<string, Entry>;
  open: string | undefined;
  spreads: readonly Abstract[];
  unordered: true | undefined;
}

export function evaluateObject(
  evaluation: Evaluation,
  { members, ...node }: ObjectLiteral,
  context: Context,
  id: number,
): Abstract {
  const place = placeOf(node, context);
  const parts: Parts = { members: new Map(), open: undefined, spreads: [], unordered: undefined };
  for (const member of members) {
    if (member.kind === "spread") {
      const at = placeOf(member.at ?? nodeAt(context.file, member.value), context);
      spread(evaluation, parts, standingAt(evaluation.valueOf(member.value, context), member.at, context), at);
      continue;
    }
    const key = keyOf(evaluation, member.key, context);
    const at = member.kind === "value" ? member.at : undefined;
    const value = (): Abstract => standingAt(evaluation.valueOf(member.value, context), at, context);
    // `__proto__` sets the prototype, which may have further members.
    if (key === undefined || member.key === "__proto__") {
      openUp(parts, key === undefined ? "a key that is not known" : ofPrototype, place);
      continue;
    }
    const keyPlace = { ...place, start: member.keyStart, end: member.keyEnd };
    const before = parts.members.get(key);
    if (before?.presence === "maybe") parts.unordered = true;
    parts.members.set(
      key,
      member.kind === "value"
        ? lazyEntry(value, keyPlace)
        : accessorEntry({ ...before?.accessor, [member.kind]: value() }, keyPlace),
    );
  }
  const { members: made, ...about } = parts;
  const object = objectOf(made, place, { ...about, literal: { file: context.file, value: id } });
  return withGetters(evaluation, object, { call: id, context });
}

function accessorEntry(accessor: Accessor, keyPlace: Place): Entry {
  return lazyEntry(() => unknown("an accessor", keyPlace), keyPlace, "always", accessor);
}

/** Adds the members of a spread value. Later members win; an unknown value may replace any member. */
function spread(evaluation: Evaluation, parts: Parts, value: Abstract, at: Place): void {
  const { members, open, unordered } = parts;
  const draft: ObjectDraft = { members, open, unordered, spreads: [] };
  const copied = spreadInto(
    draft,
    mapOptions(value, (option) => ofDeclaredType(evaluation, spreadAt(option, at))),
  );
  parts.members = new Map(copied.members);
  parts.open = copied.open;
  parts.unordered = copied.unordered;
  if (optionsOf(value).some(({ kind }) => kind !== "scalar")) parts.spreads = [...parts.spreads, value];
}

/** An unknown value of a declared type contributes the declared members. Any other unknown value may contribute any member. */
function ofDeclaredType(evaluation: Evaluation, option: Single): Abstract {
  if (option.kind === "object" && option.outside) return ofDeclaredType(evaluation, option.outside.value);
  if (option.kind === "module") return exportsOf(evaluation, option);
  if (option.kind !== "unknown") return option;
  const declared = declaredMembers(evaluation, option);
  if (!declared) return option;
  const members = declared.map(({ key, optional }): [string, Entry] => {
    const value = (): Abstract => evaluation.member(option, key, option.place);
    return [key, lazyEntry(value, option.place, optional ? "maybe" : "always")];
  });
  return objectOf(new Map(members), option.place, { assumes: option.assumes });
}

/** @returns the exports of a file as an object, including its re-exports. */
function exportsOf(evaluation: Evaluation, module: Extract<Single, { kind: "module" }>): Abstract {
  const { place } = module;
  const names = evaluation.surroundings.project.namesOf(module.file);
  if (!names) return unknown("a module that exports all of a package", place);
  const read = (name: string): [string, Entry] => [
    name,
    lazyEntry(() => evaluation.member(module, name, place), place),
  ];
  return objectOf(new Map([...names].map(read)), place, { assumes: module.assumes });
}
