import { isObject } from "../../../value/plain-object";
import { follow, stepsOf, type JsonObject } from "./pointers";

/** The member that tells the options of a union apart, and by its values their places. */
export interface Discriminator {
  readonly propertyName: string;
  readonly mapping: Readonly<Record<string, number>>;
  /** Keys of `mapping` that are names of schemas with other values too: they fit, and no message suggests them. */
  readonly implicit?: readonly string[];
}

/** The discriminator of a schema. */
interface Tags {
  readonly stated: readonly string[];
  readonly implicit: readonly string[];
}

/** An option of a union. */
export interface Option {
  /** As the union names it, mostly a reference. */
  readonly source: unknown;
  /** Without references. */
  readonly resolved: JsonObject;
}

/** Nobody narrows a tag in more steps. */
const deepest = 8;

const components = "#/components/schemas/";

/**
 * Finds the property that tells the options of a union apart: its `discriminator`, or a required property with other values in each option.
 *
 * @returns `undefined` where nothing tells, or where a value may stand for several options.
 */
export function findDiscriminator(
  document: JsonObject,
  discriminator: unknown,
  options: readonly Option[],
): Discriminator | undefined {
  if (isObject(discriminator) && typeof discriminator.propertyName === "string") {
    const { propertyName, mapping } = discriminator;
    // What any other value stands for, and what files outside of the document stand for, is not told by names.
    if ("defaultMapping" in discriminator) return undefined;
    const named = readMapping(document, mapping);
    return named && tell(propertyName, options, (option) => tagsOf(document, option, propertyName, named));
  }
  for (const name of commonNames(options)) {
    const told = tell(name, options, ({ resolved }) => ({ stated: valuesOf(document, resolved, name), implicit: [] }));
    if (told) return told;
  }
  return undefined;
}

/**
 * Finds out by what a schema and those that are built on it are told apart.
 *
 * @param discriminator of the schema.
 * @param options the schema, and then the others.
 * @returns `undefined` where a value may stand for several of them. The first one has the values that no other has.
 */
export function findHeirs(
  document: JsonObject,
  discriminator: JsonObject,
  options: readonly Option[],
): Discriminator | undefined {
  const { propertyName, mapping } = discriminator;
  const named = "defaultMapping" in discriminator ? undefined : readMapping(document, mapping);
  const [base, ...heirs] = options;
  if (typeof propertyName !== "string" || named === undefined || base === undefined) return undefined;
  const common = valuesOf(document, base.resolved, propertyName);
  const tagsOfHeir = (option: Option): Tags => {
    const own = valuesOf(document, option.resolved, propertyName);
    const isNarrower = own.length > 0 && own.length < (common.length || Infinity);
    return tagsBy(named, follow(document, option.source), isNarrower ? own : [], option.source);
  };
  const told = tell(propertyName, heirs, tagsOfHeir);
  if (told === undefined) return undefined;
  const places = Object.entries(told.mapping).map(([tag, index]): [string, number] => [tag, index + 1]);
  const ofBase = common.length > 0 ? { stated: common, implicit: [] } : withoutMapping(named, tagsOfHeir(base));
  const isFree = (tag: string): boolean => !Object.hasOwn(told.mapping, tag);
  const others = [...ofBase.stated, ...ofBase.implicit].filter(isFree);
  const implicit = [...(told.implicit ?? []), ...ofBase.implicit.filter(isFree)];
  return {
    propertyName,
    mapping: Object.fromEntries([...places, ...others.map((tag): [string, number] => [tag, 0])]),
    ...(implicit.length > 0 && { implicit }),
  };
}

/** A base that a mapping passes over is mostly abstract: nobody is told to send its name. */
function withoutMapping(named: ReadonlyMap<string, JsonObject>, { stated, implicit }: Tags): Tags {
  const isPassedOver = named.size > 0 && !stated.some((tag) => named.has(tag));
  return isPassedOver ? { stated: [], implicit: [...stated, ...implicit] } : { stated, implicit };
}

