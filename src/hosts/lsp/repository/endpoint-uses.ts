import type TS from "typescript";
import { mostBytes } from "../../../files/read";
import { effectiveUses, type EndpointUse, type FoundUse, usesIn } from "../../editor/code/endpoint-uses";
import type { CheckedFile } from "../../editor/file-checker";
import type { CodeProjects } from "../code-projects";
import type { Step } from "../file-service";
import { listFiles, readText } from "./files";

/** More files than this are not looked through while an editor waits. */
const mostFiles = 5_000;

/** Every edit makes a new program, so that a hover has only small ones looked through. */
const mostAtOnce = 100;

type Check = (program: TS.Program, fileName: string) => CheckedFile | undefined;

/** Which calls of a repository go to which endpoint. What has been found is kept for as long as the program lives. */
export class EndpointUses {
  readonly #projects: CodeProjects;
  readonly #check: Check;
  /** What is being looked for. */
  readonly #running = new WeakMap<TS.Program, Promise<readonly EndpointUse[]>>();
  readonly #ofProgram = new WeakMap<TS.Program, readonly EndpointUse[]>();

  constructor(projects: CodeProjects, check: Check) {
    this.#projects = projects;
    this.#check = check;
  }

  /** @returns the calls of a program; `undefined` where they have not been looked for, and that would take long. */
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

  /** @returns the calls of all code below a folder, whichever projects it belongs to. */
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
