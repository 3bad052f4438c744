import type TS from "typescript";
import { builtinMember, functionMethod, promiseMethod } from "../builtins/members";
import { hiddenField } from "../domain/class-fields";
import { callable, never, scalar, unknown } from "../domain/constructors";
import type { Abstract, Callable, Cell, Frame, Reference } from "../domain/domain";
import { cellsOf, join, joinAll, mapOptions, optionsOf, settling } from "../domain/values";
import { optionally } from "../flow/branches";
import { callGetter, inheritedMember } from "./inherited";
import { libraryBase } from "./library-base";
import { arrive, memberOfGlobal } from "./names";
import { prototypeOf } from "./prototypes";
import { trailOf, unknownMember } from "./unknown-member";
import type { Machine } from "../machine";
import { lookUp } from "../store/content";
import { isCalled } from "../syntax/wrappers";
import { contentOf } from "../store/heap";
import { keyOf } from "../store/text-form";
import { nullishOf } from "../store/truth";
import { isPatched } from "../builtins/patched-prototypes";
import { baseKey, isPrivateKey, memberKey, symbolKeyOf } from "../syntax/private-names";

/** Reading properties. */

export function access(machine: Machine, frame: Frame, node: TS.PropertyAccessExpression): Abstract {
  return readMember(machine, frame, node).value;
}

export interface MemberRead {
  readonly target: Abstract;
  readonly value: Abstract;
}

/** Evaluates `a.b`, keeping `a` for calls. */
export function readMember(machine: Machine, frame: Frame, node: TS.PropertyAccessExpression): MemberRead {
  const parent = node.expression.kind === machine.ts.SyntaxKind.SuperKeyword ? frame.base : undefined;
  if (parent?.kind === "callable" && parent.target.type === "closure" && frame.self?.kind === "reference") {
    const place = machine.place(frame, node);
    return {
      target: frame.self,
      value:
        inheritedMember(machine, frame, parent.target, frame.self, memberKey(machine.ts, node.name), node) ??
        scalar(undefined, place),
    };
  }
  const ofLibrary = memberOfLibrary(machine, frame, node);
  if (ofLibrary) return ofLibrary;
  const target = machine.steps.expression(machine, frame, node.expression);
  const value = readFrom(machine, frame, node, target, (option) =>
    getMember(machine, frame, option, memberKey(machine.ts, node.name), node),
  );
  return { target, value };
}

/** `super.x` in a class that extends one of a library: the member that the instance has of that. */
function memberOfLibrary(machine: Machine, frame: Frame, node: TS.PropertyAccessExpression): MemberRead | undefined {
  const { self } = frame;
  if (node.expression.kind !== machine.ts.SyntaxKind.SuperKeyword || self?.kind !== "reference") return undefined;
  const key = memberKey(machine.ts, node.name);
  const base = libraryBase(self.cell, contentOf(machine, self.cell, { key: baseKey }), key);
  return base && { target: self, value: getMember(machine, frame, base, key, node) };
}

export function accessElement(machine: Machine, frame: Frame, node: TS.ElementAccessExpression): Abstract {
  return readElement(machine, frame, node).value;
}

/** Evaluates `a[b]`, keeping `a` for calls. */
export function readElement(machine: Machine, frame: Frame, node: TS.ElementAccessExpression): MemberRead {
  const target = machine.steps.expression(machine, frame, node.expression);
  const symbol = symbolKeyOf(machine.ts, node.argumentExpression);
  const key = elementKey(machine, frame, node, target);
  if (!key) return { target, value: arrive(scalar(undefined, machine.place(frame, node)), machine.place(frame, node)) };
  const read = (option: Abstract): Abstract => {
    if (symbol === undefined || option.kind !== "reference") return getKey(machine, frame, option, key, node);
    return (
      symbolMember(machine, frame, option, symbol, node) ?? unknown("what a symbol names", machine.place(frame, node))
    );
  };
  return { target, value: readFrom(machine, frame, node, target, read) };
}

/** @returns the key of `a?.[b]`, which does not run where `a` has ended the chain: `undefined` if that is sure. */
export function elementKey(
  machine: Machine,
  frame: Frame,
  node: TS.ElementAccessExpression,
  target: Abstract,
): Abstract | undefined {
  const run = (): Abstract => machine.steps.expression(machine, frame, node.argumentExpression);
  if (!machine.ts.isOptionalChain(node)) return run();
  if (nullishOf(machine, target) === true) return undefined;
  const maySkip = optionsOf(target).some((option) => {
    const nullish = nullishOf(machine, option);
    return nullish === true || (nullish === undefined && node.questionDotToken !== undefined);
  });
  return maySkip ? optionally(machine, run) : run();
}

