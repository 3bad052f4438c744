import type TS from "typescript";
import type { Abstract, Call, Closure, Frame, Unknown } from "../domain/domain";
import { optionsOf } from "../domain/values";
import { bounds } from "../domain/limits";
import { findBinding } from "../domain/scope";
import type { Program } from "../program";
import { skipWrappers } from "../../syntax/wrappers";

/**
 * Whether a call need not be entered: nothing that it gives or does is part of a request, or its caller supplies nothing that is known to the
 * requests that it leads to, so that these are what the function sends when it runs by itself.
 */
export function isUnneededCall(program: Program, closure: Closure, { frame, self, args, node }: Call): boolean {
  const { ts, need } = program;
  if (!need || !(ts.isCallExpression(node) || ts.isNewExpression(node))) return false;
  if (!need.hasCall(frame.file, node)) return true;
  if (program.run.context.budget.spent < bounds.nodesOfUnsupplied) return false;
  const isDirect = need.runsAt(frame.file, node, closure) && !isHandedIn(program, frame, node);
  if (!isDirect || need.gives(frame.file, node) || !need.leads(closure.file, closure.node) || isInner(ts, closure))
    return false;
  if (self && suppliesSomething(self) && !isSameThis(frame, self)) return false;
  return !args.values.some(suppliesSomething);
}

/** Whether what is called is a variable of the function that calls it: then its caller supplies the function. */
function isHandedIn(
  { ts, pass: { modules } }: Program,
  { file, scope }: Frame,
  node: TS.CallExpression | TS.NewExpression,
): boolean {
  const callee = skipWrappers(ts, node.expression);
  if (!ts.isIdentifier(callee)) return false;
  const ofFile = modules.get(file)?.frame.scope.bindings.get(callee.text);
  return findBinding(scope, callee.text) !== ofFile;
}

/** A function within another one reads that one's variables, which are known here alone. */
function isInner(ts: typeof TS, { node }: Closure): boolean {
  for (let each: TS.Node = node.parent; !ts.isSourceFile(each); each = each.parent)
    if (ts.isFunctionLike(each)) return true;
  return false;
}

/** A method that calls another one of its instance is run by itself on the same. */
function isSameThis({ activation, self }: Frame, receiver: Abstract): boolean {
  const isOwn = activation.depth === 0 && receiver.kind === "reference" && self?.kind === "reference";
  return isOwn && self.cell === receiver.cell;
}

/** Whether more is known of a value than that there is one: a function that runs by itself knows that of its arguments. */
function suppliesSomething(value: Abstract): boolean {
  return optionsOf(value).some((option) => option.kind !== "unknown" || isNamed(option));
}

/** Whether an unknown value is told from others by where it comes from: a response, or the environment. */
function isNamed({ origin }: Unknown): boolean {
  return origin?.response !== undefined || origin?.trail[0] === "process" || origin?.trail[0] === "import";
}
