import { getScalarText } from "../shape/scalar";
import type { Range } from "../text/range";
import type { ObjectValue, Value } from "../value/value";
import { splitApiVersion } from "./identify";
import { getLiteral } from "./kustomization";
import { getMember, getText } from "./members";
import { addTo } from "../text/groups";

/** Objects that hold whole objects, or parts of some, for a controller to make or to change. */

/** Where objects of a kind hold others. */
interface Holder {
  readonly kinds: readonly string[];
  readonly groups: readonly string[];
  /** `spec.resources[].base`; the members on the way, and `[]` for the elements of a list. */
  readonly paths: readonly string[];
  /** Whether fields are added later, so that none is missing here. */
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

/** @returns whether objects of a kind of this name may hold others. */
export function mayHold(kind: string): boolean {
  return byKind.has(kind);
}

/** What an object holds in one place: an object, or a text in which some stand. */
export interface Held {
  readonly value: Value;
  readonly isPart: boolean;
}

/** @returns the values that an object holds for a controller. */
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

/** @returns where the texts stand that an object holds for a controller, and which hold objects in turn: literal blocks. */
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
