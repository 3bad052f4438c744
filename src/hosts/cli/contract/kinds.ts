import type { Contract, Kind } from "../../../contract/contract";
import { listShape } from "../../../contract/kinds/kinds";
import type { FieldShape, ObjectShape, Shape } from "../../../shape/shape";
import { findNear } from "../../../text/near";
import { UsageError } from "../exit";
import { formatTable } from "./table";
import { visible } from "../../../text/visible";

/** One line of a kind's table. */
interface Row {
  /** Path from the object's root: `spec.resource.keyDetails[].kmsKeyID`. */
  readonly path: string;
  readonly type: string;
  readonly required: boolean;
  readonly underlyingName?: string;
  readonly since?: string;
}

/**
 * @returns the kinds of a name, or all kinds without one. The name `<Kind>List` gives the shape of the list.
 * @throws {UsageError} if no kind has the name.
 */
export function chooseKinds({ kinds }: Contract, name: string | undefined): Kind[] {
  if (name === undefined) return [...kinds];
  const chosen = kinds.flatMap((kind) => {
    if (kind.name === name) return [kind];
    return `${kind.name}List` === name ? [{ ...kind, name, shape: listShape(kind) }] : [];
  });
  if (chosen.length > 0) return chosen;
  const near = findNear(
    name,
    kinds.map((kind) => kind.name),
  );
  throw new UsageError(
    `there is no kind ${name}; ${near.length > 0 ? `did you mean ${near.join(" or ")}?` : `known: ${kinds.map((kind) => kind.name).join(", ")}`}`,
  );
}

/** @returns the kinds and all their fields as text for people. */
export function formatKinds(kinds: readonly Kind[], contract: Contract): string {
  return kinds
    .map((kind) => {
      const rows = rowsOf(kind.shape).map((row) => [
        indented(row.path),
        row.required ? "required" : "",
        row.type,
        row.underlyingName ?? "",
        row.since === undefined ? "" : `since ${row.since}`,
      ]);
      return `${visible(`${kind.name}  ${versionsOf(kind, contract).join(", ")}`)}\n${formatTable(rows)}`;
    })
    .join("\n");
}

/** @returns the last name of a path, indented by its depth. */
function indented(path: string): string {
  const names = path.split(".");
  return `${"  ".repeat(names.length)}${names.at(-1) ?? ""}`;
}

/** @returns the kinds and all their fields as JSON. */
export function formatKindsJson(kinds: readonly Kind[], contract: Contract): string {
  const data = kinds.map((kind) => ({
    kind: kind.name,
    group: kind.group,
    apiVersions: versionsOf(kind, contract),
    fields: rowsOf(kind.shape),
  }));
  return `${JSON.stringify(data, undefined, 2)}\n`;
}

function versionsOf(kind: Kind, { groups }: Contract): string[] {
  const group = groups.find((each) => each.key === kind.group);
  return (kind.apiVersions ?? group?.apiVersions ?? []).map(
    (version) => `${group?.name ?? `{group_${kind.group}}`}/${version}`,
  );
}

/**
 * Lists the fields of a shape. A recursive shape is expanded once; the state of a resource is not expanded if its shape
 * is the resource's.
 */
function rowsOf(shape: Shape, path = "", since?: string, seen: readonly Shape[] = []): Row[] {
  if (shape.type === "array") return rowsOf(shape.elements, `${path}[]`, since, seen);
  if (shape.type === "map") return rowsOf(shape.values, `${path}.*`, since, seen);
  if (shape.type !== "object" || seen.includes(shape)) return [];
  return [...shape.fields.values()].flatMap((field): Row[] => {
    const own = path === "" ? field.name : `${path}.${field.name}`;
    const newer = field.since ?? since;
    const row: Row = {
      path: own,
      type: typeOf(field, shape),
      required: field.required,
      ...(field.underlyingName !== undefined && { underlyingName: field.underlyingName }),
      ...(newer !== undefined && { since: newer }),
    };
    return field.name === sameAsResource(shape) ? [row] : [row, ...rowsOf(field.shape, own, newer, [...seen, shape])];
  });
}

/** @returns `state` if it has the same shape as `resource`. */
function sameAsResource({ fields }: ObjectShape): string | undefined {
  const resource = fields.get("resource")?.shape;
  return resource !== undefined && fields.get("state")?.shape === resource ? "state" : undefined;
}

function typeOf(field: FieldShape, owner: ObjectShape): string {
  return field.name === sameAsResource(owner) ? "as resource" : nameOfType(field.shape);
}

function nameOfType(shape: Shape): string {
  switch (shape.type) {
    case "any":
      return "not shown";
    case "array":
      return `array of ${nameOfType(shape.elements)}`;
    case "map":
      return `map of ${nameOfType(shape.values)}`;
    case "union":
      return shape.options.map(nameOfType).join(" or ");
    case "object":
      return shape.open && shape.fields.size === 0 ? "open object" : "object";
    default:
      return shape.values === undefined ? shape.type : shape.values.map((value) => JSON.stringify(value)).join(" | ");
  }
}
