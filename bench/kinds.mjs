// Measures one file under contracts of more and more kinds and endpoints, in which unused ones must cost next to
// nothing, and CEL rules.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { stringify } from "yaml";
import { cache, program, race } from "./measure.mjs";

const group = "shop.example.dev";
const description =
  'What the field is for, and when it counts: see the handbook, which has it under "fields".\nA second paragraph.';

function schema(depth) {
  const field = (index) => {
    if (depth === 0) return { type: ["string", "integer", "boolean"][index % 3], description };
    return index < 3 ? schema(depth - 1) : { type: "array", items: { type: "string", description } };
  };
  const properties = Object.fromEntries(Array.from({ length: 6 }, (_, index) => [`field${index}`, field(index)]));
  return { type: "object", description, properties };
}

/**
 * @returns the folder with a manifest, and a contract of `count` kinds of about 25 KB each, as `restraint import`
 * writes them.
 */
function project(count) {
  const folder = join(cache, `kinds-${count}`);
  mkdirSync(folder, { recursive: true });
  const kinds = Array.from({ length: count }, (_, index) => {
    return { kind: `Widget${index}`, group, schema: { type: "object", properties: { spec: schema(2) } } };
  });
  const contract = { groups: { [group]: { versions: ["v1"] } }, kinds };
  writeFileSync(join(folder, "contract.yaml"), stringify(contract, { lineWidth: 0, aliasDuplicateObjects: false }));
  writeFileSync(join(folder, "restraint.config.yaml"), "contract: [contract.yaml]\n");
  writeFileSync(
    join(folder, "widget.yaml"),
    `apiVersion: ${group}/v1\nkind: Widget0\nspec: { field0: { other: 1 } }\n`,
  );
  return folder;
}

const rules = [
  { rule: "self.least <= self.most", message: "least must not be above most" },
  { rule: "self.names.all(name, name.matches('^[a-z]+$'))" },
  { rule: "!has(self.mode) || self.mode in ['on', 'off']" },
];

/** @returns the folder with 500 correct manifests of one kind among 200, which either has rules or has none. */
function manifestsUnderRules(hasRules) {
  const folder = join(cache, hasRules ? "rules" : "no-rules");
  mkdirSync(join(folder, "manifests"), { recursive: true });
  const spec = {
    type: "object",
    properties: {
      least: { type: "integer" },
      most: { type: "integer" },
      mode: { type: "string" },
      names: { type: "array", maxItems: 20, items: { type: "string", maxLength: 20 } },
    },
    required: ["least", "most", "names"],
    ...(hasRules && { "x-kubernetes-validations": rules }),
  };
  const others = Array.from({ length: 199 }, (_, index) => ({
    kind: `Widget${index}`,
    properties: { spec: schema(1) },
  }));
  const kinds = [{ kind: "Range", properties: { spec } }, ...others].map(({ kind, properties }) => {
    return { kind, group, schema: { type: "object", properties } };
  });
  const contract = { groups: { [group]: { versions: ["v1"] } }, kinds };
  writeFileSync(join(folder, "contract.yaml"), stringify(contract, { lineWidth: 0, aliasDuplicateObjects: false }));
  writeFileSync(join(folder, "restraint.config.yaml"), "contract: [contract.yaml]\n");
  for (let index = 0; index < 500; index += 1)
    writeFileSync(
      join(folder, "manifests", `${index}.yaml`),
      `apiVersion: ${group}/v1\nkind: Range\nmetadata:\n  name: range-${index}\nspec:\n  least: 1\n  most: ${index + 1}\n  mode: "on"\n  names: [a, b, c]\n`,
    );
  return folder;
}

/**
 * @returns the folder with a code file, and a description of `count` endpoints with one schema each, as
 * `restraint import` writes them.
 */
function described(count) {
  const folder = join(cache, `endpoints-${count}`);
  mkdirSync(folder, { recursive: true });
  const indices = Array.from({ length: count }, (_, index) => index);
  const line = (key, value) => `  ${JSON.stringify(key)}: ${JSON.stringify(value)}\n`;
  const endpoint = (index) => {
    const $ref = `#/schemas/Thing${index}`;
    return { query: { limit: { schema: { type: "integer" } } }, body: { schema: { $ref } }, response: { $ref } };
  };
  const text = [
    "service:\n  servers: [https://api.shop.test]\n",
    "endpoints:\n",
    ...indices.map((index) => line(`POST /things${index}`, endpoint(index))),
    "schemas:\n",
    ...indices.map((index) => line(`Thing${index}`, schema(1))),
  ].join("");
  writeFileSync(join(folder, "contract.yaml"), text);
  writeFileSync(join(folder, "restraint.config.yaml"), "contract: [contract.yaml]\n");
  writeFileSync(
    join(folder, "code.ts"),
    `const body = JSON.stringify({ field0: { field0: "a" } });
export const send = () => fetch("https://api.shop.test/things1?limit=3", { method: "POST", body });
`,
  );
  return folder;
}

function check(name, target, cwd) {
  return { name, command: [process.execPath, program, "check", "--no-types", target], cwd };
}

/** Prints the tables. */
export async function run() {
  const counts = [1, 200, 500];
  await race(
    "one manifest, and an imported contract",
    counts.map((count) => check(`${count} kinds`, "widget.yaml", project(count))),
  );
  await race("500 manifests of one of 200 kinds", [
    check("no rules", "manifests", manifestsUnderRules(false)),
    check("three rules of CEL in each", "manifests", manifestsUnderRules(true)),
  ]);
  await race("one file of code, and an imported description", [
    check("20 endpoints", "code.ts", described(20)),
    check("1,200 endpoints", "code.ts", described(1200)),
  ]);
}
