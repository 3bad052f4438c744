import type { Abstract, ClassValue, Single, Unknown } from "../domain";
import type { Evaluation } from "../evaluation";
import { codeOf, mostSuperclasses } from "../objects/classes";
import { nullishOf } from "../values";

/** `x instanceof C`. */

/** Platform classes that are unrelated: none is a subclass of another. */
const apart: ReadonlySet<string> = new Set(
  "Array ArrayBuffer Date FormData Headers Map RegExp Set URL URLSearchParams WeakMap WeakSet".split(" "),
);

/** @returns whether a value is an instance of a class, if that is known. For stand-ins, known by their declared type alone, it is not. */
export function isInstance(evaluation: Evaluation, value: Single, owner: Abstract): boolean | undefined {
  if (value.kind === "object" && value.outside) return undefined;
  if (owner.kind === "class") return isOfClass(evaluation, value, owner);
  if (owner.kind === "unknown") return isOfPackage(owner) && (isPrimitive(value) || isPlain(value)) ? false : undefined;
  // A promise is represented by the value that it resolves to, so `instanceof Promise` is unknown.
  return owner.kind === "builtin" && owner.builtin.construct && owner.builtin.label !== "Promise"
    ? isOfPlatform(evaluation, value, owner.builtin.label)
    : undefined;
}

/** Whether a class is that of a package, or a global one whose instances are not described: literals are no instances of it. */
function isOfPackage({ origin }: Unknown): boolean {
  return origin?.trail.some((name) => /^[A-Z]\w*$/u.test(name.slice(name.lastIndexOf(".") + 1))) === true;
}

function isOfPlatform(evaluation: Evaluation, value: Single, label: string): boolean | undefined {
  if (isPrimitive(value)) return false;
  if (value.kind === "object" && value.instanceOf) {
    const { isWhole, above } = ancestorsOf(evaluation, value.instanceOf);
    if (isWhole) return label === "Object";
    return above?.kind === "builtin" && above.builtin.label === label ? true : undefined;
  }
  const own = platformClassOf(value);
  if (own === undefined) return isPlain(value) && label !== "Object" ? false : undefined;
  if (own === label || label === "Object") return true;
  return apart.has(own) && apart.has(label) ? false : undefined;
}

function platformClassOf(value: Single): string | undefined {
  if (value.kind === "array") return value.class ?? "Array";
  return value.kind === "object" ? value.class : undefined;
}

function isOfClass(evaluation: Evaluation, value: Single, owner: ClassValue): boolean | undefined {
  const { classes } = ancestorsOf(evaluation, owner);
  // A static member with a computed key may be `Symbol.hasInstance`.
  if (
    classes.some((each) => codeOf(each)?.members.some(({ key, ...about }) => about.static && typeof key !== "string"))
  )
    return undefined;
  if (isPrimitive(value) || value.kind === "array" || isPlain(value)) return false;
  if (value.kind !== "object") return undefined;
  if (!value.instanceOf) return value.class === undefined ? undefined : false;
  const own = ancestorsOf(evaluation, value.instanceOf);
  const same = own.classes.filter((each) => each.file === owner.file && each.class === owner.class);
  // A class expression creates a class in each context in which it is evaluated.
  if (same.length > 0) return same.some(({ context }) => context === owner.context) ? true : undefined;
  return own.isWhole && !value.typical ? false : undefined;
}

interface Ancestors {
  /** The class itself, then its superclasses. */
  readonly classes: readonly ClassValue[];
  /** The chain ends with a class of the program that extends nothing. */
  readonly isWhole: boolean;
  /** What the last class extends, if it is not a class of the program. */
  readonly above?: Abstract;
}

function ancestorsOf(evaluation: Evaluation, start: ClassValue): Ancestors {
  const classes: ClassValue[] = [];
  let current = start;
  while (classes.length <= mostSuperclasses) {
    classes.push(current);
    const heritage = codeOf(current)?.heritage;
    if (heritage === undefined) return { classes, isWhole: true };
    const above = evaluation.valueOf(heritage, current.context);
    if (above.kind !== "class") return { classes, isWhole: false, above };
    current = above;
  }
  return { classes, isWhole: false };
}

function isPrimitive(value: Single): boolean {
  if (value.kind === "text" || value.kind === "scalar") return true;
  const isNamed = value.kind === "unknown" && /^(?:string|number|boolean)$/u.test(value.is ?? "");
  return isNamed || nullishOf(value) === true;
}

/** @returns whether a value is a plain object from a literal whose prototype no code replaces. */
function isPlain(value: Single): boolean {
  if (value.kind !== "object" || value.class !== undefined || value.instanceOf || value.base) return false;
  return value.open === undefined || !/\bprototype\b/u.test(value.open);
}
