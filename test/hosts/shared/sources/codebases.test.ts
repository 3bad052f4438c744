import { mkdirSync, mkdtempSync, realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import ts from "typescript";
import { expect, it, vi } from "vitest";
import { loadProject } from "../../../../src/contract/configuration/load";
import { Codebases } from "../../../../src/hosts/shared/sources/codebases";
import { SourceFiles } from "../../../../src/hosts/shared/sources/source-files";
import { writeFiles } from "../../../harness/hosts/installed";

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
