import type { Path } from "../mismatch";
import { examineArray } from "./arrays";
import { isKnown, isOpen, isPlainArray, isPlainObject, keyOf, unknown, type Plain, type PlainObject } from "./plain";
import { examineNumber, examineText } from "./scalars";
import type { Constraints, Schema } from "./schema";
import { getRequiredKey, join, list, quote, type Report, type Verdict, type Violation } from "./violation";
import { count } from "../../text/words";

/**
 * Checks a plain value against a schema: its type, members and constraints. CEL rules are excluded.
 *
 * @param path the path of the value, for reports.
 */
export function examine(value: Plain, schema: Schema, path: Path, report: Report): Verdict {
  if (value === unknown) return saysNothing(schema) ? "fits" : "unknown";
  const type = examineType(value, schema, path, report);
  if (type === "fails") return type;
  // The servers do not check a null any further.
  const members = value === null ? "fits" : examineObject(value, schema, path, report);
  return join(members, examineConstraints(value, schema, path, report));
}

/**
 * Checks a plain value against constraints.
 *
 * @returns `fails` if something is wrong; all violations are reported.
 */
export function examineConstraints(value: Plain, constraints: Constraints, path: Path, report: Report): Verdict {
  if (value === unknown) return "unknown";
  let verdict = examineValues(value, constraints, path, report);
  if (value === null) return verdict;
  if (typeof value === "string") verdict = join(verdict, examineText(value, constraints, path, report));
  else if (typeof value === "number" || typeof value === "bigint")
    verdict = join(verdict, examineNumber(value, constraints, path, report));
  else if (isPlainArray(value)) verdict = join(verdict, examineArray(value, constraints, path, report));
  return join(verdict, examineCombinations(value, constraints, path, report));
}

function saysNothing(schema: Schema): boolean {
  return Object.keys(schema).every((keyword) => keyword === "description" || keyword === "x-kubernetes-validations");
}

function examineType(value: Plain, { type, nullable }: Schema, path: Path, report: Report): Verdict {
  if (type === undefined || (value === null && nullable === true) || isOfType(value, type)) return "fits";
  report?.({ keyword: "type", path, found: `is ${nameType(value)}`, expected: `be of type ${type}` });
  return "fails";
}

function isOfType(value: Plain, type: string): boolean {
  switch (type) {
    case "object":
      return isPlainObject(value);
    case "array":
      return isPlainArray(value);
    case "integer":
      return typeof value === "bigint" || Number.isInteger(value);
    case "number":
      return typeof value === "bigint" || typeof value === "number";
    case "null":
      return value === null;
    default:
      return typeof value === type;
  }
}

function nameType(value: Plain): string {
  if (value === null) return "null";
  if (isPlainArray(value)) return "a list";
  return typeof value === "object" ? "an object" : `a ${typeof value === "bigint" ? "number" : typeof value}`;
}

function examineValues(value: Plain, constraints: Constraints, path: Path, report: Report): Verdict {
  const { const: only, enum: several } = constraints;
  const allowed = several ?? (only === undefined ? undefined : [only]);
  if (allowed === undefined) return "fits";
  if (!isKnown(value)) return "unknown";
  const key = keyOf(value);
  if (allowed.some((each) => keyOf(each) === key)) return "fits";
  report?.({
    keyword: several === undefined ? "const" : "enum",
    path,
    found: typeof value === "object" && value !== null ? "has another value" : `is ${quote(value)}`,
    expected: `be ${allowed.map(quote).join(" or ")}`,
  });
  return "fails";
}

/** Checks the members of an object, and the elements of a list, against their schemas. */
function examineObject(value: Plain, schema: Schema, path: Path, report: Report): Verdict {
  if (isPlainArray(value)) return examineElements(value, schema, path, report);
  if (!isPlainObject(value)) return "fits";
  let verdict = examineRequired(value, schema, path, report);
  const { properties, additionalProperties } = schema;
  if (properties === undefined && additionalProperties === undefined) return verdict;
  if (isOpen(value) && mayGainMember(value, schema)) verdict = join(verdict, "unknown");
  for (const [key, member] of Object.entries(value)) {
    const own = properties !== undefined && Object.hasOwn(properties, key) ? properties[key] : undefined;
    const inner = own ?? additionalProperties;
    if (inner === undefined || inner === true) continue;
    if (inner === false) {
      report?.({
        keyword: "additionalProperties",
        path: [...path, key],
        found: "is not known here",
        expected: "be left out",
      });
      verdict = "fails";
    } else verdict = join(verdict, examine(member, inner, [...path, key], report));
  }
  return verdict;
}

/** Whether the schema constrains a member that may exist unseen. */
function mayGainMember(object: PlainObject, { properties = {}, additionalProperties }: Schema): boolean {
  return additionalProperties !== undefined || Object.keys(properties).some((key) => !Object.hasOwn(object, key));
}

function examineElements(elements: readonly Plain[], { items }: Schema, path: Path, report: Report): Verdict {
  if (items === undefined) return "fits";
  let verdict: Verdict = isOpen(elements) ? "unknown" : "fits";
  for (const [index, element] of elements.entries())
    verdict = join(verdict, examine(element, items, [...path, index], report));
  return verdict;
}

