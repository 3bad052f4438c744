import type { Abstract, Cell, Closure } from "../domain/domain";
import { chainOf } from "../domain/class-fields";
import { extendsPlatformClass, isPlatformClass } from "./platform-classes";
import type { Program } from "../program";
import { symbolKey } from "../../syntax/private-names";
import { contentOf } from "./heap";
import { nullishOf } from "./truth";

/** Kinds of values, as `typeof`, `instanceof` and `Array.isArray` tell them. What they tell of a value that is not known is `undefined`. */

/** @returns what `typeof` gives. */
export function typeName(value: Abstract): string | undefined {
  if (value.promise) return "object";
  switch (value.kind) {
    case "text":
      return "string";
    case "scalar":
      return value.value === null ? "object" : typeof value.value;
    case "reference":
      return "object";
    case "callable":
      return value.target.type === "closure" || value.target.call || value.target.construct ? "function" : undefined;
    case "unknown":
      return value.is === "array" ? "object" : value.is;
    default:
      return undefined;
  }
}

/** @returns what `Array.isArray` gives. */
export function isArray(value: Abstract): boolean | undefined {
  if (value.promise) return false;
  if (value.kind === "reference") return value.cell.type === "array";
  if (value.kind !== "unknown") return value.kind === "native" ? undefined : false;
  if (value.is === undefined || value.is === "object") return undefined;
  return value.is === "array";
}

/** @returns what `Object.prototype.toString` gives. */
export function tagOf(program: Program, value: Abstract): string | undefined {
  if (value.promise) return "[object Promise]";
  switch (value.kind) {
    case "text":
      return "[object String]";
    case "scalar":
      return Object.prototype.toString.call(value.value);
    case "reference": {
      const { cell } = value;
      if (cell.type === "array") return "[object Array]";
      const isPlain = !cell.class && !cell.constructedBy && !cell.prototypeOf;
      return isPlain && !contentOf(program, cell).fields.has(symbolKey("toStringTag")) ? "[object Object]" : undefined;
    }
    default:
      return undefined;
  }
}

/**
 * @param value one value.
 * @param owner one value, on the right of `instanceof`.
 * @returns whether the one is an instance of the other.
 */
export function isInstance(program: Program, value: Abstract, owner: Abstract): boolean | undefined {
  const made = ownerOf(program, owner);
  if (made === undefined) return undefined;
  if (value.promise) return typeof made === "string" ? extendsPlatformClass("Promise", made) : false;
  switch (value.kind) {
    case "text":
    case "scalar":
      return false;
    case "callable":
      return typeof made === "string" && typeName(value) === "function"
        ? extendsPlatformClass("Function", made)
        : undefined;
    case "reference":
      return typeof made === "string" ? isOfPlatformClass(value.cell, made) : isOfProjectClass(value.cell, made);
    case "unknown":
      return isUnknownInstance(program, value, made);
    default:
      return undefined;
  }
}

/** @returns a class of the program, or the name of one of the platform. */
function ownerOf(program: Program, owner: Abstract): Closure | string | undefined {
  if (owner.promise) return undefined;
  if (owner.kind === "callable") {
    const { target } = owner;
    if (target.type === "builtin") return isPlatformClass(target.label) ? target.label : undefined;
    return contentOf(program, target.cell).fields.has(symbolKey("hasInstance")) ? undefined : target;
  }
  const name = owner.origin?.trail.at(-1);
  if (name === undefined || !isPlatformClass(name)) return undefined;
  const isGlobal =
    owner.kind === "native" || (owner.kind === "unknown" && program.pass.identities.isGlobal(owner.identity, [name]));
  return isGlobal ? name : undefined;
}

function isOfPlatformClass(cell: Cell, owner: string): boolean | undefined {
  if (cell.type === "array") return extendsPlatformClass("Array", owner);
  if (cell.prototypeOf) return undefined;
  if (cell.class) return extendsPlatformClass(cell.class.name, owner);
  if (!cell.constructedBy) return false;
  const last = chainOf(cell.constructedBy).at(-1);
  if (!last?.classParts) return undefined;
  const { parent } = last.classParts;
  if (!parent) return false;
  const name = parent.kind === "callable" && parent.target.type === "builtin" ? parent.target.label : undefined;
  return name === undefined ? undefined : extendsPlatformClass(name, owner);
}

function isOfProjectClass(cell: Cell, owner: Closure): boolean | undefined {
  if (cell.type === "array") return false;
  if (cell.prototypeOf) return undefined;
  if (cell.class || !cell.constructedBy) return false;
  const chain = chainOf(cell.constructedBy);
  if (chain.includes(owner)) return true;
  const last = chain.at(-1);
  if (!last?.classParts) return undefined;
  // A class that is made anew each time has one node.
  return last.classParts.parent || chain.some(({ node }) => node === owner.node) || !owner.classParts
    ? undefined
    : false;
}

function isUnknownInstance(
  program: Program,
  value: Extract<Abstract, { kind: "unknown" }>,
  owner: Closure | string,
): boolean | undefined {
  if (value.is === "string" || value.is === "number" || value.is === "boolean" || nullishOf(program, value) === true)
    return false;
  if (typeof owner !== "string") return undefined;
  if (value.is === "array") return extendsPlatformClass("Array", owner);
  const made = /^new (\w+)\(\)$/.exec(value.origin?.trail[0] ?? "")?.[1];
  return made === undefined || value.origin?.trail.length !== 1 ? undefined : extendsPlatformClass(made, owner);
}
