import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { root } from "../../harness/fixtures";

/** Real editors without a screen, each with its own client of the protocol, driven by a script as a user drives them. */

const server = [process.execPath, join(root, "dist/src/hosts/cli/main.js"), "lsp", "--stdio"];
const scripts = join(root, "test/hosts/lsp/editors");

interface Seen {
  readonly findings: readonly string[];
  readonly fix: string;
  readonly hover: string;
  readonly offers: readonly string[];
  readonly text: readonly string[];
}

const editors = [
  { name: "neovim", command: ["nvim", "--clean", "--headless", "-l"], script: "neovim.lua" },
  { name: "Emacs", command: ["emacs", "--batch", "-f", "package-initialize", "-l"], script: "emacs.el" },
] as const;

/** An editor counts as there if it, and what it needs, can be loaded. */
const probes: Readonly<Record<string, readonly string[]>> = {
  neovim: ["nvim", "--clean", "--headless", "+qall"],
  Emacs: ["emacs", "--batch", "-f", "package-initialize", "--eval", "(progn (require 'eglot) (require 'yaml-mode))"],
};

function isThere(name: string): boolean {
  const [program = "", ...args] = probes[name] ?? [];
  return spawnSync(program, args, { timeout: 60_000 }).status === 0;
}

describe.each(editors)("restraint lsp in $name", ({ name, command, script }) => {
  const skipped = isThere(name) ? "" : ` (skipped: there is no ${name} with what it needs)`;

  it.skipIf(skipped !== "")(
    `shows, fixes, completes and explains code and manifests${skipped}`,
    () => {
      const folder = realpathSync(mkdtempSync(join(tmpdir(), "restraint-editor-")));
      cpSync(join(root, "fixtures/projects/editor"), folder, { recursive: true });
      const out = join(folder, "seen.json");
      const [program, ...args] = name === "neovim" ? [command[0], "--clean", "--headless", "-S"] : command;
      const { stdout, stderr } = spawnSync(program, [...args, join(scripts, script)], {
        cwd: folder,
        env: {
          ...process.env,
          HOME: folder,
          RESTRAINT_FOLDER: folder,
          RESTRAINT_OUT: out,
          RESTRAINT_COMMAND: JSON.stringify(server),
        },
        encoding: "utf8",
        timeout: 150_000,
      });
      expect(existsSync(out), stdout + stderr).toBe(true);
      const seen = JSON.parse(readFileSync(out, "utf8")) as Record<string, Seen> & { readonly problem?: string };
      expect(seen.problem).toBeUndefined();
      const { "list.ts": inCode, "table.yaml": inManifest } = seen;
      expect(inCode?.findings).toHaveLength(1);
      expect(inCode?.fix).toBe("Fix this restraint/no-data-prefix problem");
      expect(inCode?.hover).toContain("(field of the response) items");
      expect(inCode?.text.join("\n")).toContain("?fields=items(id,owner)");
      expect(inManifest?.fix).toBe("Fix this restraint/no-unknown-kind-fields problem");
      expect(inManifest?.hover).toContain("(field) providerRef");
      expect(inManifest?.text.join("\n")).toContain("    tableName: readings\n    retentionProperties:");
    },
    180_000,
  );
});
