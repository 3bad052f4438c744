import * as fs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { isPartialFile } from "../../../../src/hosts/shared/files/partial";

vi.mock("node:fs", { spy: true });

type Project = Parameters<typeof isPartialFile>[0];

/** Makes a repository with folders `a/b` of manifests. */
function repository(): { readonly inner: string; readonly isPart: (name: string) => boolean } {
  const root = fs.mkdtempSync(join(tmpdir(), "restraint-partial-"));
  onTestFinished(() => {
    fs.rmSync(root, { recursive: true, force: true });
  });
  const inner = join(root, "a", "b");
  fs.mkdirSync(inner, { recursive: true });
  fs.mkdirSync(join(root, ".git"));
  const project = { root, partial: [] } as unknown as Project;
  return { inner, isPart: (name) => isPartialFile(project, join(inner, name)) };
}

test("the folders above a file are looked at once for each file, and not for each name that a kustomization may have", () => {
  const { isPart } = repository();
  isPart("first.yaml");
  vi.mocked(fs.statSync).mockClear();
  vi.mocked(fs.existsSync).mockClear();
  for (let index = 0; index < 50; index += 1) expect(isPart(`${index}.yaml`)).toBe(false);
  // Three folders above each file, and that of the file once more for tests of Chainsaw.
  expect(vi.mocked(fs.statSync).mock.calls.length + vi.mocked(fs.existsSync).mock.calls.length).toBeLessThanOrEqual(
    200,
  );
});

test("a kustomization that comes to be, changes or goes is seen", () => {
  const { inner, isPart } = repository();
  const file = join(inner, "..", "kustomization.yaml");
  expect(isPart("table.yaml")).toBe(false);
  fs.writeFileSync(file, "patches: [{ path: b/table.yaml }]\n");
  fs.utimesSync(join(inner, ".."), 1, 1);
  expect(isPart("table.yaml")).toBe(true);
  fs.writeFileSync(file, "patches: [{ path: b/another.yaml }]\n");
  expect(isPart("table.yaml")).toBe(false);
  fs.writeFileSync(file, "patches: [{ path: b/table.yaml }]\n");
  expect(isPart("table.yaml")).toBe(true);
  fs.rmSync(file);
  expect(isPart("table.yaml")).toBe(false);
});
