import type { Range } from "../../text/range";
import type { Element, Located, Member, ObjectValue, Origin, StringPart, Value } from "../../value/value";
import { isNamespace } from "../domain/functions";
import { unknown } from "../domain/constructors";
import type { Abstract, Activation, Cell, Closure, Content, Part, Place, Text } from "../domain/domain";
import { bounds } from "../domain/limits";
import { optionsOf } from "../domain/values";
import type { Program } from "../program";
import { mayBeMissing } from "./missing";
import { contentOf } from "../store/heap";
import { chainOf } from "../domain/class-fields";
import { baseKey, isPrivateKey } from "../../syntax/private-names";
import { stringified } from "../../clients/native";

/** Turns abstract values into located values; `from-snapshot.ts` turns them back. */

/**
 * The range of a value of another file that no code of the analysed file passes on yet, such as a client that another module creates. It gets
 * the range of its first use.
 */
export const unplaced: Range = { start: 0, end: 0 };

/** The use of the values: values from inside a wrapper get the place of the wrapper's call. */
interface Site {
  readonly program: Program;
  readonly site: Activation | undefined;
  /** The objects around the one that is looked at. */
  readonly seen: Set<Cell>;
  /** How many more values it may hold. */
  left: number;
}

type Spot = Located & { readonly own: boolean };

/** Takes a snapshot of a value, as it is at this moment. */
export function toSnapshot(program: Program, value: Abstract, activation: Activation): Value {
  const site: Site = {
    program,
    site: siteOf(activation),
    seen: new Set(),
    left: bounds.snapshotValues,
  };
  const snapshot = snapshotIn(site, value, undefined);
  program.state.effort += (bounds.snapshotValues - site.left) / 4;
  return snapshot;
}

/** @returns the outermost function that was entered from the root's own code. */
export function siteOf(activation: Activation): Activation | undefined {
  let found: Activation | undefined;
  for (let current: Activation | undefined = activation; current; current = current.writtenIn ?? current.parent) {
    if (current.depth > 0 && !current.inPlace && !current.writtenIn) found = current;
  }
  return found;
}

function spotOf(site: Site, place: Place, within: Spot | undefined): Spot {
  const { program } = site;
  const { activation } = place;
  const analysed = program.run.context.root.file === program.pass.sourceFile;
  if (activation.active && activation.depth > 0) {
    return { range: site.site?.entered && analysed ? site.site.entered.callee : unplaced, elsewhere: true, own: false };
  }
  if (within && !within.own && !activation.active) return within;
  if (place.file === program.pass.sourceFile && !place.foreign) return { range: place.range, own: true };
  if (place.file === program.pass.sourceFile) return { range: place.range, elsewhere: true, own: false };
  return within
    ? { range: within.range, elsewhere: true, own: false }
    : { range: unplaced, elsewhere: true, own: false };
}

function located(spot: Spot, origin: Origin | undefined): Located {
  return { range: spot.range, ...(spot.own ? {} : { elsewhere: true as const }), ...(origin ? { origin } : {}) };
}

function snapshotIn(site: Site, value: Abstract, within: Spot | undefined): Value {
  const spot = spotOf(site, value.place, within);
  const base = located(spot, value.origin);
  // In an object, nobody waits for it.
  if (within && value.promise) return remember(site, { kind: "unknown", reason: "a promise", ...base }, value);
  site.left -= 1;
  if (site.left < 0) return { kind: "unknown", reason: "part of a value that is too large", ...base };
  switch (value.kind) {
    case "scalar":
      return snapshotScalar(value.value, value.text, base);
    case "text":
      return snapshotText(site, value, spot);
    case "reference":
      return snapshotCell(site, value.cell, spot, base, value);
    case "callable": {
      const label = value.target.type === "closure" ? `function ${value.target.name}` : value.target.label;
      if (isNamespace(value.target)) return { kind: "unknown", reason: label, ...base };
      return remember(site, { kind: "opaque", label, handle: value.target, ...base }, value);
    }
    case "native":
      return { kind: "opaque", label: value.native.label, handle: value.native, ...base };
    case "unknown":
      return snapshotUnknown(site, value, base);
    case "alternatives":
      return snapshotAlternatives(site, value.options, spot, base, value);
    case "never":
      return { kind: "unknown", reason: "never reached", ...base };
  }
}

