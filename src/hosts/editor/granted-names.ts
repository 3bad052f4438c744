import type { Project } from "../../contract/configuration/load";
import { type ManifestName, namesInManifest } from "../../contract/permissions/manifest-names";
import type { FieldShape, Shape } from "../../shape/shape";
import { follow, keyOffers, type Language, valueOffers } from "./document-offers";
import type { DocumentPlace, Level } from "./document-place";
import type { Offer } from "./offers";
import { oneOf } from "./schema-shapes";

/**
 * Completion of the permissions in an application's manifest, and of those that code requests for an installation
 * token. Other objects may use `permissions` for something else.
 */

/** @returns completions of permission names or levels at a place. */
export function grantOffers(
  place: DocumentPlace,
  language: Language,
  project: () => Pick<Project, "contract" | "facts">,
): readonly Offer[] {
  const { levels } = place;
  const [holder, grants] = levels.slice(-2);
  if (!holder || !grants || !isGrant(holder, levels.length === 2)) return [];
  const { contract, facts } = project();
  const shape = shapeOfGrants(namesInManifest(contract.permissions, facts.aliases));
  if (place.role === "key") return keyOffers(place, [shape], language);
  return valueOffers(place, follow([shape], grants.steps), language);
}

/** Whether the next step from a mapping leads to a set of permissions. */
function isGrant({ steps, scalars, keys }: Level, isOutermost: boolean): boolean {
  const [name, ...more] = steps;
  if (more.length > 0) return false;
  if (name === "default_permissions") return isOutermost;
  if (name !== "permissions") return false;
  return scalars.get("type") === "installation" || keys.has("installation_id") || keys.has("installationId");
}

function shapeOfGrants(names: readonly ManifestName[]): Shape {
  const fields = names.map(({ name, scope, category, levels }): [string, FieldShape] => {
    const description = `The permission \`${scope}.${category}\`.`;
    return [name, { name, required: false, shape: oneOf(levels), description }];
  });
  return { type: "object", fields: new Map(fields), open: true };
}
