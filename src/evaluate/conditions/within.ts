import type { Abstract, ArrayValue, Entry, ObjectValue, Part, Single, Text } from "../domain";
import { limits } from "../limits";
import { isSamePiece, segmentsOf } from "./segments";
import { isSame, optionsOf, sameAssumptions } from "../values";

/** Depth to which nested objects are compared. */
const deepest = 3;

/** Whether a value is a stand-in for any value. */
type IsAny = (value: Single) => boolean;

/**
 * @param any recognises stand-ins for any value.
 * @returns whether each option of a value is covered by an option of the other.
 */
export function isWithin(value: Abstract, among: Abstract | undefined, any: IsAny, depth = 0): boolean {
  if (among === undefined || depth > deepest) return false;
  const known = optionsOf(among);
  if (known.some(any)) return true;
  return optionsOf(value).every((option) => known.some((each) => covers(each, option, any, depth)));
}

function covers(known: Single, value: Single, any: IsAny, depth: number): boolean {
  if (known.assumes && !sameAssumptions(known.assumes, value.assumes)) return false;
  if (isSame(known, value)) return true;
  if (known.kind === "text" && value.kind === "text") return coversText(known, value, any);
  if (known.kind === "object" && value.kind === "object") return coversObject(known, value, any, depth);
  return known.kind === "array" && value.kind === "array" && coversArray(known, value, any, depth);
}

function coversText(known: Text, value: Text, any: IsAny): boolean {
  return coversBeginning(known, value, any) || coversSegments(known, value, any);
}

/** Covers texts with replaced segments: all other segments must be equal. */
function coversSegments(known: Text, value: Text, any: IsAny): boolean {
  const [all, others] = [segmentsOf(known), segmentsOf(value)];
  if (!all || all.separators !== others?.separators) return false;
  return all.pieces.every((piece, index) => {
    const [part, ...more] = piece;
    const isHole = part?.kind === "hole" && more.length === 0 && optionsOf(part.value).some(any);
    return isHole || isSamePiece(piece, others.pieces[index] ?? [], known.place);
  });
}

/** Covers texts to which rounds append: the known beginning must be equal. */
function coversBeginning(known: Text, value: Text, any: IsAny): boolean {
  const last = known.parts.at(-1);
  if (last?.kind !== "hole" || !optionsOf(last.value).some(any) || known.json || value.json) return false;
  return startsWith(value.parts, known.parts.slice(0, -1));
}

/** @returns whether a list of parts begins with another one. */
export function startsWith(parts: readonly Part[], beginning: readonly Part[]): boolean {
  return beginning.every((part, index) => {
    const other = parts[index];
    if (part.kind === "hole") return other?.kind === "hole" && isSame(other.value, part.value);
    if (other?.kind !== "text") return false;
    return index === beginning.length - 1 ? other.text.startsWith(part.text) : other.text === part.text;
  });
}

function coversObject(known: ObjectValue, value: ObjectValue, any: IsAny, depth: number): boolean {
  const isAlike = known.identity === value.identity || (isOfOnePlace(known, value) && known.class === value.class);
  if (!isAlike || (value.open !== undefined && known.open === undefined)) return false;
  if (known.members === value.members) return true;
  if (value.members.size > limits.members) return false;
  const keys = new Set([...known.members.keys(), ...value.members.keys()]);
  return [...keys].every((key) => {
    const [one, other] = [known.members.get(key), value.members.get(key)];
    return coversEntry(one, other, known, any, depth);
  });
}

function coversEntry(
  known: Entry | undefined,
  value: Entry | undefined,
  of: ObjectValue,
  any: IsAny,
  depth: number,
): boolean {
  if (known === value) return true;
  if (!known) return of.open !== undefined;
  if (!value) return known.presence === "maybe";
  if (known.presence === "always" && value.presence === "maybe") return false;
  if (known.accessor !== value.accessor) return false;
  return isWithin(value.value, known.value, any, depth + 1);
}

function coversArray(known: ArrayValue, value: ArrayValue, any: IsAny, depth: number): boolean {
  const isAlike = known.identity === value.identity || isOfOnePlace(known, value);
  if (!isAlike || (value.open !== undefined && known.open === undefined)) return false;
  if (value.elements.length > Math.min(known.elements.length, limits.members)) return known.open !== undefined;
  return known.elements.every((one, index) => {
    const other = value.elements[index];
    if (one === other) return true;
    if (!other) return one.presence === "maybe";
    if (one.presence === "always" && other.presence === "maybe") return false;
    return isWithin(other.value, one.value, any, depth + 1);
  });
}

/** @returns whether one expression created both objects, in different rounds. */
function isOfOnePlace({ place: one }: Single, { place: other }: Single): boolean {
  return one.file === other.file && one.start === other.start && one.end === other.end;
}
