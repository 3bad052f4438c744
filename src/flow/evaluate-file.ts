import type TS from "typescript";
import type { Engine, EvaluatedFile, Evaluation } from "../clients/evaluation";
import type { Library, Sent } from "../clients/native";
import type { Value } from "../value/value";
import { toValue } from "../evaluate/snapshots/snapshot";
import type { Sources } from "../project/sources";
import { Program } from "./program";
import { Relocation } from "./relocate";

/** A snapshot of a project's files, and the clients that they may use. All files of a project are evaluated with the same object. */
export interface FlowProject {
  readonly ts: typeof TS;
  readonly sources: Sources;
  readonly library: Library;
  /** The files under analysis; absent if unknown. */
  readonly lookedAt?: readonly string[] | undefined;
}

/** @returns an engine that evaluates the requests of a project backwards, from the calls that send. */
export function createEngine(project: FlowProject): Engine {
  let known: Program | undefined;
  /** Runs work on the program, which is created on first use and dropped if the work throws. */
  const whileWanted = <T>(interrupt: EvaluatedFile["interrupt"], work: (program: Program) => T): T => {
    const program = (known ??= new Program(project.ts, project.library, project.sources, project.lookedAt));
    const { steps } = program.project;
    steps.interrupt = interrupt;
    try {
      return work(program);
    } catch (error) {
      // An interrupted program is incomplete.
      known = undefined;
      throw error;
    } finally {
      steps.interrupt = undefined;
    }
  };
  return {
    *prepare(interrupt) {
      let isDone = false;
      while (!isDone) {
        // The generator is created anew each time, as another file may be evaluated between two pieces.
        isDone = whileWanted(interrupt, (program) => program.pieces().next().done === true);
        yield;
      }
    },
    treeOf: (sourceFile) => known?.project.treeOf(sourceFile) ?? sourceFile,
    evaluate({ sourceFile, interrupt, between, about }) {
      interrupt?.();
      let isStopped = false;
      let stoppedBy: unknown;
      const mayGoOn = (): boolean => {
        try {
          between?.();
        } catch (error) {
          [isStopped, stoppedBy] = [true, error];
        }
        return !isStopped;
      };
      const evaluation = whileWanted(interrupt, (program) => evaluateIn(program, sourceFile, about, mayGoOn));
      if (!evaluation) throw stoppedBy;
      return evaluation;
    },
  };
}

/** Work that is charged for a call's requests, on top of the evaluation of their values. */
const stepsOfACall = 40;

/** @returns `undefined` if it may not go on. The rows so far are kept then. */
function evaluateIn(
  program: Program,
  sourceFile: TS.SourceFile,
  about: number | undefined,
  mayGoOn: () => boolean,
): Evaluation | undefined {
  const file = program.project.fileOf(sourceFile);
  const rows = program.rowsOf(file);
  const sent: Sent[] = [];
  const possible = new Set<TS.Node>();
  const { flow } = program;
  if (about === undefined) program.finish();
  const candidates = about === undefined ? flow.candidateCalls(file) : flow.candidateCallsAbout(file, about);
  for (const { call, verdict } of candidates) {
    if (!mayGoOn()) return undefined;
    program.project.steps.take(stepsOfACall);
    if (verdict === "sends" || verdict === "leads") sent.push(...rows.at(call));
    else if (verdict === "possible") possible.add(file.nodeOf(call));
  }
  if (about === undefined) sent.push(...rows.declared());
  // A query about one position may be followed by others: its rows are kept.
  if (about === undefined) program.dropRows(file);
  if (program.evaluator.effort.isOver) program.project.sources.asked?.spent();
  return {
    sent,
    insideOf: (each) => rows.insideOf(each),
    objects: declaredObjects(program, file),
    nodes: program.takeVisited(),
    complete: flow.hasSeenAllOf(file) && (candidates.length === 0 || program.evaluator.isWhole(file)),
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