function examineRequired(object: PlainObject, { required = [] }: Schema, path: Path, report: Report): Verdict {
  const absent = required.filter((key) => !Object.hasOwn(object, key));
  if (absent.length === 0) return "fits";
  if (isOpen(object)) return "unknown";
  for (const key of absent)
    report?.({ keyword: "required", path: [...path, key], found: "is missing", expected: "be there" });
  return "fails";
}

/** Checks the number of an object's members, and their keys. */
function examineMembers(
  object: PlainObject,
  { minProperties, maxProperties, propertyNames }: Schema,
  path: Path,
  report: Report,
): Verdict {
  const keys = Object.keys(object);
  let verdict: Verdict = "fits";
  const size = keys.length === 0 ? "is empty" : `has ${count(keys.length, "member")}`;
  if (minProperties !== undefined && keys.length < minProperties) {
    verdict = isOpen(object) ? "unknown" : "fails";
    if (verdict === "fails")
      report?.({
        keyword: "minProperties",
        path,
        found: size,
        expected: `have at least ${count(minProperties, "member")}`,
      });
  }
  if (maxProperties !== undefined && keys.length > maxProperties) {
    verdict = "fails";
    report?.({
      keyword: "maxProperties",
      path,
      found: size,
      expected: `have at most ${count(maxProperties, "member")}`,
    });
  }
  if (propertyNames !== undefined)
    for (const key of keys)
      verdict = join(
        verdict,
        examineConstraints(
          key,
          propertyNames,
          [...path, key],
          report &&
            ((violation) => {
              report({ ...violation, keyword: "propertyNames" });
            }),
        ),
      );
  return verdict;
}

/** Checks the size and keys of an object, and combinations of schemas. */
function examineCombinations(value: Plain, constraints: Constraints, path: Path, report: Report): Verdict {
  const { allOf, anyOf, oneOf, not } = constraints;
  let verdict: Verdict = isPlainObject(value) ? examineMembers(value, constraints, path, report) : "fits";
  for (const schema of allOf ?? []) verdict = join(verdict, examine(value, schema, path, report));
  if (anyOf !== undefined) verdict = join(verdict, examineAny(value, anyOf, path, report));
  if (oneOf !== undefined) verdict = join(verdict, examineOne(value, oneOf, path, report));
  if (not !== undefined) verdict = join(verdict, examineNot(value, not, path, report));
  return verdict;
}

function examineAny(value: Plain, options: readonly Schema[], path: Path, report: Report): Verdict {
  const verdicts = options.map((option) => examine(value, option, path, undefined));
  if (verdicts.includes("fits")) return "fits";
  if (verdicts.includes("unknown")) return "unknown";
  report?.(describeNone("anyOf", value, options, path));
  return "fails";
}

function examineOne(value: Plain, options: readonly Schema[], path: Path, report: Report): Verdict {
  const verdicts = options.map((option) => examine(value, option, path, undefined));
  const fitting = options.filter((_, index) => verdicts[index] === "fits");
  if (fitting.length > 1) {
    const keys = fitting.map(getRequiredKey);
    report?.({
      keyword: "oneOf",
      path,
      found: keys.includes(undefined)
        ? "fits more than one of the forms that exclude each other"
        : `has ${list(keys, "and")}`,
      expected: keys.includes(undefined) ? "fit one of them" : "have only one of them",
    });
    return "fails";
  }
  if (verdicts.includes("unknown")) return "unknown";
  if (fitting.length === 1) return "fits";
  report?.(describeNone("oneOf", value, options, path));
  return "fails";
}

/** Describes why no option fits. If only one option is meant for the value, its own violation is the best description. */
function describeNone(keyword: string, value: Plain, options: readonly Schema[], path: Path): Violation {
  const keys = options.map(getRequiredKey);
  if (!keys.includes(undefined))
    return { keyword, path, found: `has none of ${list(keys, "and")}`, expected: `have ${list(keys, "or")}` };
  const broken = options.map((option) => {
    const violations: Violation[] = [];
    examine(value, option, path, (violation) => violations.push(violation));
    return violations;
  });
  // Options with another type or constant are meant for other values.
  const meant = broken.filter(
    (each) => !each.some(({ keyword: of }) => of === "enum" || of === "const" || of === "type"),
  );
  const [only] = meant.length === 1 ? meant : [];
  const [first, second] = only ?? [];
  if (first !== undefined && second === undefined) return first;
  const own = broken.flat();
  const isSame = own.every((each) => each.path.length === path.length && each.found === own[0]?.found);
  if (own[0] !== undefined && isSame)
    return { ...own[0], keyword, expected: [...new Set(own.map((each) => each.expected))].join(", or ") };
  return { keyword, path, found: "fits none of the forms that the schema allows", expected: "fit one of them" };
}

function examineNot(value: Plain, schema: Schema, path: Path, report: Report): Verdict {
  const verdict = examine(value, schema, path, undefined);
  if (verdict === "unknown") return verdict;
  if (verdict === "fails") return "fits";
  const key = getRequiredKey(schema);
  report?.({
    keyword: "not",
    path,
    found: key === undefined ? "has a form that the schema excludes" : `has ${list([key], "and")}`,
    expected: key === undefined ? "have another one" : "leave it out",
  });
  return "fails";
}
