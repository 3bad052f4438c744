import { ConstraintCheck } from "./constraints/check";
import { describeValue } from "./describe";
import { type DuplicateKey, type Mismatch, type Path, withoutRepetitions } from "./mismatch";
import { getElementKey, getPath, inside, type Position } from "./position";
import { acceptsNull, type Fit, fitScalar, getScalarText, isScalar } from "./scalar";
import type { ArrayShape, FieldShape, MapShape, ObjectShape, ScalarShape, Shape, UnionShape } from "./shape";
import { findHome, findOrigin, type Surrounding } from "./surroundings";
import { checkUnion } from "./union";
import { findNear } from "../text/near";
import type { Range } from "../text/range";
import { hasJsonMembers, type ArrayValue, type Member, type ObjectValue, type Value } from "../value/value";

/** Deeper values are not checked: nobody writes them by hand, and recursion could exhaust the stack. */
const greatestDepth = 400;

const anyShape: Shape = { type: "any" };
const anyArray: ArrayShape = { type: "array", elements: anyShape };

/**
 * Finds all mismatches between a value and a shape.
 *
 * Unknown parts never mismatch: open objects lack nothing, a member that is present on some paths is not missing, and unknown values fit every shape. Each
 * problem is reported once: a misspelt required field is `unknown` and not also `missing`, and a value shared through an anchor is checked once.
 *
 * @param key where to report fields missing from the root; by default the root's range.
 * @returns the mismatches in the order of the value's members.
 */
export function checkShape(value: Value, shape: Shape, key: Range = value.range): Mismatch[] {
  const check = new Check();
  check.walk(value, shape, { step: "", outer: undefined, key, editable: true, depth: 0 });
  return withoutRepetitions(check.found);
}

class Check {
  readonly found: Mismatch[] = [];
  /** The shapes under which a collection's parts were checked. With aliases, values form a graph and not a tree. */
  readonly #checked = new Map<object, Set<Shape>>();
  #constraints: ConstraintCheck | undefined;
  /** The enclosing objects, innermost last. */
  readonly #around: Surrounding[] = [];

  walk(value: Value, shape: Shape, outer: Position): void {
    if (outer.depth > greatestDepth) return;
    const place =
      value.anchor === undefined && value.elsewhere === undefined && value.shared === undefined
        ? outer
        : { ...outer, editable: false };
    const before = this.found.length;
    this.#typeAndMembers(value, shape, place);
    if (shape.constraints === undefined || value.kind === "alternatives") return;
    this.#constraints ??= new ConstraintCheck();
    this.found.push(...this.#constraints.check(value, shape, place, this.found.slice(before)));
  }

  #typeAndMembers(value: Value, shape: Shape, place: Position): void {
    if (value.kind === "alternatives") {
      for (const option of value.options)
        if (option.kind !== "null" && option.kind !== "undefined") this.walk(option, shape, place);
      return;
    }
    if (shape.type === "union") this.#union(value, shape, place);
    else if (shape.type === "any") this.#any(value, place);
    else if (value.kind === "null" && shape.nullable === true) return;
    else if (isScalar(shape)) this.#scalar(value, shape, place);
    else this.#collection(value, shape, place);
  }

