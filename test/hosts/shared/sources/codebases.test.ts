import { mkdirSync, mkdtempSync, realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import ts from "typescript";
import { expect, it, onTestFinished, vi } from "vitest";
import * as projectRoots from "../../../../src/files/project-root";
import { loadProject } from "../../../../src/contract/configuration/load";
import { Codebases } from "../../../../src/hosts/shared/sources/codebases";
import { SourceFiles } from "../../../../src/hosts/shared/sources/source-files";
import { writeFiles } from "../../../harness/hosts/installed";

vi.mock("../../../../src/files/project-root", { spy: true });

it("follows the files of a run that are of the same project, and no others", () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "restraint-codebases-")));
  const text =
    'export const send = (path: string) => fetch("https://api.example.com/v1" + path);\nvoid send("/tables/7");\n';
  writeFiles(folder, { "one/send.ts": text, "one/other.ts": text, "two/send.ts": text });
  for (const name of ["one", "two"]) mkdirSync(join(folder, name, ".git"));
  const files = ["one/send.ts", "one/other.ts", "two/send.ts"].map((name) => join(folder, name));
  const read = vi.spyOn(SourceFiles.prototype, "file");
  const codebases = new Codebases(ts, { lookedAt: files });
  const [first = ""] = files;
  const { facts } = loadProject(first);
  const codebase = codebases.of(first, facts);
  const tree = codebase.sources.file(first);
  if (!tree) throw new Error(first);
  expect(codebase.engine.evaluate({ sourceFile: tree }).sent).toHaveLength(2);
  const names = new Set(read.mock.calls.map(([name]) => name));
  expect([...names].sort()).toEqual(files.slice(0, 2).sort());
});

it("looks for the root of a folder's project once, and again when a person may have changed it", () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "restraint-codebases-")));
  writeFiles(folder, Object.fromEntries(["a", "b", "c", "d"].map((name) => [`src/${name}.ts`, ""])));
  mkdirSync(join(folder, ".git"));
  const loop = { idle: 0, active: 0, utilization: 0 };
  const told = vi.spyOn(performance, "eventLoopUtilization").mockImplementation(() => ({ ...loop }));
  onTestFinished(() => {
    told.mockRestore();
  });
  const codebases = new Codebases(ts);
  const { facts } = loadProject(join(folder, "src/a.ts"));
  const looked = vi.mocked(projectRoots.projectRoot);
  looked.mockClear();
  const lookAtAll = (): void => {
    for (const name of ["a", "b", "c", "d"]) codebases.of(join(folder, "src", `${name}.ts`), facts);
  };
  lookAtAll();
  expect(looked).toHaveBeenCalledTimes(1);
  loop.idle += 1_100;
  lookAtAll();
  expect(looked).toHaveBeenCalledTimes(2);
});
