import type TS from "typescript";
import type { Range } from "../../text/range";
import { calleeRange } from "../domain/call-places";
import type { Abstract, Activation, Frame, Reference, Scope } from "../domain/domain";
import { bounds } from "../domain/limits";
import { optionsOf } from "../domain/values";
import type { Program } from "../program";
import { mayEndEarly } from "../../syntax/loops";
import type { Caller, Loop, RequestDraft } from "../../clients/native";
import type { SentThrough, Wrapper } from "../domain/sent-through";
import { siteOf } from "./snapshot";

/** Requests that are sent: the calls that lead to them, and what only the evaluator knows of them. */

/** A call and its callee as the analysed file shows them. */
export interface Ranges {
  readonly range: Range;
  readonly calleeRange: Range;
}

/** @returns the call and its callee as the analysed file shows them. */
export function rangesOf(program: Program, frame: Frame, node: TS.Node): Ranges {
  const site = siteOf(frame.activation);
  if (site?.entered) return { range: site.entered.range, calleeRange: site.entered.callee };
  return { range: program.range(frame, node), calleeRange: calleeRange(program, frame, node) };
}

/** Records a request. */
export function send(program: Program, frame: Frame, draft: RequestDraft, node: TS.Node, ranges: Ranges): number {
  const { activation } = frame;
  return program.pass.recorder.add(pathOf(activation, node), (id) => ({
    id,
    draft,
    ...ranges,
    node,
    callers: callersOf(activation),
    earlier: answeredBefore(program),
    ...aroundOf(program, activation, node, frame.scope),
  }));
}

/** Notes that requests have surely been answered. */
export function noteAnswered({ state, pass: { answered } }: Program, ids: readonly number[]): void {
  state.write(answered, [...new Set([...answered.value, ...ids])].slice(-bounds.answered));
}

/** @returns the requests that have surely been answered before one that is sent now. */
export function answeredBefore(program: Program): readonly number[] {
  return program.pass.answered.value.filter((id) => !program.pass.refused.value.includes(id));
}

function aroundOf(
  program: Program,
  activation: Activation,
  node: TS.Node,
  scope: Scope | undefined,
): Pick<SentThrough, "site" | "loop" | "tagsInScope" | "wrapper" | "innerWrappers"> {
  const outermost = siteOf(activation);
  const closure = outermost?.closure;
  const innerWrappers = innerWrappersOf(program, activation, outermost);
  return {
    site: outermost?.entered?.node ?? node,
    ...(activation.loop && { loop: loopOf(program, activation.loop) }),
    tagsInScope: tagsInScope(outermost?.entered?.scope ?? scope),
    ...(closure &&
      closure.file !== program.pass.sourceFile && { wrapper: { closure, self: objectOfOthers(program, outermost) } }),
    ...(innerWrappers.length > 0 && { innerWrappers }),
  };
}

/** @returns the functions of other files that run around a request inside the outermost one, outermost first. */
function innerWrappersOf(
  program: Program,
  activation: Activation,
  outermost: Activation | undefined,
): readonly Wrapper[] {
  const found: Wrapper[] = [];
  for (let current: Activation | undefined = activation; current && current !== outermost; current = current.parent) {
    const { closure, entered } = current;
    if (closure && entered && closure.file !== program.pass.sourceFile)
      found.unshift({ closure, call: entered.node, self: objectOfOthers(program, current) });
  }
  return found;
}

/** @returns the object on which a wrapper is called, if the top level of another file makes it by `new`. */
function objectOfOthers({ ts, pass: { sourceFile } }: Program, { self }: Activation): Reference | undefined {
  if (self?.kind !== "reference") return undefined;
  const { allocationSite } = self.cell;
  if (!ts.isNewExpression(allocationSite) || allocationSite.getSourceFile() === sourceFile) return undefined;
  let around: TS.Node = allocationSite;
  while (!ts.isSourceFile(around) && !ts.isFunctionLike(around) && !ts.isClassLike(around)) around = around.parent;
  return ts.isSourceFile(around) ? self : undefined;
}

/** @returns the expressions in scope that hold an entity tag, or look like it. */
function tagsInScope(scope: Scope | undefined): readonly string[] {
  const tags: string[] = [];
  let seen = 0;
  for (let current = scope; current; current = current.parent) {
    for (const [name, binding] of current.bindings) {
      seen += 1;
      if (seen > bounds.names) return tags;
      const value = binding.slot.value;
      if (value) tags.push(...tagsOf(name, value));
    }
  }
  return [...new Set(tags)];
}

function tagsOf(name: string, value: Abstract): readonly string[] {
  const response = optionsOf(value).find((option) => option.kind === "unknown")?.origin?.response;
  if (response?.path.at(-1)?.toLowerCase() === "etag") return [name];
  if (/etag$/iu.test(name) && optionsOf(value).some((option) => option.kind === "unknown" || option.kind === "text"))
    return [name];
  if (response?.part === "body" && response.path.length === 0) return [`${name}.etag`];
  return [];
}

/** @returns the calls that lead to a request, from the root's own code inwards. */
export function pathOf(activation: Activation, node: TS.Node): readonly TS.Node[] {
  const path: TS.Node[] = [node];
  for (let current: Activation | undefined = activation; current; current = current.writtenIn ?? current.parent) {
    if (current.depth > 0 && !current.inPlace && !current.writtenIn && current.entered)
      path.unshift(current.entered.node);
  }
  return path;
}

/** @returns the functions that run around a request, innermost first. */
export function callersOf(activation: Activation): readonly Caller[] {
  const callers: Caller[] = [];
  for (let current: Activation | undefined = activation; current; current = current.parent) {
    if (current.closure && current.through) callers.push({ code: current.closure.node, call: current.through });
  }
  return callers;
}

function loopOf(program: Program, node: TS.Node): Loop {
  return { ...program.range({ file: node.getSourceFile() }, node), mayEndEarly: mayEndEarly(program.ts, node) };
}