  #collection(value: Value, shape: ObjectShape | MapShape | ArrayShape, place: Position): void {
    if (shape.type === "array") {
      if (value.kind === "array") this.#array(value, shape, place);
      else this.#collectionExpected(value, shape, place);
    } else if (value.kind !== "object" || !hasJsonMembers(value)) this.#collectionExpected(value, shape, place);
    else if (shape.type === "map") this.#map(value, shape, place);
    else this.#object(value, shape, place);
  }

  /** @returns whether the collection was not yet checked under this shape, and marks it as checked. */
  #begin(parts: object, shape: Shape): boolean {
    const shapes = this.#checked.get(parts);
    if (shapes === undefined) this.#checked.set(parts, new Set([shape]));
    else if (shapes.has(shape)) return false;
    else shapes.add(shape);
    return true;
  }

  #object(object: ObjectValue, shape: ObjectShape, place: Position): void {
    if (!this.#begin(object.members, shape)) return;
    const members = this.#effectiveMembers(object, place);
    const meant = new Set<string>();
    this.#around.push({ shape, members, place });
    for (const [key, member] of members) {
      const field = shape.fields.get(key);
      if (field !== undefined) {
        this.#olderKey(member, inside(place, member));
        this.#field(member, field, place);
      } else if (shape.open) this.walk(member.value, anyShape, inside(place, member));
      else if (key === "creationTimestamp" && member.value.kind === "null")
        continue; // Go programs write this meaningless null into all metadata.
      else this.#unknownField(member, shape, members, meant, place);
    }
    this.#around.pop();
    if (object.open) return;
    for (const field of shape.fields.values()) {
      if (!field.required || members.has(field.name) || meant.has(field.name)) continue;
      const at = { path: [...getPath(place), field.name], range: place.key, editable: place.editable };
      this.found.push({ kind: "missing", ...at, field, owner: shape, object, because: "absent" });
    }
  }

  #effectiveMembers(object: ObjectValue, place: Position): Map<string, Member> {
    return getEffectiveMembers(object, place, (mismatch) => this.found.push(mismatch));
  }

  #field(member: Member, field: FieldShape, place: Position): void {
    if (field.since === undefined) {
      this.#fieldValue(member, field, place);
      return;
    }
    const { editable } = inside(place, member);
    const path = [...getPath(place), field.name];
    this.found.push({ kind: "since", path, range: member.keyRange, editable, field, since: field.since });
    this.#fieldValue(member, field, place);
  }

  #fieldValue(member: Member, field: FieldShape, place: Position): void {
    const within = inside(place, member, field.name);
    const { value } = member;
    if ((value.kind !== "null" && value.kind !== "undefined") || (value.kind === "null" && acceptsNull(field.shape))) {
      this.walk(value, field.shape, within);
    } else if (field.required && member.presence === "always") {
      // The service treats `null` as absent, so only a required field must not be null.
      const owner: ObjectShape = { type: "object", fields: new Map([[field.name, field]]), open: true };
      const object: ObjectValue = { kind: "object", range: value.range, members: [member], open: true, spreads: [] };
      this.found.push({
        kind: "missing",
        path: getPath(within),
        range: member.keyRange,
        editable: within.editable,
        field,
        owner,
        object,
        because: value.kind,
      });
    }
  }

  #unknownField(
    member: Member,
    owner: ObjectShape,
    members: ReadonlyMap<string, Member>,
    meant: Set<string>,
    place: Position,
  ): void {
    const { near, underlying, present } = findMeant(member.key, owner, members);
    for (const { name } of near) meant.add(name);
    const { editable } = inside(place, member);
    const [only] = near.length === 1 ? near : [];
    const inner = only === undefined ? [] : this.#checkAs(member, only, place);
    const home = near.length > 0 || present !== undefined ? undefined : findHome(member.key, this.#around);
    const isSure =
      only !== undefined &&
      (underlying || !inner.some((mismatch) => mismatch.kind === "type" && mismatch.value === member.value));
    this.found.push({
      kind: "unknown",
      path: [...getPath(place), member.key],
      range: member.keyRange,
      editable,
      member,
      owner,
      near,
      underlying,
      isSure,
      ...(present === undefined ? {} : { present }),
      ...(home === undefined ? {} : { home }),
    });
    if (isSure) this.found.push(...inner);
  }

  /** Checks a misspelt member against the shape of the intended field. */
  #checkAs(member: Member, field: FieldShape, place: Position): readonly Mismatch[] {
    const check = new Check();
    check.#fieldValue(member, field, place);
    return check.found;
  }

  #map(object: ObjectValue, shape: MapShape, place: Position): void {
    if (!this.#begin(object.members, shape)) return;
    for (const member of this.#effectiveMembers(object, place).values()) {
      const within = inside(place, member);
      this.#olderKey(member, within);
      const before = this.found.length;
      if (member.value.kind !== "null" || shape.sparse !== true) this.walk(member.value, shape.values, within);
      const home = shape.values.type === "string" ? findOrigin(member, this.#around) : undefined;
      if (home !== undefined) this.#stray(member, home, within, before);
    }
  }

  /** Reports a key that other YAML versions read differently, so that they do not find the field. */
  #olderKey(member: Member, within: Position): void {
    if (member.olderKey === undefined) return;
    this.found.push({
      kind: "ambiguous-key",
      path: getPath(within),
      range: member.keyRange,
      editable: within.editable,
      member,
    });
  }

  /** Reports a field that slipped into the map. If the map rejects its value, that mismatch gets the field's home instead. */
  #stray(member: Member, home: Path, within: Position, before: number): void {
    const [first] = this.found.splice(before);
    if (first?.kind === "type") this.found.push({ ...first, home });
    else if (first !== undefined) this.found.push(first);
    else {
      const { editable } = within;
      this.found.push({ kind: "stray", path: getPath(within), range: member.keyRange, editable, member, home });
    }
  }

  #array(array: ArrayValue, shape: ArrayShape, place: Position): void {
    if (!this.#begin(array.elements, shape)) return;
    array.elements.forEach(({ value }, index) => {
      this.walk(value, shape.elements, {
        step: index,
        outer: place,
        key: getElementKey(value),
        editable: place.editable,
        depth: place.depth + 1,
      });
    });
  }

  /** Any type is valid. Finds only problems that do not depend on the type. */
  #any(value: Value, place: Position): void {
    if (value.kind === "object") {
      if (!this.#begin(value.members, anyShape)) return;
      for (const member of this.#effectiveMembers(value, place).values())
        this.walk(member.value, anyShape, inside(place, member));
    } else if (value.kind === "array") {
      this.#array(value, anyArray, place);
    }
  }

  #scalar(value: Value, shape: ScalarShape, place: Position): void {
    const fit = fitScalar(value, shape);
    const older =
      value.kind === "string" || value.kind === "number" || value.kind === "boolean" ? value.older : undefined;
    if (older !== undefined) {
      const olderFit = fitScalar(older, shape);
      if (fit === "fits" || olderFit === "fits") {
        this.found.push({
          kind: "ambiguous",
          path: getPath(place),
          range: value.range,
          editable: place.editable,
          value,
          expected: shape,
        });
        return;
      }
    }
    this.#misfit(fit, value, shape, place);
  }

  #misfit(fit: Fit, value: Value, shape: ScalarShape, place: Position): void {
    const at = { path: getPath(place), range: value.range, editable: place.editable };
    if (fit === "type") this.#wrongType(value, shape, place);
    else if (fit === "range") this.found.push({ kind: "range", ...at, value });
    else if (fit === "values")
      this.found.push({ kind: "values", ...at, value, text: getScalarText(value) ?? "", allowed: shape.values ?? [] });
  }

  #collectionExpected(value: Value, shape: ObjectShape | MapShape | ArrayShape, place: Position): void {
    const found = describeValue(value);
    if (found === undefined) return;
    // An unknown object or array may fit.
    if (
      value.kind === "unknown" &&
      (value.is === "array") === (shape.type === "array") &&
      (value.is === "object" || value.is === "array")
    )
      return;
    this.#wrongType(value, shape, place);
  }

  #wrongType(value: Value, expected: Shape, place: Position): void {
    const found = describeValue(value);
    if (found === undefined) return;
    this.found.push({
      kind: "type",
      path: getPath(place),
      range: value.range,
      editable: place.editable,
      value,
      expected,
      found,
    });
  }

  #union(value: Value, shape: UnionShape, place: Position): void {
    const found = checkUnion(value, shape, place, (option) => {
      const check = new Check();
      check.walk(value, option, place);
      return check.found;
    });
    if (found === undefined) this.#wrongType(value, shape, place);
    else this.found.push(...found);
  }
}

