import { stringify } from "yaml";
import { describe, expect, it } from "vitest";
import { makeFolder, runProgram } from "../program";

type Json = Readonly<Record<string, unknown>>;

const text = { type: "string" };
const object = (properties: Json, more: Json = {}): Json => ({ type: "object", properties, ...more });

/** A definition of Gadget, with what its `spec` may be in each version. */
function define(versions: Readonly<Record<string, Json>>, kind = "Gadget"): string {
  const plural = `${kind.toLowerCase()}s`;
  return stringify({
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `${plural}.shop.example.dev` },
    spec: {
      group: "shop.example.dev",
      names: { kind, plural },
      scope: "Namespaced",
      versions: Object.entries(versions).map(([name, spec]) => ({
        name,
        served: true,
        storage: true,
        schema: { openAPIV3Schema: object({ spec }) },
      })),
    },
  });
}

const gadget = (name: string, spec: string, version = "v1"): string =>
  `apiVersion: shop.example.dev/${version}\nkind: Gadget\nmetadata: { name: ${name} }\nspec:\n${spec.replace(/^/gmu, "  ")}\n`;

interface Printed {
  readonly changes: readonly {
    readonly id: string;
    readonly breaks: string;
    readonly place: string;
    readonly hit: readonly { readonly document: string; readonly readAt?: { readonly line: number } }[];
    readonly spared: number;
  }[];
}

/** @returns each breaking change with the documents that it hits, and the lines at which that shows. */
function hitsOf(older: Json, newer: Json, documents: readonly string[]): { status: number | null; hits: string[] } {
  const folder = makeFolder({
    "old.yaml": define({ v1: older }),
    "new.yaml": define({ v1: newer }),
    "deploy/all.yaml": documents.join("---\n"),
  });
  const { status, stdout, stderr } = runProgram(folder, ["diff", "old.yaml", "new.yaml", "deploy", "--format", "json"]);
  expect(stderr).toBe("");
  const { changes } = JSON.parse(stdout) as Printed;
  const hits = changes
    .filter(({ breaks }) => breaks !== "nobody")
    .flatMap(({ id, place, hit }) => [
      `${id} ${place}: ${hit.map(({ document, readAt }) => `${document} at ${readAt?.line ?? 0}`).join(", ")}`,
    ]);
  return { status, hits };
}

const rule = (expression: string): Json => ({ "x-kubernetes-validations": [{ rule: expression }] });

