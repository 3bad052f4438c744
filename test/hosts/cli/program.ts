import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { expect, onTestFailed, onTestFinished } from "vitest";
import { WarmProgram } from "../../harness/hosts/warm-program";
import { isItsTurn } from "../../harness/runs";

/** The built program. */
export const main = join(__dirname, "../../../dist/src/hosts/cli/main.js");

/** Makes a folder with files for one test; it is taken away afterwards. */
export function makeFolder(files: Readonly<Record<string, string | Buffer>>): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "restraint-cli-")));
  onTestFinished(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  return folder;
}

/** A contract of one resource, a file with a name that it cannot do without. */
export const filesContract = `resources:
  - path: /files/{id}
    schema:
      type: object
      required: [name]
      properties: { id: { type: string }, name: { type: string }, size: { type: integer } }
`;

export interface Ran {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

let warm: WarmProgram | undefined;
let last: Ran | undefined;

/** Has a test that fails tell what its last run printed: an exit status by itself does not say what went wrong. */
function toldByFailure(args: readonly string[], ran: Ran): Ran {
  last = ran;
  onTestFailed(() => {
    if (ran !== last) return;
    const printed = `${ran.stdout}${ran.stderr}`.slice(0, 5_000);
    console.error(`restraint ${args.join(" ")} ended with ${ran.status ?? "no status"} and printed:\n${printed}`);
  });
  return ran;
}

/** Whether each run of a test file has a process of its own: in a campaign always, else where it is the file's turn. */
function isFresh(): boolean {
  return process.platform === "win32" || isItsTurn(8, basename(expect.getState().testPath ?? ""));
}

/**
 * Runs the built program: in a process of its own, or in one that runs it again and again, where nothing that is given is for Node itself.
 */
export function runProgram(
  cwd: string,
  args: readonly string[],
  { input = "", env }: { readonly input?: string; readonly env?: NodeJS.ProcessEnv } = {},
): Ran {
  const environment = { ...process.env, NO_COLOR: "1", FORCE_COLOR: "", ...env };
  if (!isFresh() && Object.keys(env ?? {}).every((name) => !name.startsWith("NODE_")))
    return toldByFailure(args, (warm ??= new WarmProgram(main)).run({ cwd, args, env: environment, given: input }));
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, ...args], {
    cwd,
    encoding: "utf8",
    input,
    env: environment,
    maxBuffer: 1 << 28,
  });
  return toldByFailure(args, { status, stdout, stderr });
}

export interface PrintedJson {
  readonly findings: readonly {
    readonly file: string;
    readonly rule: string;
    readonly line: number;
    readonly column: number;
    readonly start: number;
    readonly end: number;
  }[];
  readonly problems: readonly { readonly file: string; readonly message: string }[];
  readonly notes: readonly string[];
  readonly summary: Readonly<Record<string, unknown>>;
}

/** Runs `restraint check --format json`. */
export function checkJson(
  cwd: string,
  args: readonly string[] = [],
  options: Parameters<typeof runProgram>[2] = {},
): Ran & PrintedJson {
  const ran = runProgram(cwd, ["check", "--format", "json", ...args], options);
  return { ...ran, ...(JSON.parse(ran.stdout) as PrintedJson) };
}

/** A manifest with one finding that has no fix: it has no `tableName`. */
export const badTable = `apiVersion: timestream.example.dev/v1alpha1
kind: Table
metadata: { name: orders }
spec:
  providerRef: { name: main }
  resource:
    databaseName: sales
`;

export const goodTable = `${badTable}    tableName: orders\n`;

/** A manifest with one fixable finding. */
export const fixableTable = goodTable.replace("tableName", "table_name");

/** Code with one finding, and one request. */
export const badCode = `await fetch("https://api.example.com/v1/things/1", {
  method: "PATCH",
  headers: { Authorization: "Bearer x", "Content-Type": "application/json", "If-Match": process.env.TAG },
  body: JSON.stringify({ tags: ["sale"] }),
});
export {};
`;
