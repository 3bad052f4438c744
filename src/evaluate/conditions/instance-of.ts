import type { Abstract, ClassValue, Single } from "../domain";
import type { Evaluation } from "../evaluation";
import { codeOf, mostSuperclasses } from "../objects/classes";
import { nullishOf } from "../values";

/** `x instanceof C`. */

/** Classes of the platform that have no subclasses there, and are none of each other. */
const apart: ReadonlySet<string> = new Set(
  "Array ArrayBuffer Date FormData Headers Map RegExp Set URL URLSearchParams WeakMap WeakSet".split(" "),
);

/** @returns whether a value is an instance of a class, if that is known. Declared types do not tell it. */
export function isInstance(evaluation: Evaluation, value: Single, owner: Abstract): boolean | undefined {
  if (value.kind === "object" && value.outside) return undefined;
  if (owner.kind === "class") return isOfClass(evaluation, value, owner);
  // What a promise gives stands for the promise.
  return owner.kind === "builtin" && owner.builtin.construct && owner.builtin.label !== "Promise"
    ? isOfPlatform(evaluation, value, owner.builtin.label)
    : undefined;
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
  // A class may say itself what its instances are.
  if (
    classes.some((each) => codeOf(each)?.members.some(({ key, ...about }) => about.static && typeof key !== "string"))
  )
    return undefined;
  if (isPrimitive(value) || value.kind === "array" || isPlain(value)) return false;
  if (value.kind !== "object") return undefined;
  if (!value.instanceOf) return value.class === undefined ? undefined : false;
  const own = ancestorsOf(evaluation, value.instanceOf);
  const same = own.classes.filter((each) => each.file === owner.file && each.class === owner.class);
  // A function may make several classes by one expression.
  if (same.length > 0) return same.some(({ context }) => context === owner.context) ? true : undefined;
  return own.isWhole && !value.typical ? false : undefined;
}

interface Ancestors {
  /** The class itself first. */
  readonly classes: readonly ClassValue[];
  /** All of them are classes of the program. */
  readonly isWhole: boolean;
  /** What the last one extends that is none. */
  readonly above?: Abstract;
}

function ancestorsOf(evaluation: Evaluation, made: ClassValue): Ancestors {
  const classes: ClassValue[] = [];
  let current = made;
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

/** Whether a value is an object that a literal makes, and nobody has given another prototype. */
function isPlain(value: Single): boolean {
  if (value.kind !== "object" || value.class !== undefined || value.instanceOf || value.base) return false;
  return value.open === undefined || !/\bprototype\b/u.test(value.open);
}
