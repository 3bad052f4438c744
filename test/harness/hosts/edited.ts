import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type TS from "typescript";
import { onTestFinished } from "vitest";
import type * as Build from "../../../src/code/build";
import type * as Told from "../../../src/flow/leads/told";
import type * as Checker from "../../../src/hosts/editor/file-checker";
import type * as Projects from "../../../src/hosts/lsp/code-projects";
import { root } from "../fixtures";

const load = createRequire(join(root, "dist/src/hosts/editor/file-checker.js"));
const ts = load("typescript") as typeof TS;
const counts = { graphs: 0, flows: 0 };
const build = load("../../code/build.js") as { buildCode: typeof Build.buildCode };
const { buildCode } = build;
build.buildCode = (...given) => {
  counts.graphs += 1;
  return buildCode(...given);
};
const told = load("../../flow/leads/told.js") as { toldBy: typeof Told.toldBy };
const { toldBy } = told;
told.toldBy = (...given) => {
  counts.flows += 1;
  return toldBy(...given);
};
const { FileChecker } = load("./file-checker.js") as typeof Checker;
const { CodeProjects } = load("../lsp/code-projects.js") as typeof Projects;

const fail = (what: string, error?: unknown): void => {
  throw error instanceof Error ? error : new Error(what);
};

/** Two files that import each other: one sends the value that the other exports. */
export const sharing = {
  "shares.ts": `export const fields = "name";
import { send } from "./sends";
export const show = (id: string) => send("/things/" + id);
`,
  "sends.ts": `import { fields } from "./shares";
export const send = (path: string) => fetch("https://api.example.com/v1" + path + "?fields=" + fields);
`,
};

/** The cost and the findings of a check. */
interface Looked {
  readonly said: readonly string[];
  readonly graphs: number;
  readonly flows: number;
}

interface LookedSoon extends Looked {
  readonly isSettled: boolean;
  readonly isOverdue: boolean;
}

/** An editor with all files of a project open. */
export class Editor {
  readonly #folder: string;
  readonly #projects = new CodeProjects(ts, undefined, fail);
  readonly #kept = new FileChecker(ts, fail);
  readonly texts: Map<string, string>;

  constructor(files: Readonly<Record<string, string>>) {
    this.#folder = realpathSync(mkdtempSync(join(tmpdir(), "restraint-over-edits-")));
    onTestFinished(() => {
      rmSync(this.#folder, { recursive: true, force: true });
    });
    this.texts = new Map(Object.entries(files));
    const settings = {
      "package.json": "{}",
      "tsconfig.json": JSON.stringify({ compilerOptions: { noLib: true, types: [], jsx: "preserve" } }),
      "restraint.config.yaml": 'service: { baseUrls: ["https://api.example.com/v1"], conventions: [all] }\n',
    };
    for (const [name, text] of Object.entries({ ...settings, ...files })) {
      mkdirSync(dirname(join(this.#folder, name)), { recursive: true });
      writeFileSync(join(this.#folder, name), text);
    }
    for (const name of this.texts.keys()) this.#program(name);
  }

  /** @returns the findings in a file, incrementally and from scratch. */
  check(name: string): { readonly kept: readonly string[]; readonly anew: readonly string[] } {
    const program = this.#program(name);
    const [kept, anew] = [this.#kept, new FileChecker(ts, fail)].map((checker) => this.#found(checker, program, name));
    return { kept: kept ?? [], anew: anew ?? [] };
  }

  /**
   * @returns the number of graphs created for a file's findings, and the number of traversals of the flow to requests.
   */
  countsOf(name: string): typeof counts {
    const program = this.#program(name);
    Object.assign(counts, { graphs: 0, flows: 0 });
    this.#found(this.#kept, program, name);
    return { ...counts };
  }

  /** @returns the immediate findings in a file, whether they are final, and their cost. */
  checkSoon(name: string, throwIfUnwanted = (): void => undefined): LookedSoon {
    const program = this.#program(name);
    Object.assign(counts, { graphs: 0, flows: 0 });
    const checked = this.#kept.checkSoon(program, join(this.#folder, name), throwIfUnwanted);
    const { isSettled = true, isOverdue = false } = checked ?? {};
    return { said: checked ? said(checked) : [], isSettled, isOverdue, ...counts };
  }

  /**
   * @returns the number of requests around a place that are known at once, and the cost; undefined if the project must
   * be followed first.
   */
  around(name: string, place: string): { readonly count: number | undefined; readonly flows: number } {
    const program = this.#program(name);
    Object.assign(counts, { graphs: 0, flows: 0 });
    const position = (this.texts.get(name) ?? "").indexOf(place);
    const around = this.#kept.around(program, join(this.#folder, name), position, () => undefined);
    return { count: around?.requests.length, flows: counts.flows };
  }

  /** Follows the project, as an idle editor does. @returns the number of steps. */
  follow(name: string, most = Infinity): number {
    let count = 0;
    const pieces = this.#kept.follow(this.#program(name), join(this.#folder, name))[Symbol.iterator]();
    while (count < most && pieces.next().done !== true) count += 1;
    return count;
  }

  mustFollow(name: string): boolean {
    return this.#kept.mustFollow(this.#program(name), join(this.#folder, name));
  }

  #program(name: string): TS.Program {
    const program = this.#projects.programOf(join(this.#folder, name), this.texts.get(name) ?? "");
    if (!program) throw new Error(`no program has ${name}`);
    return program;
  }

  #found(checker: Checker.FileChecker, program: TS.Program, name: string): readonly string[] {
    const checked = checker.check(program, join(this.#folder, name), () => undefined);
    return checked ? said(checked) : [];
  }
}

function said({ findings, requests }: Checker.CheckedFile): readonly string[] {
  return [
    ...findings.map(({ rule, range, message }) => `${rule} ${range.start}-${range.end} ${message}`),
    ...requests.map(({ method, range }) => `request ${range.start} ${JSON.stringify(method)}`),
  ];
}