/**
 * @returns the effective member for each key, which is the last one.
 *
 * @param report called for each repetition.
 */
function getEffectiveMembers(
  object: ObjectValue,
  place: Position,
  report: (mismatch: DuplicateKey) => void,
): Map<string, Member> {
  const members = new Map<string, Member>();
  for (const member of object.members) {
    const first = members.get(member.key);
    members.set(member.key, member);
    if (first === undefined) continue;
    const within = inside(place, member);
    report({
      kind: "duplicate",
      path: getPath(within),
      range: member.keyRange,
      editable: within.editable,
      key: member.key,
      first: first.keyRange,
    });
  }
  return members;
}

/** The fields that an unknown key may stand for. */
interface Meant {
  /** Absent fields with similar names; only one if the key is its underlying name. */
  readonly near: readonly FieldShape[];
  /** Whether the key is a field's underlying name. */
  readonly underlying: boolean;
  /** A field that is already present under its own name. */
  readonly present: FieldShape | undefined;
}

/** @returns the fields of `owner` that the author of `key` may have meant. */
function findMeant(key: string, owner: ObjectShape, members: ReadonlyMap<string, Member>): Meant {
  const absent = [...owner.fields.values()].filter((field) => !members.has(field.name));
  const exact = absent.find((field) => field.underlyingName === key);
  if (exact !== undefined) return { near: [exact], underlying: true, present: undefined };
  const names = findNear(
    key,
    absent.map((field) => field.name),
  );
  const near = names.flatMap((name) => owner.fields.get(name) ?? []);
  return { near, underlying: false, present: near.length > 0 ? undefined : findPresent(key, owner, members) };
}

function findPresent(key: string, owner: ObjectShape, members: ReadonlyMap<string, Member>): FieldShape | undefined {
  const present = [...owner.fields.values()].filter((field) => members.has(field.name));
  const exact = present.find((field) => field.underlyingName === key);
  if (exact !== undefined) return exact;
  const plain = key.toLowerCase().replace(/[-_]/g, "");
  return present.find((field) => field.name.toLowerCase() === plain);
}
