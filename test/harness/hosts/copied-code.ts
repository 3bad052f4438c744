import { cpSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { root } from "../fixtures";

const endings = new Set([".ts", ".tsx", ".js", ".jsx", ".mjs", ".vue", ".svelte"]);

/** @returns the code files in a copy of some folders of `fixtures`, which is a repository of its own. */
export function copiedCode(folders: readonly string[]): { readonly folder: string; readonly files: readonly string[] } {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "restraint-code-")));
  mkdirSync(join(folder, ".git"));
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  for (const each of folders)
    cpSync(join(root, "fixtures", each), join(folder, each), {
      recursive: true,
      filter: (path) => !/node_modules|\.(?:fixed|suggestion-\d+)\./u.test(path),
    });
  const files = folders.flatMap((each) =>
    readdirSync(join(folder, each), { recursive: true, encoding: "utf8" }).map((name) => join(folder, each, name)),
  );
  return { folder, files: files.filter((file) => endings.has(extname(file)) && !file.endsWith(".d.ts")).sort() };
}
