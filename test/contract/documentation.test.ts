import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { rules } from "../../rules/index";
import { loadProject } from "../../src/contract/configuration/load";

it("the examples of docs/configuration.md are sound", () => {
  const page = readFileSync(join(__dirname, "../../docs/configuration.md"), "utf8");
  const [configuration = "", contract = ""] = [...page.matchAll(/```yaml\n([\s\S]*?)```/g)].map((found) => found[1]);
  const folder = mkdtempSync(join(tmpdir(), "restraint-docs-"));
  writeFileSync(join(folder, "restraint.config.yaml"), configuration);
  writeFileSync(join(folder, "contract.yaml"), contract);
  const project = loadProject(join(folder, "x.ts"), rules);
  rmSync(folder, { recursive: true });
  expect(project.problems).toEqual([]);
  expect(project.contract.permissions).toHaveLength(544);
  expect(project.contract.kinds).toHaveLength(6);
});
