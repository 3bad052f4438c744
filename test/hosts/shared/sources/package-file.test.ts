import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { readPackageFile } from "../../../../src/hosts/shared/sources/package-file";

describe("files of installed packages", () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "restraint-package-file-")));
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  const root = join(folder, "repository");
  const write = (path: string, text: string): void => {
    mkdirSync(join(path, ".."), { recursive: true });
    writeFileSync(path, text);
  };
  write(join(root, "node_modules/a/index.js"), "outer");
  write(join(root, "packages/x/node_modules/a/index.js"), "inner");
  write(join(folder, "node_modules/b/index.js"), "outside");
  write(join(folder, "secret.js"), "secret");
  mkdirSync(join(root, "node_modules/c"), { recursive: true });
  symlinkSync(join(folder, "secret.js"), join(root, "node_modules/c/index.js"));
  symlinkSync("/dev/zero", join(root, "node_modules/c/device.js"));

  it("are read from the nearest node_modules", () => {
    expect(readPackageFile(root, join(root, "packages/x/src/file.ts"), "a/index.js")).toBe("inner");
    expect(readPackageFile(root, join(root, "src/file.ts"), "a/index.js")).toBe("outer");
  });

  it("are never read from outside of the repository, nor from what is no file", () => {
    const from = join(root, "src/file.ts");
    expect(readPackageFile(root, from, "b/index.js")).toBeUndefined();
    expect(readPackageFile(root, from, "c/index.js")).toBeUndefined();
    expect(readPackageFile(root, from, "c/device.js")).toBeUndefined();
    expect(readPackageFile(root, from, "../../secret.js")).toBeUndefined();
    expect(readPackageFile(root, from, "c")).toBeUndefined();
  });
});
