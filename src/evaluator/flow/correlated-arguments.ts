import type TS from "typescript";
import type { Abstract, Frame } from "../domain/domain";
import { bounds } from "../domain/limits";
import { findBinding } from "../domain/scope";
import { optionsOf } from "../domain/values";
import type { Program } from "../program";
import { walk } from "../../syntax/walk";
import { either } from "./branches";

/**
 * Calls that send are made once for each alternative of a variable on which two of their arguments depend: `send(path, { base: isFull(path) ? path : "" })`
 * joined would send each path with each base.
 */

/** @returns what a call gives, for each alternative of the first variable that its arguments share in turn. */
export function partitioned(
  program: Program,
  frame: Frame,
  node: TS.CallExpression,
  target: Abstract,
  run: () => Abstract,
): Abstract {
  if (node.arguments.length < 2 || program.run.context.isPartitioned || !mayLeadToRequest(program, target))
    return run();
  for (const name of sharedNames(program.ts, node)) {
    const slot = findBinding(frame.scope, name)?.slot;
    const value = slot && program.pass.visibility.readVariable(slot, program.place(frame, node));
    if (!slot || value?.kind !== "alternatives" || value.options.length > bounds.partitions) continue;
    const sides = value.options.map((option) => (): Abstract => {
      program.pass.visibility.refine(slot, value, option);
      return run();
    });
    return program.run.within({ isPartitioned: true, choosing: node }, () =>
      either(program, sides, program.place(frame, node)),
    );
  }
  return run();
}

function mayLeadToRequest({ reachability }: Program, target: Abstract): boolean {
  return optionsOf(target).some(
    (option) =>
      option.kind === "native" ||
      (option.kind === "callable" &&
        option.target.type === "closure" &&
        reachability.of(option.target.file).leadsToRequest(option.target.node)),
  );
}

/** @returns the names that one argument reads in a condition, and another one reads as well. */
function sharedNames(ts: typeof TS, node: TS.CallExpression): readonly string[] {
  const reads = node.arguments.map((argument) => readsOf(ts, argument));
  return reads.flatMap(({ inConditions }, index) =>
    [...inConditions].filter((name) => reads.some(({ all }, other) => other !== index && all.has(name))),
  );
}

interface Reads {
  readonly all: ReadonlySet<string>;
  readonly inConditions: ReadonlySet<string>;
}

/** Only the first nodes count, as calls within calls would be walked through once for each of them. */
function readsOf(ts: typeof TS, argument: TS.Expression): Reads {
  const all = new Set<string>();
  const inConditions = new Set<string>();
  let nodes = 0;
  walk(ts, argument, { isCondition: false }, (child, { isCondition }) => {
    nodes += 1;
    if (nodes > bounds.sharedReads || ts.isFunctionLike(child)) return undefined;
    const tested = isCondition || isTested(ts, child);
    if (ts.isIdentifier(child) && isRead(ts, child)) {
      all.add(child.text);
      if (tested) inConditions.add(child.text);
    }
    return { isCondition: tested };
  });
  return { all, inConditions };
}

/** The condition of `a ? b : c`, and `a` of `a && b`. */
function isTested(ts: typeof TS, node: TS.Node): boolean {
  const { parent } = node;
  if (ts.isConditionalExpression(parent)) return parent.condition === node;
  if (!ts.isBinaryExpression(parent) || parent.left !== node) return false;
  const { kind } = parent.operatorToken;
  const { AmpersandAmpersandToken, BarBarToken, QuestionQuestionToken } = ts.SyntaxKind;
  return kind === AmpersandAmpersandToken || kind === BarBarToken || kind === QuestionQuestionToken;
}

/** Names of members are no reads of variables. */
function isRead(ts: typeof TS, node: TS.Identifier): boolean {
  const { parent } = node;
  if (ts.isPropertyAssignment(parent)) return parent.initializer === node;
  return !ts.isPropertyAccessExpression(parent) || parent.expression === node;
}