/** @returns the member that an object, or its class, has under a symbol. */
function symbolMember(
  machine: Machine,
  frame: Frame,
  target: Reference,
  key: string,
  node: TS.Node,
): Abstract | undefined {
  const { cell } = target;
  if (contentOf(machine, cell, { key }).fields.has(key)) return getFromCell(machine, frame, target, key, node);
  return cell.constructedBy ? inheritedMember(machine, frame, cell.constructedBy, target, key, node) : undefined;
}

function readFrom(
  machine: Machine,
  frame: Frame,
  node: TS.PropertyAccessExpression | TS.ElementAccessExpression,
  target: Abstract,
  read: (option: Abstract) => Abstract,
): Abstract {
  const place = machine.place(frame, node);
  const chained = machine.ts.isOptionalChain(node);
  const value = mapOptions(target, (option) => {
    if (nullishOf(machine, option) === true) return chained ? scalar(undefined, place) : never(place);
    const inner = read(option);
    // In an optional chain, a member of an unknown value may be absent.
    if (
      chained &&
      node.questionDotToken &&
      option.kind === "unknown" &&
      nullishOf(machine, option) === undefined &&
      inner.kind !== "unknown"
    ) {
      return join(inner, scalar(undefined, place));
    }
    return inner;
  });
  return arrive(value, place);
}

/** @returns the value under a computed key; the join of all members if the key is unknown. */
export function getKey(machine: Machine, frame: Frame, target: Abstract, key: Abstract, node: TS.Node): Abstract {
  return mapOptions(key, (option) => {
    const known = keyOf(machine, option);
    if (known) return getMember(machine, frame, target, String(known.value), node);
    return getAny(machine, frame, target, node);
  });
}

/** @returns some member of a value. */
export function getAny(machine: Machine, frame: Frame, target: Abstract, node: TS.Node): Abstract {
  const place = machine.place(frame, node);
  return mapOptions(target, (option) => {
    if (option.kind === "unknown") return unknownMember(machine, frame, option, undefined, node);
    if (option.kind !== "reference") return unknown("a computed property", place);
    const content = contentOf(machine, option.cell);
    const reachable = [...content.fields].filter(([key]) => !isPrivateKey(key));
    const values = reachable.map(([, field]) => (field.getter ? unknown("a getter", place) : field.value));
    values.push(...content.items.map((item) => item.value));
    if (content.rest) values.push(content.rest);
    values.push(
      content.open || option.cell.constructedBy ? unknown("a computed property", place) : scalar(undefined, place),
    );
    return joinAll(values, place);
  });
}

/** @returns a property of a value; the value `undefined` if the object is known to lack it. */
export function getMember(machine: Machine, frame: Frame, target: Abstract, key: string, node: TS.Node): Abstract {
  const place = machine.place(frame, node);
  if (target.promise && /^(?:then|catch|finally)$/u.test(key)) return callable(promiseMethod(machine, key), place);
  switch (target.kind) {
    case "alternatives":
      return mapOptions(target, (option) => getMember(machine, frame, option, key, node));
    case "reference":
      return getFromCell(machine, frame, target, key, node);
    case "callable":
      return getFromCallable(machine, frame, target, key, node);
    case "native": {
      const exported = machine.steps.namespaceMember(machine, target.native, key, place);
      if (exported) return exported;
      const found = target.native.get?.(key, place.range);
      if (found) {
        const value = extendTrail(machine.steps.fromSnapshot(machine, found, place), target, key);
        return target.settles && value.kind === "native" ? settling(value, target.settles) : value;
      }
      const own = target.native.call && functionMethod(machine, target, key);
      if (own) return callable(own, place);
      return unknown(`\`${key}\` of ${target.native.label}`, place, { origin: { trail: trailOf(target, key) } });
    }
    case "unknown": {
      const client = machine.steps.clientOf(machine, target);
      if (client) return getMember(machine, frame, client, key, node);
      return (
        memberOfGlobal(machine, target, key, place) ??
        machine.steps.methodOf(machine, frame, target, key, node) ??
        unknownMember(machine, frame, target, key, node)
      );
    }
    case "text":
    case "scalar":
      if (target.kind === "scalar" && (target.value === null || target.value === undefined))
        return target.promise ? scalar(undefined, place) : never(place);
      return (
        builtinMember(machine, target, key, place) ??
        (target.kind === "text" ? machine.steps.addedToStrings(machine, key, place) : undefined) ??
        unknown(`\`${key}\` of a primitive`, place)
      );
    case "never":
      return target;
  }
}

