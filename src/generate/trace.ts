import { readFileSync } from "node:fs";
import { relative, resolve } from "node:path";
import ts from "typescript";
import { builtinContract } from "../contract/builtin";
import { noFacts } from "../contract/configuration";
import type { Abstract, Frame, Scope } from "../evaluator/domain/domain";
import { evaluate, programOf } from "../evaluator/evaluate";
import type { Program } from "../evaluator/program";
import type { Pass } from "../evaluator/pass";
import { assembleRequests } from "../request/assemble";
import { createLibrary } from "../request/library";
import { describeRequest } from "../request/questions/describe";
import { Callees } from "../response/callees";
import { followAnswer } from "../response/follow";
import { describeValue } from "./describe-value";

/** The states of the evaluator between the statements of a file: `npm run trace -- FILE[:LINE]`. */

/**
 * Runs one file, without what it imports, and writes down what each statement changes.
 *
 * @param line the only line of which statements are shown; all where it is absent.
 * @returns for each statement that ran its line, its beginning and the variables that are now known otherwise, indented by the depth of calls;
 * at the end the requests. A statement that runs several times, in a loop, in branches or for several entry points, is shown each time.
 */
export function traceText(name: string, text: string, line?: number): string {
  const sourceFile = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true);
  const shown = new Map<object, string>();
  const lines: string[] = [];
  let pass: Pass | undefined;
  const observe = (program: Program, frame: Frame, node: ts.Statement): void => {
    if (frame.file !== sourceFile || ts.isBlock(node)) return;
    if (pass !== program.pass) {
      if (pass) lines.push("again, as asynchronous writes were found", "");
      pass = program.pass;
      shown.clear();
    }
    const at = sourceFile.getLineAndCharacterOfPosition(node.getStart(sourceFile)).line + 1;
    const changes = changesIn(program, frame, shown);
    if (line !== undefined && at !== line) return;
    const indent = "  ".repeat(frame.activation.depth);
    const [first = ""] = node.getText(sourceFile).split("\n");
    lines.push(`${indent}${at}: ${first}`, ...changes.map((change) => `${indent}     ${change}`));
  };
  const { sent, insideOf } = evaluate({
    sourceFile,
    program: programOf({ ts, library: createLibrary(ts, noFacts) }),
    observe,
  });
  const { requests } = assembleRequests(sent, insideOf, {
    bases: undefined,
    shapeOf: () => undefined,
    declaredNames: () => [],
    describedShapeOf: () => undefined,
    describedOf: () => undefined,
    readsOf: (sending) => followAnswer(ts, sourceFile, new Callees(ts, undefined, () => 0), sending),
    resourceOf: () => undefined,
  });
  for (const request of requests) {
    const { method, path, body, query } = describeRequest(request, builtinContract, noFacts);
    const parts = [method ?? "?", path ?? "?", ...(query.length > 0 ? [`?${query.join("&")}`] : []), body ?? ""];
    lines.push(`request: ${parts.join(" ").trimEnd()}`);
  }
  return `${lines.join("\n")}\n`;
}

/** @returns `name = value` for each variable in scope of which something else is known than when it was last asked for. */
function changesIn(program: Program, frame: Frame, shown: Map<object, string>): string[] {
  const changes: string[] = [];
  const seen = new Set<string>();
  for (let scope: Scope | undefined = frame.scope; scope; scope = scope.parent) {
    for (const [name, { slot, load }] of scope.bindings) {
      if (seen.has(name) || load) continue;
      seen.add(name);
      const value = slot.value && describe(program, frame, slot.value);
      if (value === undefined || shown.get(slot) === value) continue;
      const isHoisted = value === "undefined" && !shown.has(slot);
      shown.set(slot, value);
      if (!isHoisted && name !== "module" && name !== "exports") changes.push(`${name} = ${value}`);
    }
  }
  return changes;
}

/** Functions are as they are written: they are no state. */
function describe(program: Program, frame: Frame, value: Abstract): string | undefined {
  if (value.kind === "callable") return undefined;
  if (value.kind === "unknown") return "unknown";
  if (value.kind === "alternatives")
    return value.options.map((option) => describe(program, frame, option) ?? "a function").join(" | ");
  return describeValue(program.steps.toSnapshot(program, value, frame.activation));
}

function main(argument: string | undefined): void {
  const [, file = "", line] = /^(.+?)(?::(\d+))?$/u.exec(argument ?? "") ?? [];
  if (file === "") {
    console.error("Usage: npm run trace -- FILE[:LINE]");
    process.exitCode = 2;
    return;
  }
  const path = resolve(file);
  const text = readFileSync(path, "utf8");
  process.stdout.write(traceText(relative(process.cwd(), path), text, line === undefined ? undefined : Number(line)));
}

if (require.main === module) main(process.argv[2]);
