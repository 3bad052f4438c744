import { isObject } from "../../../value/plain-object";
import { follow, stepsOf, type JsonObject } from "./pointers";

/** The member that selects an option of a union: maps its values to indexes of options. */
export interface Discriminator {
  readonly propertyName: string;
  readonly mapping: Readonly<Record<string, number>>;
  /**
   * Schema names that are accepted as values although `mapping` lists other values for the schema. Messages do not
   * suggest them.
   */
  readonly implicit?: readonly string[];
}

/** The discriminator values of one schema. */
interface Tags {
  readonly stated: readonly string[];
  readonly implicit: readonly string[];
}

/** An option of a union. */
export interface Option {
  /** The option in the union, usually a reference. */
  readonly source: unknown;
  /** The option without references. */
  readonly resolved: JsonObject;
}

/** Bounds the recursion through `allOf`. */
const deepest = 8;

const components = "#/components/schemas/";

/**
 * Finds the property that selects an option of a union: its `discriminator`, or a required property with different values in each option.
 *
 * @returns `undefined` if there is none, or if a value may select several options.
 */
export function findDiscriminator(
  document: JsonObject,
  discriminator: unknown,
  options: readonly Option[],
): Discriminator | undefined {
  if (isObject(discriminator) && typeof discriminator.propertyName === "string") {
    const { propertyName, mapping } = discriminator;
    // A default mapping accepts any other value, so names do not decide.
    if ("defaultMapping" in discriminator) return undefined;
    const named = readMapping(document, mapping);
    return named && discriminatorFrom(propertyName, options, (option) => tagsOf(document, option, propertyName, named));
  }
  for (const name of commonNames(options)) {
    const found = discriminatorFrom(name, options, ({ resolved }) => ({
      stated: valuesOf(document, resolved, name),
      implicit: [],
    }));
    if (found) return found;
  }
  return undefined;
}

/**
 * Finds the values that select a schema or one of its extensions.
 *
 * @param discriminator the schema's discriminator.
 * @param options the schema itself, then its extensions.
 * @returns `undefined` if a value may select several of them. The schema itself gets the values that no other has.
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
  const found = discriminatorFrom(propertyName, heirs, tagsOfHeir);
  if (found === undefined) return undefined;
  const places = Object.entries(found.mapping).map(([tag, index]): [string, number] => [tag, index + 1]);
  const ofBase = common.length > 0 ? { stated: common, implicit: [] } : withoutMapping(named, tagsOfHeir(base));
  const isFree = (tag: string): boolean => !Object.hasOwn(found.mapping, tag);
  const others = [...ofBase.stated, ...ofBase.implicit].filter(isFree);
  const implicit = [...(found.implicit ?? []), ...ofBase.implicit.filter(isFree)];
  return {
    propertyName,
    mapping: Object.fromEntries([...places, ...others.map((tag): [string, number] => [tag, 0])]),
    ...(implicit.length > 0 && { implicit }),
  };
}

/** A base that its mapping omits is usually abstract, so messages do not suggest its name. */
function withoutMapping(named: ReadonlyMap<string, JsonObject>, { stated, implicit }: Tags): Tags {
  const isPassedOver = named.size > 0 && !stated.some((tag) => named.has(tag));
  return isPassedOver ? { stated: [], implicit: [...stated, ...implicit] } : { stated, implicit };
}

/** @returns the discriminator, if every option has values and no two options share one. */
function discriminatorFrom(
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

/** @returns the properties that all options require. */
function commonNames(options: readonly Option[]): readonly string[] {
  const [first, ...others] = options.map(({ resolved: { required } }) =>
    Array.isArray(required) ? (required as unknown[]) : [],
  );
  if (first === undefined || others.length === 0) return [];
  return first.filter(
    (name): name is string => typeof name === "string" && others.every((each) => each.includes(name)),
  );
}

/** @returns the schemas of a mapping by tag; `undefined` if one is not in the document. */
function readMapping(document: JsonObject, mapping: unknown): ReadonlyMap<string, JsonObject> | undefined {
  const named = new Map<string, JsonObject>();
  for (const [tag, target] of Object.entries(isObject(mapping) ? mapping : {})) {
    const reference = String(target).startsWith("#") ? String(target) : `${components}${String(target)}`;
    // In a description spread over files, the mapping contains references: see `withMappedReferences`.
    const schema = follow(document, isObject(target) ? target : { $ref: reference });
    if (schema === undefined) return undefined;
    named.set(tag, schema);
  }
  return named;
}

/** @returns the tags of an option: those of the mapping, and the values of its property, or else its schema's name. */
function tagsOf(
  document: JsonObject,
  { source, resolved }: Option,
  property: string,
  named: ReadonlyMap<string, JsonObject>,
): Tags {
  return tagsBy(named, follow(document, source), valuesOf(document, resolved, property), source);
}

/**
 * The specification leaves open whether a mapped schema can also be selected by its name. Both are accepted, except for names that the mapping gives to others.
 *
 * @param own the values of the schema's own property.
 * @param source the option, which names the schema.
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

/** @returns the allowed values of a property, if all of them are texts; otherwise an empty list. */
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

/** @returns a schema and its `allOf` parts, at any depth. */
function partsOf(document: JsonObject, source: unknown, depth = 0): readonly JsonObject[] {
  const schema = follow(document, source);
  if (schema === undefined || depth > deepest) return [];
  const inner = Array.isArray(schema.allOf) ? schema.allOf : [];
  return [schema, ...inner.flatMap((part) => partsOf(document, part, depth + 1))];
}