describe("restraint diff of two versions of a definition", () => {
  it.each<[string, Json, Json, readonly [bad: string, good: string], string]>([
    [
      "a field that is gone",
      object({ size: text }),
      object({}),
      ["size: a", "other: a"],
      "property-removed spec/size: Gadget bad at 5",
    ],
    [
      "a field that is required",
      object({ size: text }),
      object({ size: text }, { required: ["size"] }),
      ["other: a", "size: a"],
      "property-became-required spec/size: Gadget bad at 4",
    ],
    [
      "a new field that is required",
      object({ size: text }),
      object({ size: text, id: text }, { required: ["id"] }),
      ["size: a", "id: a"],
      "new-required-property spec/id: Gadget bad at 4",
    ],
    [
      "a pattern",
      object({ size: text }),
      object({ size: { ...text, pattern: "^a" } }),
      ["size: b", "size: a"],
      "property-pattern-added spec/size: Gadget bad at 5",
    ],
    [
      "a tighter pattern in a list",
      object({ all: { type: "array", items: object({ size: { ...text, pattern: "^[ab]" } }) } }),
      object({ all: { type: "array", items: object({ size: { ...text, pattern: "^a" } }) } }),
      ["all:\n- size: a\n- size: b", "all: [{ size: a }]"],
      "property-pattern-changed spec/all/size: Gadget bad at 7",
    ],
    [
      "a value of a map",
      object({ all: { type: "object", additionalProperties: text } }),
      object({ all: { type: "object", additionalProperties: { ...text, maxLength: 2 } } }),
      ["all:\n  a: abc", "all: { a: ab }"],
      "property-max-length-set spec/all/{}: Gadget bad at 6",
    ],
    [
      "a type",
      object({ size: text }),
      object({ size: { type: "integer" } }),
      ["size: a", "other: 1"],
      "property-type-changed spec/size: Gadget bad at 5",
    ],
    [
      "a value of a list of values",
      object({ size: { ...text, enum: ["a", "b"] } }),
      object({ size: { ...text, enum: ["a"] } }),
      ["size: b", "size: a"],
      "property-enum-value-removed spec/size: Gadget bad at 5",
    ],
    [
      "a number of members",
      object({ all: { type: "object", additionalProperties: text } }),
      object({ all: { type: "object", additionalProperties: text, maxProperties: 1 } }),
      ["all: { a: a, b: b }", "all: { a: a }"],
      "property-max-properties-set spec/all: Gadget bad at 5",
    ],
    [
      "a rule",
      object({ size: text }),
      object({ size: text }, rule("self.size != 'b'")),
      ["size: b", "size: a"],
      "rules-added spec: Gadget bad at 4",
    ],
    [
      "a combination",
      object({ size: text, id: text }),
      object({ size: text, id: text }, { not: { required: ["size", "id"] } }),
      ["size: a\nid: b", "size: a"],
      "property-combination-changed spec: Gadget bad at 4",
    ],
    [
      "keys that tell the elements of a list apart",
      object({ all: { type: "array", items: object({ id: text }) } }),
      object({
        all: {
          type: "array",
          items: object({ id: text }),
          "x-kubernetes-list-type": "map",
          "x-kubernetes-list-map-keys": ["id"],
        },
      }),
      ["all: [{ id: a }, { id: a }]", "all: [{ id: a }, { id: b }]"],
      "value-no-longer-fits spec/all: Gadget bad at 5",
    ],
    [
      "a value that is null no longer",
      object({ size: { ...text, nullable: true } }),
      object({ size: text }),
      ["size: null", "size: a"],
      "property-became-not-nullable spec/size: Gadget bad at 5",
    ],
  ])("%s", (_, older, newer, [bad, good], expected) => {
    expect(hitsOf(older, newer, [gadget("bad", bad)])).toEqual({ status: 1, hits: [expected] });
    const { status, hits } = hitsOf(older, newer, [gadget("good", good)]);
    expect(hits.every((each) => each.endsWith(": "))).toBe(true);
    expect(status).toBe(0);
    // The other way round nothing breaks, where the good one has only what both versions know.
    if (/property-removed|type-changed|new-required/u.test(expected)) return;
    expect(hitsOf(newer, older, [gadget("good", good)]).status).toBe(0);
  });

  it("hits documents of a version or a kind that is gone, and no others", () => {
    const folder = makeFolder({
      "old/gadget.yaml": define({ v1alpha1: object({ size: text }), v1: object({ size: text }) }),
      "old/widget.yaml": define({ v1: object({ size: text }) }, "Widget"),
      "new/gadget.yaml": define({ v1: object({ size: text }) }),
      "a.yaml": gadget("old", "size: a", "v1alpha1"),
      "b.yaml": gadget("new", "size: a"),
      "c.yaml": gadget("other", "size: a").replace("Gadget", "Widget"),
    });
    const { status, stdout } = runProgram(folder, ["diff", "old", "new", "a.yaml", "b.yaml", "c.yaml"]);
    expect(status).toBe(1);
    expect(stdout).toContain("shop.example.dev/v1alpha1 Gadget  kind-version-removed");
    expect(stdout).toContain("    hit        a.yaml:1:1  Gadget old\n");
    expect(stdout).toContain("shop.example.dev/v1 Widget  kind-removed");
    expect(stdout).toContain("    hit        c.yaml:1:1  Widget other\n");
    expect(stdout).toMatch(/^2 breaking changes and 0 safe in 2 kinds; 2 documents hit$/mu);
    expect(runProgram(folder, ["diff", "old", "new", "b.yaml"]).status).toBe(0);
    expect(runProgram(folder, ["diff", "old", "old", "a.yaml", "c.yaml"]).status).toBe(0);
  });

  it("takes nothing for missing in a patch, and names a document that is no YAML", () => {
    const folder = makeFolder({
      "old.yaml": define({ v1: object({ size: text, id: text }) }),
      "new.yaml": define({ v1: object({ size: text, id: { ...text, pattern: "^a" } }, { required: ["size"] }) }),
      "deploy/kustomization.yaml": "patches:\n  - path: patch.yaml\n",
      "deploy/patch.yaml": gadget("small", "id: a"),
      "broken.yaml": "kind: Gadget\napiVersion: shop.example.dev/v1\nspec: [\n",
    });
    expect(runProgram(folder, ["diff", "old.yaml", "new.yaml", "broken.yaml"]).status).toBe(2);
    const { stdout } = runProgram(folder, ["diff", "old.yaml", "new.yaml", "deploy"]);
    expect(stdout).not.toContain("hit        ");
  });

  it("shows the places in SARIF and Markdown", () => {
    const folder = makeFolder({
      "old.yaml": define({ v1: object({ size: text }) }),
      "new.yaml": define({ v1: object({}) }),
      "a.yaml": gadget("small", "size: a"),
    });
    const markdown = runProgram(folder, ["diff", "old.yaml", "new.yaml", "a.yaml", "--format", "markdown"]).stdout;
    expect(markdown).toContain("### Restraint: 1 document hit\n");
    expect(markdown).toContain("- ❌ `a.yaml:5:3` in `Gadget small`");
    const sarif = runProgram(folder, ["diff", "old.yaml", "new.yaml", "a.yaml", "--format", "sarif"]).stdout;
    expect(sarif).toContain('"startLine": 5');
    expect(sarif).toContain("The document begins here.");
  });
});
