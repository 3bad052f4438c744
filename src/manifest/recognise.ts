import { identify, type Identity, type ItemOf, splitApiVersion } from "./identify";
import { getHeld } from "./holders";
import { asPart } from "./patches";
import { anyKind, getKnownKinds, isDistinctive, type KnownKind, type KnownKinds } from "./known-kinds";
import type { IdentityProblem, Manifest, SkippedDocument, SkipReason, UnnamedDocument } from "./manifest";
import { getElements, getItemKey, getMember, getText, isAbsent, isEditable, isTemplated } from "./members";
import { getScalarText } from "../shape/scalar";
import type { ObjectShape } from "../shape/shape";
import { findNear } from "../text/near";
import type { Range } from "../text/range";
import type { Member, ObjectValue, Value } from "../value/value";
import type { Facts } from "../contract/configuration/configuration";
import { openObject } from "../contract/kinds/kind-notation";
import type { Contract } from "../contract/contract";

/** The manifests in a document, object literal or list, or why there are none. */
export interface Recognition {
  readonly manifests: readonly Manifest[];
  readonly skipped: readonly SkippedDocument[];
}

type Language = Manifest["language"];

/** Limit of the nesting of lists. */
const greatestNesting = 4;

/** The context of a value. */
interface Place {
  readonly known: KnownKinds;
  readonly language: Language;
  readonly item?: ItemOf;
  /** The number of lists around it. */
  readonly nesting: number;
}

/** A document that names a kind. */
interface Named {
  readonly object: ObjectValue;
  readonly text: string;
  readonly kindMember: Member;
}

/**
 * Finds the resources of the contract's kinds that a value declares.
 *
 * A document of an unknown group is never a manifest. If the kind's group has no configured name, kind and version must
 * match, and `spec.resource` must have a field that is distinctive of the kind.
 */
export function recognise(value: Value, known: KnownKinds, language: Language): Recognition {
  return recogniseIn(value, { known, language, nesting: 0 });
}

function recogniseIn(value: Value, place: Place): Recognition {
  if (value.kind === "null" || value.kind === "undefined") return skip(value, "empty", "it is empty");
  if (value.kind !== "object") return skip(value, "not a manifest", "it is no object");
  return withHeld(recogniseObject(value, place), value, place);
}

/** Adds the manifests inside an object, whatever the object is itself. */
function withHeld(own: Recognition, object: ObjectValue, place: Place): Recognition {
  if (place.nesting >= greatestNesting) return own;
  const held = getHeld(object).flatMap(({ value, isPart }) => {
    const { known, language, nesting } = place;
    const { manifests } = recogniseIn(value, { known, language, nesting: nesting + 1 });
    return isPart ? manifests.map(asPart) : manifests;
  });
  if (held.length === 0) return own;
  // An object that contains manifests does not count as skipped.
  return { manifests: [...own.manifests, ...held], skipped: [] };
}

function recogniseObject(value: ObjectValue, place: Place): Recognition {
  const kindMember = getMember(value, "kind");
  if (isAbsent(kindMember)) return recogniseWithoutKind(value, place);
  const text = getScalarText(kindMember.value);
  if (text !== undefined) return recogniseNamed({ object: value, text, kindMember }, place);
  return isTemplated(kindMember.value)
    ? skip(value, "template", "`kind` is filled in by a template")
    : skip(value, "not a manifest", "`kind` is no known string");
}

function recogniseNamed(named: Named, place: Place): Recognition {
  const { object, text, kindMember } = named;
  const { known, item, nesting } = place;
  const mayNest = nesting < greatestNesting;
  if (text === "List" && getText(getMember(object, "apiVersion")) === "v1" && mayNest)
    return recogniseItems(object, place);
  const candidates = known.kinds.get(text) ?? [];
  const listed = candidates.length === 0 ? kindsListedBy(text, known) : [];
  if (listed.length > 0 && mayNest) return recogniseList(named, listed, place);
  if (item?.kind !== undefined && item.kind.kind.name !== text)
    return recogniseOtherItem(named, item, item.kind, place);
  if (candidates.length === 0) return recogniseUnknownKind(named, place);
  // Items of a known kind's list need no further signs.
  const isLike = item?.kind === undefined ? {} : { item, isLike: () => true };
  return madeOf(identify({ object, kindMember, candidates, ...isLike }, known), object, kindMember.keyRange, place);
}

