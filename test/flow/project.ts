import ts from "typescript";
import { noFacts } from "../../src/contract/configuration/configuration";
import { Callees } from "../../src/flow/leads/callees";
import { type CandidateCall, Flow } from "../../src/flow/flow";
import { Program } from "../../src/flow/program";
import type { Evaluation } from "../../src/flow/leads/callee";
import type { CallSite, FunctionSite } from "../../src/project/sites";
import type { ProjectFile } from "../../src/project/project-file";
import type { Sources } from "../../src/project/sources";
import { createLibrary } from "../../src/request/library";

/** The text of each file of a project, by its name without a folder. */
export type Files = Readonly<Record<string, string>>;

export interface Followed {
  readonly flow: Flow;
  /** How many callees were asked for. */
  readonly asked: () => number;
  /** Names of the files that have been parsed. */
  readonly parsed: () => readonly string[];
  readonly file: (name: string) => ProjectFile;
}

export interface Following {
  /** The files that the host looks at; absent: all. */
  readonly looked?: readonly string[];
  /** The files of which the project tells; absent: all. */
  readonly told?: readonly string[];
}

/** @returns the flow of a project. */
export function follow(files: Files, { looked, told = Object.keys(files) }: Following = {}): Followed {
  const trees = new Map<string, ts.SourceFile>();
  const sources: Sources = {
    find: (_, specifier) =>
      [".ts", ".tsx"].map((ending) => specifier.replace(/^\.\//u, "") + ending).find((each) => each in files),
    file(name) {
      const text = files[name];
      const known = trees.get(name);
      if (known || text === undefined) return known;
      const tree = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true);
      trees.set(name, tree);
      return tree;
    },
    text: (name) => files[name],
    all: () => told,
  };
  const library = createLibrary(ts, noFacts, sources);
  const { project, evaluator } = new Program(ts, library, sources, undefined);
  const callees = new Callees(evaluator);
  let asked = 0;
  const calleesOf: Evaluation["calleesOf"] = (site, callers, isLikely) => {
    asked += 1;
    return callees.calleesOf(site, callers, isLikely);
  };
  const flow = new Flow({
    project,
    library,
    evaluation: { calleesOf, begins: (site) => callees.begins(site) },
    looked,
  });
  const file = (name: string): ProjectFile => {
    const found = project.file(name);
    if (!found) throw new Error(`there is no ${name}`);
    return found;
  };
  return { flow, asked: () => asked, parsed: () => [...trees.keys()], file };
}

/** @returns the calls of a file that send or lead, or all that were looked at, as they are written. */
export function callsOf(
  files: Files,
  {
    name = Object.keys(files)[0] ?? "",
    verdicts = ["sends", "leads"],
  }: { name?: string; verdicts?: readonly string[] } = {},
): readonly string[] {
  const { flow, file } = follow(files);
  return flow
    .candidateCalls(file(name))
    .filter(({ verdict }: CandidateCall) => verdicts.includes(verdict))
    .map(written);
}

/** @returns a call as it is written. */
export function written({ file, call }: CallSite): string {
  const node = file.code.values[call];
  return file.tree.text.slice(node?.start, node?.end);
}

/** @returns the function of a file that has a name. */
export function functionNamed(file: ProjectFile, name: string): FunctionSite {
  const id = file.code.functions.findIndex((each) => each.name === name);
  if (id < 0) throw new Error(`there is no ${name}`);
  return { file, function: id };
}
