import { spawnSync } from "node:child_process";
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { type Form, forms, writeApplication } from "../../../bench/hosts/generated.mjs";
import { partOfWeek } from "../../harness/runs";
import { root } from "../../hooks/repository";

const folder = realpathSync(mkdtempSync(join(tmpdir(), "restraint-price-")));
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** What a run of ESLint with the recommended rules has done. */
interface Counts {
  readonly files: number;
  /** How often what is known of the project was begun anew. */
  readonly codebases: number;
  /** Files of which the plugin has made a value graph. */
  readonly graphs: number;
  /** Files that were parsed beside what ESLint parses. */
  readonly trees: number;
  /** Files in which nothing is sent. */
  readonly silent: number;
}

function lint(application: string, ...options: readonly string[]): Counts {
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [join(root, "bench/hosts.mjs"), "--within", "recommended", ...options],
    {
      cwd: application,
      encoding: "utf8",
    },
  );
  if (!stdout.startsWith("{")) throw new Error(stderr);
  return JSON.parse(stdout) as Counts;
}

describe("ESLint over an application", () => {
  it.each(partOfWeek(Object.entries(forms), 1 / 3))(
    "looks once into the files that may send: %s",
    (name: string, form: Form) => {
      const files = 40;
      const calling = Math.ceil(files / form.calls);
      const counts = lint(writeApplication(join(folder, name), { ...form, files }));
      // Those that call, and the client.
      expect(counts).toMatchObject({ files: files + 1, codebases: 1, silent: files - calling, graphs: calling + 1 });
      expect(counts.trees).toBeLessThanOrEqual(calling + 1);
    },
  );

  it("keeps what it knows where parts of a project are configured for different services", () => {
    const application = writeApplication(join(folder, "parts"), { ...forms.hooks, files: 40 });
    for (const part of ["part0", "part10"])
      writeFileSync(
        join(application, "src", part, "restraint.config.yaml"),
        `service: { baseUrls: ["https://${part}.example.com"] }\n`,
      );
    expect(lint(application)).toMatchObject({ files: 41, codebases: 1 });
  });

  it("follows a project with types once, although files that it leaves out have programs made anew", () => {
    const application = writeApplication(join(folder, "typed"), { ...forms.hooks, files: 40 });
    writeFileSync(join(application, "tsconfig.json"), JSON.stringify({ include: ["src"] }));
    for (const part of ["part0", "part10"])
      writeFileSync(join(application, "src", part, "plain.js"), "export const nothing = 1;\n");
    expect(lint(application, "--typed")).toMatchObject({ files: 43, unread: 2, codebases: 1 });
  });
});
