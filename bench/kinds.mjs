// One manifest under contracts of more and more kinds: those that are not needed must cost next to nothing.
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

/** @returns the folder with a manifest, and a contract of `count` kinds of some 25 KB each, written as `restraint import` writes them. */
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

/** Prints the table. */
export async function run() {
  const contestants = [1, 200, 500].map((count) => {
    return {
      name: `${count} kinds`,
      command: [process.execPath, program, "check", "widget.yaml"],
      cwd: project(count),
    };
  });
  await race("one manifest, and an imported contract", contestants);
}