function extendTrail(value: Abstract, from: Abstract, key: string): Abstract {
  if (value.kind !== "native" && value.kind !== "unknown") return value;
  const trail = value.origin?.trail ?? [];
  return trail.length > 0 ? value : { ...value, origin: { ...value.origin, trail: trailOf(from, key) } };
}

function getFromCell(machine: Machine, frame: Frame, target: Reference, key: string, node: TS.Node): Abstract {
  const place = machine.place(frame, node);
  const { cell } = target;
  const content = contentOf(machine, cell, { key, use: isCalled(machine.ts, node) ? "called" : undefined });
  const field = content.fields.get(key);
  if (field?.getter) {
    const got = callGetter(machine, frame, field.getter, target, node);
    return field.presence === "always" ? got : join(got, unknown("a getter", place));
  }
  if (cell.type === "array") {
    const item = getItem(machine, cell, key, place);
    if (item) return item;
  }
  if (field?.presence === "always") return field.value;
  const maker = cell.constructedBy ?? cell.prototypeOf;
  const base = libraryBase(cell, content, key);
  const ofBase = (): Abstract | undefined => base && getMember(machine, frame, base, key, node);
  const inherited = maker ? inheritedMember(machine, frame, maker, target, key, node, ofBase) : undefined;
  if (inherited) return field ? join(field.value, inherited) : inherited;
  if (key === "constructor" && cell.prototypeOf && !field) return callable(cell.prototypeOf, place);
  const method = builtinMember(machine, target, key, place);
  if (method && !field) return method;
  // The language may give the value a member that no table here lists.
  if (!field && isPatched(machine.ts, place.file, key)) return unknown(`\`${key}\` of a prototype`, place);
  if (key === "__proto__" || key in (cell.type === "array" ? Array.prototype : Object.prototype))
    return unknown(`\`${key}\``, place);
  const copied = field || cell.class !== undefined ? undefined : content.copied;
  if (copied && !copied.without.includes(key) && copied.among?.includes(key) !== false)
    return getMember(machine, frame, copied.from, key, node);
  const value = lookUp(content, key, place);
  if (cell.class !== undefined && !field) return unknown(`\`${key}\` of ${cell.class.name}`, place);
  const held = content.escaped && machine.steps.heldMember(machine, frame, target, key, node);
  if (held) return held;
  if (content.escaped && cell.constructedBy && cellsOf(value).length === 0)
    return hiddenField(machine, cell.constructedBy, key, place);
  if (!content.open || field || value.kind !== "unknown") return value;
  // Of what a framework adds to an object, the name alone tells what it is: `this.$axios`.
  const trail = trailOf(target, key);
  return { ...value, origin: { trail: trail.length > 0 || isPrivateKey(key) ? trail : [key] } };
}

function getItem(machine: Machine, cell: Cell, key: string, place: Abstract["place"]): Abstract | undefined {
  const content = contentOf(machine, cell);
  const exact = !content.open && content.items.every((item) => item.presence === "always");
  if (key === "length")
    return exact ? scalar(content.items.length, place) : unknown("a length", place, { is: "number" });
  if (!/^\d+$/u.test(key)) return undefined;
  const item = content.items[Number(key)];
  if (exact) return item?.value ?? scalar(undefined, place);
  const values = content.items.map((each) => each.value);
  if (content.rest) values.push(content.rest);
  values.push(content.open ? unknown("an element", place) : scalar(undefined, place));
  return joinAll(values, place);
}

function getFromCallable(machine: Machine, frame: Frame, target: Callable, key: string, node: TS.Node): Abstract {
  const place = machine.place(frame, node);
  if (target.target.type === "builtin") {
    const member = target.target.get?.(key);
    if (member) return callable(member, place);
    const label = target.target.label;
    return (
      builtinMember(machine, target, key, place) ??
      unknown(`\`${label}.${key}\``, place, { origin: { trail: [`${label}.${key}`] } })
    );
  }
  const closure = target.target;
  const content = contentOf(machine, closure.cell, { key });
  const field = content.fields.get(key);
  if (field?.getter) return callGetter(machine, frame, field.getter, target, node);
  if (field) return lookUp(content, key, place);
  const prototype = key === "prototype" ? prototypeOf(machine, closure, place) : undefined;
  if (prototype) return prototype;
  const parent = closure.classParts?.parent;
  if (parent && key !== "prototype") return getMember(machine, frame, parent, key, node);
  return builtinMember(machine, target, key, place) ?? unknown(`\`${key}\` of a function`, place);
}