/** @returns the kinds with a `<Kind>List` of this name. */
function kindsListedBy(name: string, known: KnownKinds): readonly KnownKind[] {
  return name.endsWith("List") ? (known.kinds.get(name.slice(0, -"List".length)) ?? []) : [];
}

/** @returns the identified manifest, or why there is none. */
function madeOf(
  identity: ReturnType<typeof identify>,
  object: ObjectValue,
  key: Range,
  { language, item }: Place,
): Recognition {
  return "reason" in identity
    ? skip(object, identity.reason, identity.detail, identity.unnamed)
    : one(makeManifest(object, identity, language, key, item));
}

function recogniseWithoutKind(object: ObjectValue, place: Place): Recognition {
  const { known, language, item } = place;
  const member = getMember(object, "apiVersion");
  if (item?.kind !== undefined) {
    const key = item.key;
    if (isAbsent(member)) return one(makeManifest(object, { kind: item.kind, problems: [] }, language, key, item));
    const kindMember = { ...member, keyRange: key };
    const candidates = known.kinds.get(item.kind.kind.name) ?? [];
    const identity = identify({ object, kindMember, candidates, item, isLike: () => true }, known);
    return madeOf(identity, object, key, place);
  }
  const text = getText(member);
  const group = text === undefined ? undefined : known.groups.get(splitApiVersion(text).group);
  // Other files have `apiVersion: v1` too, such as charts and configurations.
  const isVague = group?.name === "" && getMember(object, "metadata") === undefined;
  if (member === undefined || group === undefined || object.open || isVague)
    return skip(object, "not a manifest", "it has no `kind`");
  const kinds = [...known.kinds.values()].flat().filter((kind) => kind.group.key === group.key);
  const like = kinds.filter((kind) => isDistinctive(object, kind));
  const range = member.keyRange;
  const problem: IdentityProblem = {
    kind: "missing",
    field: "kind",
    range,
    editable: false,
    found: "",
    expected: kinds.map((kind) => kind.kind.name),
  };
  const identity = { kind: like[0] ?? anyKind(group), problems: [problem] };
  const manifest = makeManifest(object, identity, language, range, item);
  return one(like.length === 1 ? manifest : { ...manifest, kind: "", shape: openObject });
}

/** Handles a kind that the contract lacks: a typo in its name if the group is known, otherwise a foreign document. */
function recogniseUnknownKind({ object, text, kindMember }: Named, { known, language, item }: Place): Recognition {
  const apiVersion = getText(getMember(object, "apiVersion")) ?? "";
  const group = known.groups.get(splitApiVersion(apiVersion).group);
  if (group === undefined) return skip(object, "unknown kind", `the contract has no kind ${text}`);
  const kinds = [...known.kinds.values()].flat().filter((kind) => kind.group.key === group.key);
  // A kind with a different schema in each version occurs once for each.
  const near = findNear(text, [...new Set(kinds.map((kind) => kind.kind.name))]);
  const candidates = kinds.filter((kind) => kind.kind.name === near[0]);
  const [first] = candidates;
  if (first === undefined)
    return skip(object, "unknown kind", `the contract has no kind ${text} in ${group.name ?? group.key}`);
  const problem: IdentityProblem = {
    kind: "near",
    field: "kind",
    range: kindMember.value.range,
    editable: isEditable(kindMember),
    found: text,
    expected: near,
  };
  const versions = identify({ object, kindMember, candidates, item }, known);
  const problems = "reason" in versions ? [problem] : [problem, ...versions.problems];
  return one(
    makeManifest(
      object,
      { kind: "reason" in versions ? first : versions.kind, problems },
      language,
      kindMember.keyRange,
      item,
    ),
  );
}

