import type { DescribedParameter } from "../../contract/description/description-file";
import type { ContractSchema } from "../../contract/file/schema-shape";
import type { Change, Part } from "../change";
import { type SchemaComparison, sentPresence } from "./schemas";
import { type ChangeNode, elementStep, listChanges, newNode, type SchemaChange } from "../node";

/** The parameters of an endpoint in one part of the request, in both versions. */
export interface ParameterPair {
  readonly endpoint: string;
  readonly part: Part & ("query" | "header" | "path");
  readonly was: Readonly<Record<string, DescribedParameter>>;
  readonly now: Readonly<Record<string, DescribedParameter>>;
}

/** @returns the changes in the parameters of an endpoint. Names of headers are case-insensitive. */
export function compareParameters(pair: ParameterPair, schemas: SchemaComparison): readonly Change[] {
  const { part } = pair;
  const keyOf = (name: string): string => (part === "header" ? name.toLowerCase() : name);
  const was = new Map(Object.entries(pair.was).map(([name, given]) => [keyOf(name), { name, given }]));
  const now = new Map(Object.entries(pair.now).map(([name, given]) => [keyOf(name), { name, given }]));
  return [...new Set([...was.keys(), ...now.keys()])].flatMap((key) => {
    const [older, newer] = [was.get(key), now.get(key)];
    const node = compareParameter(older?.given, newer?.given, part, schemas);
    return changesIn(node, { endpoint: pair.endpoint, part, parameter: older?.name ?? newer?.name ?? key });
  });
}

function compareParameter(
  was: DescribedParameter | undefined,
  now: DescribedParameter | undefined,
  part: Part,
  schemas: SchemaComparison,
): ChangeNode {
  const node = newNode();
  const own = ownChange(was, now, part, schemas);
  if (own) node.changes.push(own);
  if (was && now) {
    if ((was.deprecated === true) !== (now.deprecated === true))
      node.changes.push(quiet(`request-parameter-${now.deprecated ? "deprecated" : "reactivated"}`));
    node.options.push(schemas.compare(was.schema ?? anything, now.schema ?? anything, "request"));
  }
  return node;
}

const anything: ContractSchema = {};

function ownChange(
  was: DescribedParameter | undefined,
  now: DescribedParameter | undefined,
  part: Part,
  schemas: SchemaComparison,
): SchemaChange | undefined {
  // A path parameter is always present; its values are compared as a schema.
  if (part === "path") return undefined;
  if (was && !now) {
    const id = was.deprecated ? "request-parameter-removed-with-deprecation" : "request-parameter-removed";
    return { id, effect: "requests", test: { kind: "sent" } };
  }
  return presenceChange(was, now, schemas);
}

function presenceChange(
  was: DescribedParameter | undefined,
  now: DescribedParameter | undefined,
  schemas: SchemaComparison,
): SchemaChange | undefined {
  const required = { was: was?.required === true, now: now?.required === true };
  const pair = schemas.presenceOf(required, was?.schema ?? anything, now?.schema ?? anything);
  const presence = sentPresence(pair);
  const isNeeded = presence === "required";
  if (!was && required.now) {
    const id = "new-required-request-parameter";
    return isNeeded ? { id, effect: "requests", test: { kind: "missing" } } : quiet(`${id}-with-default`);
  }
  if (!was) return quiet("new-optional-request-parameter");
  const id = `request-parameter-became-${presence ?? ""}`;
  if (isNeeded) return { id, effect: "requests", test: { kind: "missing" } };
  return presence && quiet(id);
}

/** @returns a change that breaks nothing. */
function quiet(id: string): SchemaChange {
  return { id, effect: "nobody", test: { kind: "none" } };
}

/** The place of a value with a changed schema. */
export interface ValuePlace {
  readonly endpoint: string;
  readonly part: Part;
  readonly parameter?: string;
}

/** @returns the changes of a value as changes of an endpoint. */
export function changesIn(root: ChangeNode, { endpoint, part, parameter }: ValuePlace): readonly Change[] {
  return listChanges(root).map(({ change, path }): Change => {
    const scope = parameter !== undefined ? "parameter" : path.length === 0 ? "body" : "property";
    const { id, effect, was, now } = change;
    return {
      kind: "value",
      id: id.replace("{scope}", scope),
      effect,
      endpoint,
      part,
      // An element has the path of its list, as in selectors.
      place: [...(parameter === undefined ? [] : [parameter]), ...path.filter((step) => step !== elementStep)].join(
        "/",
      ),
      ...(was !== undefined && { was }),
      ...(now !== undefined && { now }),
      root,
      ...(parameter !== undefined && { parameter }),
      change,
    };
  });
}