function snapshotUnknown(site: Site, value: Extract<Abstract, { kind: "unknown" }>, base: Located): Value {
  const origin: Origin = { trail: [], ...value.origin, identity: value.identity };
  return remember(
    site,
    { kind: "unknown", reason: value.reason, ...(value.is ? { is: value.is } : {}), ...base, origin },
    value,
  );
}

function snapshotAlternatives(
  site: Site,
  options: readonly Abstract[],
  spot: Spot,
  base: Located,
  value: Abstract,
): Value {
  const snapshot = options.map((option) => snapshotIn(site, option, spot));
  return remember(site, { kind: "alternatives", options: snapshot, ...base }, value);
}

function remember(site: Site, snapshot: Value, value: Abstract): Value {
  site.program.ofSnapshots.set(snapshot, value);
  return snapshot;
}

function snapshotScalar(
  value: number | bigint | boolean | null | undefined,
  text: string | undefined,
  base: Located,
): Value {
  if (value === null) return { kind: "null", ...base };
  if (value === undefined) return { kind: "undefined", ...base };
  if (typeof value === "boolean") return { kind: "boolean", value, ...base };
  return { kind: "number", value, text: text ?? String(value), ...base };
}

function snapshotText(site: Site, value: Text, spot: Spot): Value {
  const parts = value.json ? [] : value.parts.map((part) => snapshotPart(site, part, spot));
  const base = located(spot, value.origin);
  if (value.json) return remember(site, { ...stringified(value.json, base.range), ...base }, value);
  return remember(site, { kind: "string", parts, ...base }, value);
}

function snapshotPart(site: Site, part: Part, within: Spot): StringPart {
  if (part.kind === "hole") {
    const value = snapshotIn(site, part.value, within);
    return part.encoded ? { kind: "hole", value, encoded: true } : { kind: "hole", value };
  }
  const spot = spotOf(site, part.place, within);
  const offsets = spot.own ? part.offsets : undefined;
  return { kind: "text", text: part.text, ...located(spot, undefined), ...(offsets ? { offsets } : {}) };
}

function snapshotCell(site: Site, cell: Cell, spot: Spot, base: Located, value: Abstract): Value {
  const { program } = site;
  const content = contentOf(program, cell);
  if (content.escaped)
    return remember(
      site,
      { kind: "unknown", reason: "an object that other code may have changed", is: cell.type, ...base },
      value,
    );
  if (site.seen.has(cell) || site.seen.size > bounds.snapshotDepth)
    return remember(site, { kind: "unknown", reason: "an object within itself", is: cell.type, ...base }, value);
  const inherited = baseOf(cell, content);
  if (inherited) return snapshotIn(site, inherited, spot);
  site.seen.add(cell);
  const snapshot =
    cell.type === "array" ? snapshotArray(site, content, spot, base) : snapshotObject(site, cell, content, spot, base);
  site.seen.delete(cell);
  return remember(site, snapshot, value);
}

/** @returns what a library sees in an instance whose class extends one of its own, and gives it no methods. */
function baseOf({ constructedBy }: Cell, { fields }: Content): Abstract | undefined {
  const base = fields.get(baseKey)?.value;
  if (!base || !constructedBy) return undefined;
  const hasMethods =
    chainOf(constructedBy).some(({ classParts }) => classParts?.methods.size !== 0) ||
    [...fields.values()].some(({ value }) => value.kind === "callable");
  return hasMethods ? undefined : base;
}

/** @returns the names of the properties that a class and those that it extends compute. */
function accessorsOf(closure: Closure): readonly string[] {
  return chainOf(closure).flatMap(({ classParts }) =>
    [...(classParts?.methods ?? [])].flatMap(([key, { getter }]) => (getter ? [key] : [])),
  );
}

