import { getScalarText } from "../shape/scalar";
import type { Range } from "../text/range";
import type { ObjectValue, Value } from "../value/value";
import { splitApiVersion } from "./identify";
import { getLiteral } from "./kustomization";
import { getMember, getText } from "./members";
import { addTo } from "../text/groups";

/** Finds objects that other objects contain, whole or in part, for a controller to create or change. */

/** The places where objects of a kind contain others. */
interface Holder {
  readonly kinds: readonly string[];
  readonly groups: readonly string[];
  /** `spec.resources[].base`: member names, and `[]` for the elements of a list. */
  readonly paths: readonly string[];
  /** Whether the controller adds fields later, so that none is missing here. */
  readonly isPart: boolean;
}

const crossplane: Holder = {
  kinds: ["Composition", "CompositionRevision"],
  groups: ["apiextensions.crossplane.io"],
  paths: ["spec.resources[].base", "spec.pipeline[].input.resources[].base"],
  isPart: true,
};

const holders: readonly Holder[] = [
  crossplane,
  { ...crossplane, paths: ["spec.pipeline[].input"], isPart: false },
  {
    kinds: ["Object"],
    groups: ["kubernetes.crossplane.io", "kubernetes.m.crossplane.io"],
    paths: ["spec.forProvider.manifest"],
    isPart: false,
  },
  {
    kinds: ["ManifestWork"],
    groups: ["work.open-cluster-management.io"],
    paths: ["spec.workload.manifests[]"],
    isPart: false,
  },
  { kinds: ["ResourceGraphDefinition"], groups: ["kro.run"], paths: ["spec.resources[].template"], isPart: true },
  { kinds: ["Template"], groups: ["template.openshift.io"], paths: ["objects[]"], isPart: false },
  {
    kinds: ["HelmRelease"],
    groups: ["helm.toolkit.fluxcd.io"],
    paths: ["spec.postRenderers[].kustomize.patches[].patch", "spec.postRenderers[].kustomize.patchesStrategicMerge[]"],
    isPart: true,
  },
  {
    kinds: ["Kustomization"],
    groups: ["kustomize.toolkit.fluxcd.io"],
    paths: ["spec.patches[].patch", "spec.patchesStrategicMerge[]"],
    isPart: true,
  },
  {
    kinds: ["Application"],
    groups: ["argoproj.io"],
    paths: ["spec.source.kustomize.patches[].patch", "spec.sources[].kustomize.patches[].patch"],
    isPart: true,
  },
  {
    kinds: ["ApplicationSet"],
    groups: ["argoproj.io"],
    paths: [
      "spec.template.spec.source.kustomize.patches[].patch",
      "spec.template.spec.sources[].kustomize.patches[].patch",
    ],
    isPart: true,
  },
  {
    kinds: ["Workflow", "WorkflowTemplate", "ClusterWorkflowTemplate"],
    groups: ["argoproj.io"],
    paths: ["spec.templates[].resource.manifest"],
    isPart: true,
  },
];

const byKind = new Map<string, Holder[]>();
for (const holder of holders) for (const kind of holder.kinds) addTo(byKind, kind, holder);

/** @returns whether objects of a kind with this name may contain others. */
export function mayHold(kind: string): boolean {
  return byKind.has(kind);
}

/** A value at one of the places: an object, or a text that contains objects. */
export interface Held {
  readonly value: Value;
  readonly isPart: boolean;
}

/** @returns the values that an object contains for a controller. */
export function getHeld(object: ObjectValue): readonly Held[] {
  const found = byKind.get(getText(getMember(object, "kind")) ?? "");
  if (found === undefined) return [];
  const { group } = splitApiVersion(getText(getMember(object, "apiVersion")) ?? "");
  return found
    .filter(({ groups }) => groups.includes(group))
    .flatMap(({ paths, isPart }) =>
      paths.flatMap((path) => valuesAt(object, path.split(/\.|(?=\[\])/)).map((value) => ({ value, isPart }))),
    );
}

function valuesAt(value: Value, [step, ...more]: readonly string[]): readonly Value[] {
  if (step === undefined) return [value];
  if (step === "[]")
    return value.kind === "array" ? value.elements.flatMap((element) => valuesAt(element.value, more)) : [];
  const member = value.kind === "object" ? getMember(value, step) : undefined;
  return member === undefined ? [] : valuesAt(member.value, more);
}

/** @returns the ranges of literal blocks that contain objects for a controller. */
export function getHeldTexts(
  value: Value,
  text: string,
): readonly { readonly range: Range; readonly isPart: boolean }[] {
  if (value.kind !== "object") return [];
  return getHeld(value).flatMap(({ value: held, isPart }) => {
    const range = getScalarText(held) === undefined ? undefined : getLiteral(held, text);
    return range === undefined ? [] : [{ range, isPart }];
  });
}