/** Reports an item of another kind than its `<Kind>List` lists, and checks it as the kind that it names. */
function recogniseOtherItem(
  { object, text, kindMember }: Named,
  item: ItemOf,
  listed: KnownKind,
  { known, language }: Place,
): Recognition {
  const problem: IdentityProblem = {
    kind: "item",
    field: "kind",
    range: kindMember.value.range,
    editable: false,
    found: text,
    expected: [listed.kind.name],
  };
  const own = identify({ object, kindMember, candidates: known.kinds.get(text) ?? [], item }, known);
  const identity = { kind: "reason" in own ? listed : own.kind, problems: [problem] };
  const manifest = makeManifest(object, identity, language, kindMember.keyRange, item);
  return one("reason" in own ? { ...manifest, kind: text, shape: openObject } : manifest);
}

function recogniseList(
  { object, text, kindMember }: Named,
  candidates: readonly KnownKind[],
  place: Place,
): Recognition {
  const { known, language, nesting } = place;
  const items = getElements(getMember(object, "items"));
  const isLike = (kind: KnownKind): boolean =>
    items.some((item) => item.kind === "object" && isDistinctive(item, kind));
  const identity = identify({ object, kindMember, candidates, isLike }, known);
  if ("reason" in identity) return skip(object, identity.reason, identity.detail, identity.unnamed);
  const list = {
    ...makeManifest(object, identity, language, kindMember.keyRange),
    kind: text,
    shape: makeListShape(text),
  };
  const found = items.map((value, index) => {
    const item = { list: { kind: text, index }, kind: identity.kind, key: getItemKey(value) };
    return recogniseIn(value, { known, language, item, nesting: nesting + 1 });
  });
  return {
    manifests: [list, ...found.flatMap((entry) => entry.manifests)],
    skipped: found.flatMap((entry) => entry.skipped),
  };
}

function recogniseItems(object: ObjectValue, { known, language, nesting }: Place): Recognition {
  const items = getElements(getMember(object, "items"));
  if (items.length === 0) return skip(object, "unknown kind", "it is a List without items");
  const found = items.map((value, index) => {
    const item = { list: { kind: "List", index }, key: getItemKey(value) };
    return recogniseIn(value, { known, language, item, nesting: nesting + 1 });
  });
  return { manifests: found.flatMap((entry) => entry.manifests), skipped: found.flatMap((entry) => entry.skipped) };
}

function makeListShape(kind: string): ObjectShape {
  const string = { type: "string" } as const;
  const fields = [
    { name: "apiVersion", shape: string, required: false },
    { name: "kind", shape: string, required: false },
    { name: "metadata", shape: openObject, required: false },
    { name: "items", shape: { type: "array", elements: { type: "any" } }, required: false },
  ] as const;
  return { type: "object", name: kind, fields: new Map(fields.map((field) => [field.name, field])), open: false };
}

function makeManifest(value: ObjectValue, identity: Identity, language: Language, key: Range, item?: ItemOf): Manifest {
  const { kind, problems } = identity;
  const member = getMember(value, "apiVersion");
  const apiVersion = { text: getText(member), range: member?.value.range ?? key };
  const { version } = kind.group;
  return {
    kind: kind.kind.name,
    group: kind.group.key,
    ...(version !== undefined && { groupVersion: version }),
    apiVersion,
    key,
    value,
    shape: kind.shape,
    problems,
    ...(item !== undefined && { list: item.list }),
    language,
  };
}

function one(manifest: Manifest): Recognition {
  return { manifests: [manifest], skipped: [] };
}

function skip(value: Value, reason: SkipReason, detail: string, unnamed?: UnnamedDocument): Recognition {
  return { manifests: [], skipped: [{ range: value.range, reason, detail, ...(unnamed && { unnamed }) }] };
}

/**
 * Finds the manifests that an object literal declares: itself or, if it is a list, its items.
 *
 * @param value the literal's value when it leaves the place of its creation.
 */
export function getManifestsFromObject(value: Value, contract: Contract, facts: Facts): readonly Manifest[] {
  if (value.kind !== "object" || value.class !== undefined) return [];
  return recognise(value, getKnownKinds(contract, facts), "code").manifests;
}
