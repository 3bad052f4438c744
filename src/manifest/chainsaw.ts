import { getScalarText } from "../shape/scalar";
import type { ObjectValue, Value } from "../value/value";

/** Default file names of Chainsaw, a test tool for operators. */
export const chainsawNames: readonly string[] = ["chainsaw-test.yaml", "chainsaw-test.yml"];

/** Operations on files with parts of objects: expectations, errors, patches. */
const ofParts: ReadonlySet<string> = new Set(["assert", "error", "patch"]);

/** Operations on files with whole objects. */
const ofObjects: ReadonlySet<string> = new Set(["apply", "create", "update"]);

/**
 * Finds the files that a test uses to compare or patch objects, but not to create them.
 *
 * @returns paths relative to the test, without `./`; none if the document is not a test.
 */
export function getExpectations(value: Value): readonly string[] {
  if (!isTest(value)) return [];
  const whole = new Set(findFiles(value, ofObjects));
  return findFiles(value, ofParts).filter((file) => !whole.has(file));
}

/**
 * Finds all file names that a test mentions: in operations, in arguments of step templates, in scripts. A file beside
 * the test that it does not mention is sent to no server; most are expectations of an earlier version of the test.
 *
 * @returns names without folders; `undefined` if the document is not a test, or names files by pattern.
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
