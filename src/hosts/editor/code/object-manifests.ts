import type TS from "typescript";
import { getKnownKinds } from "../../../manifest/known-kinds";
import { loadProject } from "../../../contract/configuration/load";
import { rules } from "../../../../rules/index";
import { factsFor } from "../../shared/files/facts";
import type { DocumentPlace, Level } from "../document-place";
import { grantOffers } from "../granted-names";
import { offersAt } from "../manifests";
import { memberNameAt, tokenAround } from "../nodes";
import type { Offer } from "../offers";

/**
 * Completion in object literals with a `kind` or with an application's permissions. Uses syntax only, so that it is
 * cheap elsewhere.
 */

/** @returns completions of a kind's fields and values, or of permissions, at a position of code. */
export function objectOffers(ts: typeof TS, sourceFile: TS.SourceFile, position: number): readonly Offer[] {
  const place = findPlace(ts, sourceFile, position);
  if (!place) return [];
  const granted = grantOffers(place, "code", () => loadProject(sourceFile.fileName, rules));
  if (granted.length > 0) return granted;
  // Only an object with `kind` and `apiVersion` is recognised as a manifest.
  if (!place.levels.some(({ scalars }) => scalars.has("kind") && scalars.has("apiVersion"))) return [];
  const project = loadProject(sourceFile.fileName, rules);
  return offersAt(place, "code", getKnownKinds(project.contract, factsFor(project, sourceFile.fileName)));
}

function findPlace(ts: typeof TS, sourceFile: TS.SourceFile, position: number): DocumentPlace | undefined {
  const node = tokenAround(ts, sourceFile, position);
  const { parent } = node;
  if (ts.isStringLiteralLike(node) && ts.isPropertyAssignment(parent) && parent.initializer === node) {
    const levels = levelsAround(ts, parent);
    const range = { start: node.getStart(sourceFile) + 1, end: node.end - 1 };
    return { role: "value", start: [], levels, range, hasColon: true, isQuoted: true, isFlow: true };
  }
  const name = memberNameAt(ts, sourceFile, position);
  if (!name) return undefined;
  const { object, own, hasColon, range } = name;
  const levels = [...levelsAround(ts, object), levelOf(ts, object, own, [])];
  return { role: "key", start: [], levels, range, hasColon, isQuoted: false, isFlow: true };
}

/** @returns the object literals around a node, outermost first, each with the steps to the next one. */
function levelsAround(ts: typeof TS, node: TS.Node): readonly Level[] {
  const levels: Level[] = [];
  let steps: (string | number)[] = [];
  for (let at = node; ; at = at.parent) {
    const { parent } = at;
    if (ts.isPropertyAssignment(at) && ts.isObjectLiteralExpression(parent)) {
      const name = nameOf(ts, at);
      if (name === undefined) return levels;
      levels.unshift(levelOf(ts, parent, at, [name, ...steps]));
      steps = [];
      at = parent;
    } else if (ts.isArrayLiteralExpression(parent)) {
      steps.unshift(parent.elements.indexOf(at as TS.Expression));
    } else if (!ts.isPropertyAssignment(parent)) return levels;
  }
}

function levelOf(
  ts: typeof TS,
  { properties }: TS.ObjectLiteralExpression,
  own: TS.Node | undefined,
  steps: readonly (string | number)[],
): Level {
  const keys = new Set<string>();
  const scalars = new Map<string, string>();
  for (const property of properties) {
    const name = nameOf(ts, property);
    if (name === undefined) continue;
    if (property !== own) keys.add(name);
    if (ts.isPropertyAssignment(property) && ts.isStringLiteralLike(property.initializer) && property !== own)
      scalars.set(name, property.initializer.text);
  }
  return { scalars, keys, steps };
}

function nameOf(ts: typeof TS, { name }: TS.ObjectLiteralElementLike): string | undefined {
  return name && (ts.isIdentifier(name) || ts.isStringLiteralLike(name)) ? name.text : undefined;
}
