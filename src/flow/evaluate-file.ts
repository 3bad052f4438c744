import type TS from "typescript";
import type { EvaluatedFile, Evaluation } from "../clients/evaluation";
import type { Library, Sent } from "../clients/native";
import type { Value } from "../value/value";
import { toValue } from "../evaluate/snapshots/snapshot";
import type { Sources } from "../project/sources";
import { Program } from "./program";
import { Relocation } from "./relocate";
import { SentRows } from "./sent-rows";

/** The files of a project as they are at one time, and the clients that they may use. Files of one project are evaluated with the same object. */
export interface FlowProject {
  readonly ts: typeof TS;
  readonly sources: Sources;
  readonly library: Library;
  /** The files to analyse; absent where nobody knows. */
  readonly lookedAt?: readonly string[] | undefined;
}

export interface EvaluateFileInput extends EvaluatedFile {
  readonly project: FlowProject;
}

const programs = new WeakMap<FlowProject, Program>();

/** @returns what a file sends: a request for each call that sends, or that supplies something of what another one sends. */
export function evaluateFile({ sourceFile, project, interrupt }: EvaluateFileInput): Evaluation {
  interrupt?.();
  let program = programs.get(project);
  if (!program) {
    program = new Program(project.ts, project.library, project.sources, project.lookedAt);
    programs.set(project, program);
  }
  const { steps } = program.project;
  steps.interrupt = interrupt;
  try {
    return evaluateIn(program, sourceFile);
  } catch (error) {
    // What was interrupted is half done.
    programs.delete(project);
    throw error;
  } finally {
    steps.interrupt = undefined;
  }
}

function evaluateIn(program: Program, sourceFile: TS.SourceFile): Evaluation {
  const file = program.project.fileOf(sourceFile);
  const before = program.evaluator.work.visited;
  const rows = new SentRows(program, file);
  const sent: Sent[] = [];
  const possible = new Set<TS.Node>();
  for (const { call, verdict } of program.flow.candidateCalls(file)) {
    if (verdict === "sends" || verdict === "leads") sent.push(...rows.at(call));
    else if (verdict === "possible") possible.add(file.nodeOf(call));
  }
  return {
    sent,
    insideOf: (each) => rows.insideOf(each),
    objects: declaredObjects(program, file),
    work: { nodes: program.evaluator.work.visited - before, typeLookups: 0 },
    declaredNames: () => [],
    complete: true,
    cutCalls: possible,
  };
}

/** @returns the object literals of a file that may declare a resource. */
function declaredObjects(program: Program, file: ReturnType<Program["project"]["fileOf"]>): Evaluation["objects"] {
  const { evaluator, ts } = program;
  if (!/\bkind\b/u.test(file.tree.text)) return [];
  return file.code.values.flatMap((node, id) => {
    if (node.kind !== "object" || !node.members.some((each) => each.kind === "value" && each.key === "kind")) return [];
    const tree = file.nodeOf(id);
    if (!ts.isObjectLiteralExpression(tree)) return [];
    const object = evaluator.literalOf(file, id);
    if (object.kind !== "object" || object.members.get("kind")?.value.kind !== "text") return [];
    const view = { file, site: { start: node.start, end: node.end }, inside: [] };
    const value: Value = new Relocation(evaluator.positions, view).of(toValue(evaluator, object));
    return [{ node: tree, value }];
  });
}
