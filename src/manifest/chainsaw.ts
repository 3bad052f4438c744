import { getScalarText } from "../shape/scalar";
import type { ObjectValue, Value } from "../value/value";

/** What Chainsaw, which tests operators, looks for in a folder unless it is told otherwise. */
export const chainsawNames: readonly string[] = ["chainsaw-test.yaml", "chainsaw-test.yml"];

/** Operations with files that hold parts of objects: expectations, errors, patches. */
const ofParts: ReadonlySet<string> = new Set(["assert", "error", "patch"]);

/** Operations with files that hold whole objects. */
const ofObjects: ReadonlySet<string> = new Set(["apply", "create", "update"]);

/**
 * Finds the files that a test uses to compare or patch objects, and not to create them.
 *
 * @returns paths relative to the test, without `./`; none where the document is no test.
 */
export function getExpectations(value: Value): readonly string[] {
  if (!isTest(value)) return [];
  const whole = new Set(findFiles(value, ofObjects));
  return findFiles(value, ofParts).filter((file) => !whole.has(file));
}

/**
 * Finds the names of files that a test mentions anywhere: in an operation, in what it hands to a template of steps, in a script. A file beside the
 * test that is not among them goes to no server; most of these are what an earlier version of the test expected.
 *
 * @returns names without folders; absent where the document is no test, or means files by a pattern.
 */
export function getMentionedFiles(value: Value, text: string): ReadonlySet<string> | undefined {
  if (!isTest(value)) return undefined;
  const names = new Set(Array.from(text.matchAll(fileName), ([name]) => name));
  return [...names].some((name) => /[*?[{]/u.test(name)) ? undefined : names;
}

const fileName = /[^\s/"'`,;:()<>|&=]+\.ya?ml\b/gu;

function isTest(value: Value): boolean {
  if (value.kind !== "object") return false;
  const apiVersion = value.members.find(({ key }) => key === "apiVersion")?.value;
  return apiVersion !== undefined && getScalarText(apiVersion)?.startsWith("chainsaw.kyverno.io/") === true;
}

function findFiles(value: Value, operations: ReadonlySet<string>): string[] {
  if (value.kind === "array") return value.elements.flatMap((element) => findFiles(element.value, operations));
  if (value.kind !== "object") return [];
  return value.members.flatMap(({ key, value: inner }) =>
    operations.has(key) && inner.kind === "object" ? fileOf(inner) : findFiles(inner, operations),
  );
}

function fileOf(operation: ObjectValue): string[] {
  const file = operation.members.find(({ key }) => key === "file")?.value;
  const path = file && getScalarText(file);
  return path === undefined ? [] : [path.replace(/^(?:\.\/)+/, "")];
}
