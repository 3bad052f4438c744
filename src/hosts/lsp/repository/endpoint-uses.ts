import type TS from "typescript";
import { mostBytes } from "../../../files/read";
import { effectiveUses, type EndpointUse, type FoundUse, usesIn } from "../../editor/code/endpoint-uses";
import type { CheckedFile } from "../../editor/file-checker";
import type { CodeProjects } from "../code-projects";
import type { Step } from "../file-service";
import { listFiles, readText } from "./files";

/** Limit of searched files, because an editor waits for the answer. */
const mostFiles = 5_000;

/** Limit of files in a program that a hover searches: each edit creates a new program, which must be searched again. */
const mostAtOnce = 100;

type Check = (program: TS.Program, fileName: string) => CheckedFile | undefined;

/** Finds which calls of a repository go to which endpoint. Results are kept as long as their program exists. */
export class EndpointUses {
  readonly #projects: CodeProjects;
  readonly #check: Check;
  /** Searches in progress. */
  readonly #running = new WeakMap<TS.Program, Promise<readonly EndpointUse[]>>();
  readonly #ofProgram = new WeakMap<TS.Program, readonly EndpointUse[]>();

  constructor(projects: CodeProjects, check: Check) {
    this.#projects = projects;
    this.#check = check;
  }

  /** @returns the calls of a program, or `undefined` if they are not known and a search would take long. */
  async soon(program: TS.Program, step: Step): Promise<readonly EndpointUse[] | undefined> {
    const known = this.#ofProgram.get(program);
    if (known) return known;
    const own = program.getSourceFiles().filter((file) => isOwn(program, file));
    if (own.length > mostAtOnce) return undefined;
    const running = this.#running.get(program) ?? this.of(program, step);
    this.#running.set(program, running);
    return running;
  }

  /** @returns the calls of a program. */
  async of(program: TS.Program, step: Step): Promise<readonly EndpointUse[]> {
    const known = this.#ofProgram.get(program);
    if (known) return known;
    const files = program.getSourceFiles().filter((file) => isOwn(program, file));
    const uses: FoundUse[] = [];
    for (const [index, { fileName }] of files.entries()) {
      const checked = this.#check(program, fileName);
      if (checked) uses.push(...usesIn(checked));
      await step(index + 1, files.length);
    }
    const found = effectiveUses(uses);
    this.#ofProgram.set(program, found);
    return found;
  }

  /** @returns the calls in all code below a folder, in all of its projects. */
  async below(root: string, step: Step): Promise<readonly EndpointUse[]> {
    const files = listFiles(root, "**/*.{ts,mts,cts,tsx,js,mjs,cjs,jsx}", mostFiles, ["**/*.d.ts", "**/dist/**"]);
    const seen = new Set<string>();
    const uses = new Map<string, EndpointUse>();
    for (const path of files) {
      if (seen.has(path)) continue;
      const text = readText(path, mostBytes.code);
      if (text === undefined) continue;
      const found = await this.#projects.borrow(path, text, async (program) => {
        for (const { fileName } of program.getSourceFiles()) seen.add(fileName);
        return this.of(program, step);
      });
      seen.add(path);
      for (const use of found ?? []) {
        const key = `${use.fileName}\0${use.range.start}`;
        if (!uses.has(key)) uses.set(key, use);
      }
      await step(seen.size, files.length);
    }
    return [...uses.values()];
  }
}

function isOwn(program: TS.Program, file: TS.SourceFile): boolean {
  return !file.isDeclarationFile && !program.isSourceFileFromExternalLibrary(file);
}
