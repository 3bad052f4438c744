import type TS from "typescript";
import type { Abstract, Frame } from "../domain/domain";
import { optionsOf } from "../domain/values";
import type { Program } from "../program";
import { symbolKey } from "../../syntax/private-names";
import { optionally } from "./branches";
import type { Completion } from "../domain/completion";
import { withLast } from "./trying";

/** `using` and `await using`: what they hold is disposed of where the block is left, the last first. */

/** What a declaration holds. */
interface Held {
  readonly value: Abstract;
  readonly isAwaited: boolean;
  readonly node: TS.Node;
}

/** @returns the way in which a list declares what is disposed of; `undefined` for other nodes. */
function usingOf(ts: typeof TS, list: TS.Node): "using" | "await using" | undefined {
  const way: TS.NodeFlags = list.flags & ts.NodeFlags.BlockScoped;
  if (way === ts.NodeFlags.Using) return "using";
  return way === ts.NodeFlags.AwaitUsing ? "await using" : undefined;
}

/** Whether a block has something to dispose of. */
export function disposes(ts: typeof TS, nodes: readonly TS.Statement[]): boolean {
  return nodes.some((node) => ts.isVariableStatement(node) && usingOf(ts, node.declarationList) !== undefined);
}

/** Runs the statements of a block, and disposes of what they hold. */
export function disposingOf(program: Program, frame: Frame, nodes: readonly TS.Statement[]): Completion | undefined {
  const { ts } = program;
  const held: Held[] = [];
  const first = (): Completion | undefined => {
    for (const node of nodes) {
      const completion = program.steps.statement(program, frame, node);
      if (completion) return completion;
      const way = ts.isVariableStatement(node) ? usingOf(ts, node.declarationList) : undefined;
      if (!way || !ts.isVariableStatement(node)) continue;
      for (const { name } of node.declarationList.declarations)
        if (ts.isIdentifier(name))
          held.push({ value: program.steps.expression(program, frame, name), isAwaited: way !== "using", node: name });
    }
    return undefined;
  };
  return withLast(program, frame, { first, last: () => dispose(program, frame, held) });
}

/** Runs a round of `for (using a of b)`. */
export function disposingRound(
  program: Program,
  frame: Frame,
  node: TS.ForOfStatement | TS.ForInStatement,
  value: Abstract,
): Completion | undefined {
  const way = usingOf(program.ts, node.initializer);
  const first = (): Completion | undefined => program.steps.statement(program, frame, node.statement);
  if (!way) return first();
  const held = [{ value, isAwaited: way !== "using", node: node.initializer }];
  return withLast(program, frame, { first, last: () => dispose(program, frame, held) });
}

function dispose(program: Program, frame: Frame, held: readonly Held[]): Completion | undefined {
  let fails = false;
  for (const each of held.toReversed()) {
    const options = optionsOf(each.value);
    for (const option of options) {
      const run = (): boolean => disposeOf(program, frame, each, option);
      if (options.length > 1) optionally(program, run);
      else fails = run() || fails;
    }
  }
  return fails ? { kind: "throw" } : undefined;
}

/** @returns whether that surely throws. */
function disposeOf(program: Program, frame: Frame, { isAwaited, node }: Held, value: Abstract): boolean {
  if (value.kind !== "reference") return false;
  const find = (name: string): Abstract | undefined =>
    program.steps.implicit.ownFunction(program, frame, value, symbolKey(name), node);
  const method = (isAwaited ? find("asyncDispose") : undefined) ?? find("dispose");
  if (!method) return false;
  if (isAwaited) program.awaitedCalls.add(node);
  return (
    program.steps.call(program, method, { frame, self: value, args: { values: [], more: false }, node }).kind ===
    "never"
  );
}
