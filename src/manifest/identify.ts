import { distance } from "fastest-levenshtein";
import { anyKind, isDistinctive, type KnownGroup, type KnownKind, type KnownKinds } from "./known-kinds";
import type { IdentityProblem, SkipReason, UnnamedDocument } from "./manifest";
import { getMember, getText, isAbsent, isEditable, isTemplated } from "./members";
import type { Range } from "../text/range";
import type { Member, ObjectValue } from "../value/value";

/** Decides which kind of the contract a document is. */

/** Properties that an item inherits from its `<Kind>List`. */
export interface ItemOf {
  readonly list: { readonly kind: string; readonly index: number };
  /** Absent in a `v1` List, whose items name their own kinds. */
  readonly kind?: KnownKind;
  readonly key: Range;
}

export interface Identity {
  readonly kind: KnownKind;
  readonly problems: readonly IdentityProblem[];
}

interface NotOurs {
  readonly reason: SkipReason;
  readonly detail: string;
  readonly unnamed?: UnnamedDocument;
}

/** The kinds that a document may have, before its apiVersion is considered. */
export interface Candidacy {
  readonly object: ObjectValue;
  /** The member that names the kind, or its substitute. */
  readonly kindMember: Member;
  /** The kinds of that name. */
  readonly candidates: readonly KnownKind[];
  readonly item?: ItemOf | undefined;
  /** Whether the document shows signs of a kind. By default, its fields must be distinctive of the kind. */
  readonly isLike?: (kind: KnownKind) => boolean;
}

/**
 * Decides which of the kinds with one name a document has, by its apiVersion, or by its fields if that is not enough.
 */
export function identify(candidacy: Candidacy, known: KnownKinds): Identity | NotOurs {
  const { object, candidates, isLike = (kind: KnownKind) => isDistinctive(object, kind) } = candidacy;
  const member = getMember(object, "apiVersion");
  if (isAbsent(member)) return identifyWithoutVersion({ ...candidacy, isLike });
  const text = getText(member);
  if (text !== undefined)
    return identifyNamed({ ...candidacy, isLike }, member, text, known) ?? toForeign(candidates, text);
  if (isTemplated(member.value)) return { reason: "template", detail: "`apiVersion` is filled in by a template" };
  const like = anyOf(candidates.filter(isLike));
  return like === undefined
    ? { reason: "foreign group", detail: "its `apiVersion` is not known" }
    : { kind: like, problems: [] };
}

function identifyWithoutVersion(candidacy: Candidacy & Required<Pick<Candidacy, "isLike">>): Identity | NotOurs {
  const { object, kindMember, candidates, item, isLike } = candidacy;
  const listed = item?.kind;
  const inherited =
    listed === undefined || candidates.includes(listed)
      ? listed
      : candidates.find((kind) => kind.group.key === listed.group.key);
  if (inherited !== undefined) return { kind: inherited, problems: [] };
  const like = anyOf(candidates.filter(isLike));
  if (like === undefined || object.open) return { reason: "not a manifest", detail: "it has no `apiVersion`" };
  const problem: IdentityProblem = {
    kind: "missing",
    field: "apiVersion",
    range: kindMember.keyRange,
    editable: false,
    found: "",
    expected: getApiVersions(like.group),
  };
  return { kind: like, problems: [problem] };
}

type Problem = (kind: "version" | "group" | "near", owner: KnownGroup) => IdentityProblem;

/** @returns the kind by a readable apiVersion, or `undefined` if it belongs to another group. */
function identifyNamed(
  candidacy: Candidacy & Required<Pick<Candidacy, "isLike">>,
  member: Member,
  text: string,
  known: KnownKinds,
): Identity | undefined {
  const { group, version } = splitApiVersion(text);
  const problem: Problem = (kind, owner) => ({
    kind,
    field: "apiVersion",
    range: member.value.range,
    editable: isEditable(member),
    found: text,
    expected: getApiVersions(owner),
  });
  const exact = candidacy.candidates.filter((kind) => kind.group.name === group);
  return exact.length > 0
    ? identifyVersion(exact, version, problem)
    : identifyOtherGroup(candidacy, { group, version }, problem, known);
}

/** @param kinds the kinds of one group, with the schemas of its versions. */
function identifyVersion(kinds: readonly KnownKind[], version: string, problem: Problem): Identity | undefined {
  const same = kinds.find((kind) => kind.group.apiVersions.includes(version));
  if (same !== undefined) return { kind: same, problems: [] };
  const kind = anyOf(kinds);
  return kind && { kind, problems: [problem("version", kind.group)] };
}

/**
 * @returns the only kind. If several have different schemas, a kind with only their common properties: name, group and
 * versions.
 */
