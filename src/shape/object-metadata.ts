import type { Constraints } from "./constraints/schema";
import type { ArrayShape, FieldShape, MapShape, ObjectShape, ScalarShape, Shape } from "./shape";

/** The metadata of Kubernetes objects, as the API server validates it. */

const text = (constraints?: Constraints): ScalarShape => ({ type: "string", ...(constraints && { constraints }) });

const map = (keys: string, values?: Constraints): MapShape => {
  return { type: "map", values: text(values), sparse: true, constraints: { propertyNames: { format: keys } } };
};

const list = (elements: Shape): ArrayShape => ({ type: "array", elements });

const any: Shape = { type: "any" };

function object(name: string, fields: Readonly<Record<string, Shape>>, required: readonly string[] = []): ObjectShape {
  const entries = Object.entries(fields).map(([key, shape]): [string, FieldShape] => {
    return [key, { name: key, shape, required: required.includes(key) }];
  });
  return { type: "object", name, fields: new Map(entries), open: false };
}

const owner = object(
  "ownerReferences",
  {
    apiVersion: text({ minLength: 1 }),
    kind: text({ minLength: 1 }),
    name: text({ minLength: 1 }),
    uid: text({ minLength: 1 }),
    controller: { type: "boolean" },
    blockOwnerDeletion: { type: "boolean" },
  },
  ["apiVersion", "kind", "name", "uid"],
);

const common = object("metadata", {
  name: text({ format: "k8s-long-name" }),
  generateName: text({ format: "k8s-generate-name" }),
  namespace: text({ format: "k8s-short-name" }),
  labels: map("k8s-label-key", { format: "k8s-label-value" }),
  annotations: map("k8s-annotation-key"),
  finalizers: list(text({ format: "k8s-label-key" })),
  ownerReferences: list(owner),
  // Fields set by the server. It may ignore values that a client sends.
  ...Object.fromEntries(
    [
      "clusterName",
      "creationTimestamp",
      "deletionGracePeriodSeconds",
      "deletionTimestamp",
      "generation",
      "initializers",
      "managedFields",
      "resourceVersion",
      "selfLink",
      "uid",
    ].map((name) => [name, any]),
  ),
});

const inner = withName(common, { format: "k8s-path-segment" });

function withName(metadata: ObjectShape, constraints: Constraints): ObjectShape {
  const fields = new Map(metadata.fields);
  for (const name of ["name", "generateName"]) fields.set(name, { name, required: false, shape: text(constraints) });
  return { ...metadata, fields };
}

/** Built-in groups and kinds that accept names other than domain names: `system:node`, `2001:db8::1`. */
const otherNames: ReadonlySet<string> = new Set([
  "apiregistration.k8s.io",
  "certificates.k8s.io",
  "rbac.authorization.k8s.io",
  "IPAddress.networking.k8s.io",
]);

/**
 * Decides how objects of a built-in kind are named, which the API server's description does not say.
 *
 * @returns `root` for domain names; `inner` for any name, including those of groups outside of Kubernetes.
 */
export function namePlaceOf(kind: string, group: string): "root" | "inner" {
  const isKubernetes = !group.includes(".") || group.endsWith(".k8s.io");
  return isKubernetes && !otherNames.has(group) && !otherNames.has(`${kind}.${group}`) ? "root" : "inner";
}

/**
 * @param place `root`: the object itself, which needs a domain name. `inner`: an embedded object, which may have any
 * name.
 * @param own the metadata schema of the definition. The server applies only its constraints on `name` and
 * `generateName`.
 * @returns the shape of an object's metadata.
 */
export function objectMetadata(place: "root" | "inner", own?: Shape): ObjectShape {
  const base = place === "root" ? common : inner;
  if (own?.type !== "object" || own.fields.size === 0) return base;
  const fields = new Map(base.fields);
  for (const name of ["name", "generateName"]) {
    const [field, more] = [fields.get(name), own.fields.get(name)?.shape];
    if (field === undefined || more?.type !== "string") continue;
    const constraints = { ...more.constraints, allOf: [...(more.constraints?.allOf ?? []), ...formatsOf(field.shape)] };
    fields.set(name, { ...field, shape: { ...more, constraints } });
  }
  return { ...base, fields };
}

function formatsOf({ constraints }: Shape): readonly Constraints[] {
  return constraints === undefined ? [] : [constraints];
}