/** The values that the options have, where each value belongs to one option. */
function tell(
  propertyName: string,
  options: readonly Option[],
  read: (option: Option) => Tags,
): Discriminator | undefined {
  const places = new Map<string, number>();
  const allImplicit: string[] = [];
  for (const [index, option] of options.entries()) {
    const { stated, implicit } = read(option);
    const tags = [...stated, ...implicit];
    if (tags.length === 0 || tags.some((tag) => places.has(tag))) return undefined;
    for (const tag of tags) places.set(tag, index);
    allImplicit.push(...implicit);
  }
  return {
    propertyName,
    mapping: Object.fromEntries(places),
    ...(allImplicit.length > 0 && { implicit: allImplicit }),
  };
}

/** The properties that all options require. */
function commonNames(options: readonly Option[]): readonly string[] {
  const [first, ...others] = options.map(({ resolved: { required } }) =>
    Array.isArray(required) ? (required as unknown[]) : [],
  );
  if (first === undefined || others.length === 0) return [];
  return first.filter(
    (name): name is string => typeof name === "string" && others.every((each) => each.includes(name)),
  );
}

/** The schemas that a mapping names, by tag; `undefined` where one of them is not in the document. */
function readMapping(document: JsonObject, mapping: unknown): ReadonlyMap<string, JsonObject> | undefined {
  const named = new Map<string, JsonObject>();
  for (const [tag, target] of Object.entries(isObject(mapping) ? mapping : {})) {
    const reference = String(target).startsWith("#") ? String(target) : `${components}${String(target)}`;
    // A description that is spread over files has references here: see `withMappedReferences`.
    const schema = follow(document, isObject(target) ? target : { $ref: reference });
    if (schema === undefined) return undefined;
    named.set(tag, schema);
  }
  return named;
}

/** The tags of an option: what the mapping says, and the values that its own property has, or else the name of its schema. */
function tagsOf(
  document: JsonObject,
  { source, resolved }: Option,
  property: string,
  named: ReadonlyMap<string, JsonObject>,
): Tags {
  return tagsBy(named, follow(document, source), valuesOf(document, resolved, property), source);
}

/**
 * Whether a mapped schema still has its own name is not settled: both are taken, but for the names that are mapped to others.
 *
 * @param own the values that the schema's own property has.
 * @param source names the schema.
 */
function tagsBy(
  named: ReadonlyMap<string, JsonObject>,
  schema: JsonObject | undefined,
  own: readonly string[],
  source: unknown,
): Tags {
  const mapped = [...named].flatMap(([tag, each]) => (each === schema ? [tag] : []));
  const given = schema?.["x-ms-discriminator-value"];
  const values = typeof given === "string" ? [given] : own;
  const isFree = (tag: string): boolean => !named.has(tag);
  const stated = [...new Set([...mapped, ...values.filter(isFree)])];
  const implicit = values.length > 0 ? [] : implicitName(source).filter(isFree);
  return mapped.length > 0 ? { stated, implicit } : { stated: [...stated, ...implicit], implicit: [] };
}

function implicitName(source: unknown): readonly string[] {
  if (!isObject(source) || typeof source.$ref !== "string" || !source.$ref.startsWith(components)) return [];
  return stepsOf(source.$ref).slice(2);
}

/** The only values of a property of a schema, where all of them are texts. */
function valuesOf(document: JsonObject, { properties }: JsonObject, name: string): readonly string[] {
  const property = isObject(properties) && Object.hasOwn(properties, name) ? properties[name] : undefined;
  let common: readonly unknown[] | undefined;
  for (const { enum: several, const: only } of partsOf(document, property)) {
    const values: readonly unknown[] | undefined = Array.isArray(several)
      ? several
      : only === undefined
        ? undefined
        : [only];
    if (values !== undefined) common = common?.filter((each) => values.includes(each)) ?? values;
  }
  return common?.every((each) => typeof each === "string") === true ? common : [];
}

/** A schema, and those that a value must fit as well. */
function partsOf(document: JsonObject, source: unknown, depth = 0): readonly JsonObject[] {
  const schema = follow(document, source);
  if (schema === undefined || depth > deepest) return [];
  const inner = Array.isArray(schema.allOf) ? schema.allOf : [];
  return [schema, ...inner.flatMap((part) => partsOf(document, part, depth + 1))];
}