function anyOf(kinds: readonly KnownKind[]): KnownKind | undefined {
  const [first] = kinds;
  if (first === undefined || kinds.length === 1) return first;
  const own = kinds.filter((kind) => kind.group.key === first.group.key);
  const apiVersions = [...new Set(own.flatMap((kind) => kind.group.apiVersions))];
  return anyKind({ ...first.group, apiVersions }, first.kind.name);
}

/** @returns the kind of the group that is meant, or `undefined` if nothing shows one. */
function identifyOtherGroup(
  { object, candidates, isLike }: Candidacy & Required<Pick<Candidacy, "isLike">>,
  { group, version }: ReturnType<typeof splitApiVersion>,
  problem: Problem,
  known: KnownKinds,
): Identity | undefined {
  for (const key of new Set(candidates.map((kind) => kind.group.key))) {
    const kinds = candidates.filter((kind) => kind.group.key === key);
    const same = kinds.find((kind) => kind.group.apiVersions.includes(version));
    const kind = same ?? anyOf(kinds);
    if (kind === undefined) continue;
    const { name } = kind.group;
    const near: Identity = { kind, problems: [problem("near", kind.group)] };
    if (!kinds.some(isLike)) {
      if (same !== undefined && isTypoOfLabel(group, name) && fitsFields(object, same)) return near;
      continue;
    }
    if (known.groups.has(group)) return { kind, problems: [problem("group", kind.group)] };
    if (name === undefined && same !== undefined) return { kind, problems: [] };
    if (name !== undefined && ((group === "" && same !== undefined) || isTypo(group, name))) return near;
  }
  return undefined;
}

function toForeign(candidates: readonly KnownKind[], text: string): NotOurs {
  const name = candidates[0]?.kind.name ?? "";
  const configured = candidates.flatMap((kind) => kind.group.name ?? []);
  if (configured.length > 0)
    return { reason: "foreign group", detail: `${name} of ${text} is not one of ${configured.join(", ")}` };
  return {
    reason: "foreign group",
    detail: `nothing shows that ${name} of ${text} is the service's; name its group under \`groups\` in the configuration`,
    unnamed: { kind: name, apiVersion: text, group: candidates[0]?.group.key ?? "" },
  };
}

function getApiVersions(group: KnownGroup): string[] {
  return group.name === undefined ? [] : group.apiVersions.map((version) => joinApiVersion(group.name, version));
}

/** @returns the value of `apiVersion`. The core group of Kubernetes has no name, so its versions appear alone. */
export function joinApiVersion(group: string | undefined, version: string): string {
  return group === undefined || group === "" ? version : `${group}/${version}`;
}

export function splitApiVersion(text: string): { readonly group: string; readonly version: string } {
  const slash = text.lastIndexOf("/");
  return { group: text.slice(0, Math.max(slash, 0)), version: text.slice(slash + 1) };
}

/**
 * Whether a group's name has a typo of one letter in one label; for documents without other signs of the kind. Names of
 * one system often differ little: `eks.aws.example.org` and `ecs.aws.example.org`, `v1.example.org` and
 * `v2.example.org`.
 */
function isTypoOfLabel(group: string, name = ""): boolean {
  const [found, meant] = [group.split("."), name.split(".")];
  const different = meant.flatMap((label, index) =>
    label === found[index] ? [] : [[label, found[index] ?? ""] as const],
  );
  const [first] = different;
  if (found.length !== meant.length || first === undefined || different.length > 1) return false;
  const [label, written] = first;
  const digits = (text: string): string => text.replace(/\D/g, "");
  return label.length >= 5 && digits(label) === digits(written) && isSlip(label, written);
}

/** Whether one letter is missing, added or replaced, or two are swapped. An `s` at the end makes a different word. */
function isSlip(label: string, written: string): boolean {
  if (label === `${written}s` || written === `${label}s`) return false;
  if (distance(label, written) <= 1) return true;
  const at = Array.from(label).findIndex((letter, index) => letter !== written[index]);
  const swapped = `${label.slice(0, at)}${label[at + 1] ?? ""}${label[at] ?? ""}${label.slice(at + 2)}`;
  return swapped === written;
}

/** Whether all fields in an object's `spec` are fields of the kind. */
function fitsFields(object: ObjectValue, kind: KnownKind): boolean {
  const fields = kind.shape.fields.get("spec")?.shape;
  const spec = getMember(object, "spec")?.value;
  if (fields?.type !== "object" || fields.open || spec?.kind !== "object" || spec.open) return false;
  return spec.members.length > 0 && spec.members.every(({ key }) => fields.fields.has(key));
}

/** Whether a group's name has a typo of up to two letters. A short name may well be that of another group. */
function isTypo(group: string, name: string): boolean {
  return name.length >= 8 && distance(group.toLowerCase(), name.toLowerCase()) <= 2;
}
