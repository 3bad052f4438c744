import { expect, test } from "vitest";
import { badCode, checkJson, goodTable, makeFolder, runProgram } from "../program";

const unnamed = `apiVersion: stores.example.net/v1
kind: Table
spec: { resource: { tableName: a } }
---
apiVersion: stores.example.net/v1
kind: Table
spec: { resource: { tableName: b } }
`;

test("manifests that were skipped because no group is configured are said in one note, wherever the service is configured", () => {
  const note =
    "2 manifests were skipped, as no group is configured for Table of stores.example.net/v1. Where they are the service's, name it in restraint.config.yaml, `groups.a.name`.";
  expect(checkJson(makeFolder({ "a.yaml": unnamed }), ["a.yaml"]).notes).toEqual([note]);
  const service = makeFolder({ "a.yaml": unnamed, "restraint.config.yaml": "service: { etags: true }\n" });
  expect(runProgram(service, ["check"]).stderr).toBe(`note: ${note}\n`);
  const named = makeFolder({
    "a.yaml": unnamed,
    "restraint.config.yaml": "groups: { a: { name: other.example.dev } }\n",
  });
  expect(runProgram(named, ["check"])).toMatchObject({ status: 0, stderr: "" });
});

test("without a configuration, a first run ends with what was checked, what was not and why, and what to do next", () => {
  const folder = makeFolder({
    "a.ts": badCode,
    "b.yaml": unnamed,
    "c.yaml": goodTable,
    "chart.yaml": "kind: Table\nspec: {{ .Values.spec }}\n",
  });
  const { stderr } = runProgram(folder, ["check"]);
  expect(stderr.split("\n")).toEqual([
    "Checked: 1 file of code with 1 request, and 1 manifest, without a restraint.config.yaml.",
    "Not checked: 2 manifests whose group is not configured (Table of stores.example.net/v1); 1 template that must be rendered first; declared types, as there is no tsconfig.json or jsconfig.json above 1 file.",
    "Next: `restraint init` proposes a restraint.config.yaml that says which service is yours: where it is (`service.baseUrls`; hosts seen: api.example.com), and what its groups are called (`groups.a.name`). See https://unpkg.com/eslint-plugin-restraint/docs/configuration.md",
    "",
  ]);
  expect(runProgram(makeFolder({ "a.txt": "" }), ["check"]).stderr.split("\n")).toHaveLength(4);
  expect(runProgram(folder, ["check", "."]).stderr).toMatch(/^note: /u);
});

test("calls that look like requests and were not understood are said in one note", () => {
  const folder = makeFolder({
    "a.ts": 'export const f = (x) => { x.$ajax.get("/a"); x.$ajax.get("/b"); };\n',
    "b.ts": 'export const g = (y) => y.send("PUT", "/c");\n',
  });
  expect(checkJson(folder, ["a.ts", "b.ts"]).notes).toContain(
    "3 calls look like requests and were not understood (x.$ajax.get 2, y.send 1). `restraint requests --suggest` prints `clients:` for restraint.config.yaml.",
  );
  expect(checkJson(folder, ["b.ts"]).notes).toContain(
    "1 call looks like a request and was not understood (y.send 1). `restraint requests --suggest` prints `clients:` for restraint.config.yaml.",
  );
});

test("calls of a client whose requests stand in its package alone are counted as not understood", () => {
  const folder = makeFolder({
    "a.js":
      'import { AppsV1Api, KubeConfig } from "@kubernetes/client-node";\nconst apps = new KubeConfig().makeApiClient(AppsV1Api);\nexport const scale = (change) => apps.patchNamespacedDeployment(change);\nawait apps.readNamespacedDeployment({ name: "a" });\n',
  });
  const { status, stdout, stderr } = runProgram(folder, ["check", "--no-types", "."]);
  expect([status, stdout.trimEnd().split("\n").at(-1)]).toEqual([
    0,
    "0 requests compared, 2 not understood: `restraint requests`",
  ]);
  expect(stderr).toContain("2 calls of a package whose requests are not known (@kubernetes/client-node 2)");
  expect(runProgram(folder, ["requests"]).stdout).toContain(
    "2 calls of @kubernetes/client-node, whose requests are not known",
  );
});
