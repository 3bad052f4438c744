import { mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { loadProject } from "../../../../src/contract/configuration/load";
import { makeFolder, runProgram } from "../program";

const definition = `# comment
apiVersion: v1
kind: ConfigMap
---
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: widgets.shop.example.dev }
spec:
  group: shop.example.dev
  names: { kind: Widget, plural: widgets }
  scope: Namespaced
  versions:
    - name: v1
      served: true
      storage: true
      schema:
        openAPIV3Schema:
          type: object
          properties:
            apiVersion: { type: string }
            kind: { type: string }
            metadata: { type: object }
            spec:
              type: object
              required: [size]
              properties:
                size: { type: integer, minimum: 1 }
                name: { type: string, pattern: "^(?!a)" }
                port: { x-kubernetes-int-or-string: true }
`;

describe("restraint import crd", () => {
  it("says when the contract cannot be written", () => {
    const folder = makeFolder({ "crd.yaml": definition });
    const { status, stderr } = runProgram(folder, ["import", "crd", "crd.yaml", "-o", "nodir/contract.yaml"]);
    expect(status).toBe(2);
    expect(stderr).toContain("restraint: nodir/contract.yaml cannot be written: its folder does not exist\n");
  });

  it("writes a contract that a configuration can name", () => {
    const folder = makeFolder({ "crd.yaml": definition, "restraint.config.yaml": "contract: [contract.yaml]\n" });
    const { status, stdout, stderr } = runProgram(folder, ["import", "crd", "crd.yaml", "-o", "contract.yaml"]);
    expect({ status, stdout, stderr }).toEqual({
      status: 0,
      stdout: "",
      stderr: "note: Widget.shop.example.dev: not checked: spec.name: pattern ^(?!a)\n",
    });
    const { contract, problems } = loadProject(join(folder, "x.yaml"));
    expect(problems).toEqual([]);
    expect(contract.kinds.at(-1)).toMatchObject({ name: "Widget", group: "shop.example.dev" });
    expect(runProgram(folder, ["kinds", "Widget"]).stdout).toMatch(/port +int64 or string/);
    expect(runProgram(folder, ["import", "crd", "crd.yaml"]).stdout).toBe(
      readFileSync(join(folder, "contract.yaml"), "utf8"),
    );
  });

  it("names files that it cannot read, and imports the others", () => {
    const folder = makeFolder({ "crd.yaml": definition, "template.yaml": "a: {{ .Values.x }}\nb: [\n" });
    const { status, stdout, stderr } = runProgram(folder, ["import", "crd", "template.yaml", "gone.yaml", "crd.yaml"]);
    expect(status).toBe(2);
    expect(stdout).toMatch(/kind: Widget/);
    expect(stderr).toMatch(/template\.yaml: it is not valid YAML/);
    expect(stderr).toMatch(/gone\.yaml: /);
  });

  it("refuses files without a definition", () => {
    const folder = makeFolder({ "a.yaml": "kind: ConfigMap\n" });
    expect(runProgram(folder, ["import", "crd", "a.yaml"])).toEqual({
      status: 2,
      stdout: "",
      stderr: "restraint: a.yaml: it holds no custom resource definition\n",
    });
    const unserved = makeFolder({ "a.yaml": definition.replaceAll("served: true", "served: false") });
    expect(runProgram(unserved, ["import", "crd", "a.yaml"]).stderr).toMatch(
      /none of the definitions has a version that is served and has a schema: nothing is written\n$/u,
    );
  });

  it("looks into folders, and says of each path in one sentence why it cannot be imported", () => {
    const folder = makeFolder({
      "crds/deep/crd.yaml": definition,
      "crds/values.yaml": "a: {{ .Values.x }}\nb: [\n",
      "crds/template.yaml": "kind: CustomResourceDefinition\na: {{ .Values.x }}\nb: [\n",
      "none/a.yaml": "kind: ConfigMap\n",
      "empty.yaml": "# nothing yet\n---\n",
    });
    const { status, stdout, stderr } = runProgram(folder, ["import", "crd", "crds", "none", "empty.yaml", "gone"]);
    expect(status).toBe(2);
    expect(stdout).toMatch(/kind: Widget/);
    expect(stderr.split("\n").filter((line) => line.startsWith("restraint:"))).toEqual([
      expect.stringMatching(
        /^restraint: crds\/template\.yaml: it is not valid YAML: .*; it is a template: import what it makes \(`helm template`\)$/,
      ),
      "restraint: none: no file in this folder holds a custom resource definition",
      "restraint: empty.yaml: it is empty",
      "restraint: gone: there is no such file or folder",
    ]);
  });

  it("follows links within the repository, and names those that lead elsewhere", () => {
    const other = makeFolder({ "secret.yaml": definition });
    const named = (kind: string): string => definition.replaceAll("Widget", kind).replaceAll("widgets", kind);
    const folder = makeFolder({
      ".git/HEAD": "",
      "shelf.yaml": named("Shelf"),
      "more/lamp.yaml": named("Lamp"),
      "only/note.txt": "",
    });
    mkdirSync(join(folder, "crds"));
    symlinkSync("../shelf.yaml", join(folder, "crds/shelf.yaml"));
    symlinkSync("../shelf.yaml", join(folder, "crds/twice.yaml"));
    symlinkSync("../more", join(folder, "crds/more"));
    symlinkSync("..", join(folder, "more/around"));
    const sound = runProgram(folder, ["import", "crd", "crds"]);
    expect(sound.status).toBe(0);
    expect(sound.stdout.match(/kind: \w+/gu)).toEqual(["kind: Lamp", "kind: Shelf"]);
    expect(sound.stderr).not.toContain("is defined in");
    symlinkSync(join(other, "secret.yaml"), join(folder, "only/out.yaml"));
    symlinkSync("gone.yaml", join(folder, "only/broken.yaml"));
    symlinkSync("note.txt", join(folder, "only/link.txt"));
    expect(runProgram(folder, ["import", "crd", "only"])).toEqual({
      status: 2,
      stdout: "",
      stderr: [
        "restraint: only/broken.yaml: the link leads to nothing\n",
        "restraint: only/out.yaml: the link leads out of the repository and is not followed; name what it leads to\n",
      ].join(""),
    });
  });

  it("follows links below the working folder where there is no repository", () => {
    const folder = makeFolder({ "shelf.yaml": definition, "crds/note.txt": "", "lone/note.txt": "" });
    symlinkSync("../shelf.yaml", join(folder, "crds/shelf.yaml"));
    expect(runProgram(folder, ["import", "crd", "crds"])).toMatchObject({ status: 0 });
    const elsewhere = makeFolder({ "secret.yaml": definition });
    symlinkSync(join(elsewhere, "secret.yaml"), join(folder, "lone/out.yaml"));
    expect(runProgram(folder, ["import", "crd", "lone"])).toMatchObject({ status: 2, stdout: "" });
    expect(runProgram(join(folder, "lone"), ["import", "crd", "../crds"])).toMatchObject({ status: 2, stdout: "" });
  });

  it("makes a kind of a composite resource, and one of its claims", () => {
    const composite = definition
      .replace("apiextensions.k8s.io/v1", "apiextensions.crossplane.io/v1")
      .replace("CustomResourceDefinition", "CompositeResourceDefinition")
      .replace(
        "kind: Widget, plural: widgets }",
        "kind: XWidget, plural: xwidgets }\n  claimNames: { kind: Widget, plural: widgets }",
      );
    const manifest = (kind: string, more: string): string =>
      `apiVersion: shop.example.dev/v1\nkind: ${kind}\nmetadata: { name: a }\nspec: { size: 1, compositionRef: { name: b }, ${more} }\n`;
    const folder = makeFolder({
      "xrd.yaml": composite,
      "restraint.config.yaml": "contract: [contract.yaml]\n",
      "right.yaml": `${manifest("Widget", "resourceRef: {}")}---\n${manifest("XWidget", "resourceRefs: []")}`,
      "wrong.yaml": manifest("Widget", "resourceRefs: []"),
    });
    expect(runProgram(folder, ["import", "crd", "xrd.yaml", "-o", "contract.yaml"]).status).toBe(0);
    expect(runProgram(folder, ["check", "right.yaml"]).status).toBe(0);
    expect(runProgram(folder, ["check", "wrong.yaml"]).stdout).toContain("no-unknown-kind-fields");
  });
});