function snapshotArray(site: Site, content: Content, spot: Spot, base: Located): Value {
  return {
    kind: "array",
    elements: snapshotElements(site, content, spot),
    open: content.open,
    sources: content.sources.map((source) => snapshotIn(site, source, spot)),
    ...base,
  };
}

function snapshotElements(site: Site, content: Content, spot: Spot): readonly Element[] {
  const elements = content.items.map((item) => ({
    value: snapshotIn(site, item.value, spot),
    presence: item.presence,
  }));
  if (content.open && content.rest) {
    for (const option of optionsOf(content.rest))
      elements.push({ value: snapshotIn(site, option, spot), presence: "maybe" });
  }
  return elements;
}

function snapshotMembers(site: Site, content: Content, spot: Spot): readonly Member[] {
  const members: Member[] = [];
  for (const [key, field] of content.fields) {
    if (isPrivateKey(key)) continue;
    const keySpot = spotOf(site, field.keyPlace, spot);
    const value: Abstract = field.getter ? unknown("a getter", field.keyPlace) : field.value;
    const presence = mayBeMissing(site.program, value) ? "maybe" : field.presence;
    members.push({ key, keyRange: keySpot.range, value: snapshotIn(site, value, spot), presence });
  }
  return members;
}

function snapshotObject(site: Site, cell: Cell, content: Content, spot: Spot, base: Located): Value {
  const known = snapshotMembers(site, content, spot);
  const shown = cell.class?.shown?.(content) ?? [];
  if (shown === "nothing") return snapshotHidden(cell.class?.name ?? "", base);
  const more = shown.map(([key, value]): Member => ({
    key,
    keyRange: spot.range,
    value: snapshotIn(site, value, spot),
    presence: "always",
  }));
  if (!cell.class && writesOwnJson(site.program, cell, content))
    return { kind: "unknown", reason: "an object with a `toJSON`", is: "object", ...base };
  // A list, a date or a text may be behind it, as far as JSON is concerned.
  if (cell.constructedBy && extendsUnknown(cell.constructedBy))
    return { kind: "unknown", reason: "an instance of a class that extends one that is not known", ...base };
  return {
    kind: "object",
    members: more.length > 0 ? [...known, ...more] : known,
    open: content.open,
    spreads: content.sources.map((source) => snapshotIn(site, source, spot)),
    ...ofClass(cell, content),
    ...base,
  };
}

/** @returns the snapshot of an instance of a built-in class that shows nothing of what it holds. */
function snapshotHidden(name: string, base: Located): Value {
  const origin: Origin = { trail: [`new ${name}()`], ...base.origin };
  return { kind: "unknown", reason: `a ${name}`, is: "object", ...base, origin };
}

/** @returns what a snapshot tells of the class of an instance. */
function ofClass({ class: builtin, constructedBy }: Cell, { open }: Content): Partial<ObjectValue> {
  if (!constructedBy) return builtin ? { class: builtin.name } : {};
  const byClass = accessorsOf(constructedBy);
  return {
    class: builtin?.name ?? constructedBy.name,
    ...(!builtin && !open && { jsonMembers: true as const }),
    ...(byClass.length > 0 && { byClass }),
  };
}

/** Whether the last class of a chain extends something whose source is not at hand. */
function extendsUnknown(closure: Closure): boolean {
  const parent = chainOf(closure).at(-1)?.classParts?.parent;
  return parent !== undefined && !(parent.kind === "scalar" && parent.value === null);
}

/** Whether the object, its class or one that it extends has a `toJSON`, which alone tells what is sent. */
function writesOwnJson(program: Program, { constructedBy }: Cell, content: Content): boolean {
  const chain = constructedBy ? chainOf(constructedBy) : [];
  return (
    content.fields.has("toJSON") ||
    chain.some(
      (each) =>
        each.classParts?.methods.has("toJSON") === true ||
        program.pass.classes.prototypes.get(each)?.slot.value.fields.has("toJSON") === true,
    )
  );
}
