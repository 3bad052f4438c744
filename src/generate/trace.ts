import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import ts from "typescript";
import type { ValueId } from "../code/graph";
import { operandsOf } from "../code/operands";
import type { ValueNode } from "../code/values";
import { describe as describeNode, printCode } from "../code/print";
import { builtinContract } from "../contract/builtin";
import { noFacts } from "../contract/configuration/configuration";
import type { Abstract, Context } from "../evaluate/domain";
import { toValue } from "../evaluate/snapshots/snapshot";
import { createEngine } from "../flow/evaluate-file";
import { Program } from "../flow/program";
import { Codebases } from "../hosts/shared/sources/codebases";
import { noSources, type Sources, withCurrentFile } from "../project/sources";
import type { ProjectFile } from "../project/project-file";
import { assembleRequests } from "../request/assemble";
import { createLibrary } from "../request/library";
import { describeRequest } from "../request/derived/describe";
import { describeValue } from "./describe-value";

/** Prints a file in the form of the engine: `npm run trace -- FILE[:LINE]`. */

/** @returns a file's value graph, one value per line. */
export function graphText(name: string, text: string): string {
  const { file } = open(name, text, noSources);
  return `${printCode(file.code)}\n`;
}

/**
 * @param line 1-based.
 * @param sources resolve the file's imports.
 * @returns the calls that begin in a line. For each, lists its operands recursively, with their abstract values in the
 * symbolic context of the function, and the requests that it sends, with the reasons for their gaps.
 */
export function callsText(name: string, text: string, line: number, sources: Sources = noSources): string {
  const { program, file, library } = open(name, text, sources);
  const lineAt = (offset: number): number => file.tree.getLineAndCharacterOfPosition(offset).line + 1;
  const placeOf = (call: ValueId): { start: number; end: number } => file.code.values[call] ?? { start: 0, end: 0 };
  const calls = file.code.calls.filter((call) => lineAt(placeOf(call).start) === line);
  // Outer calls first: calls among their operands are printed there.
  calls.sort((one, other) => placeOf(one).start - placeOf(other).start || placeOf(other).end - placeOf(one).end);
  const seen = new Set<ValueId>();
  const verdicts = new Map(program.flow.candidateCalls(file).map(({ call, verdict }) => [call, verdict]));
  const lines = calls.flatMap((call) => {
    const node = file.code.values[call];
    if (!node || seen.has(call)) return [];
    const [first = ""] = text.slice(node.start, node.end).split("\n");
    const context = program.evaluator.contexts.symbolic(file, node.in);
    const verdict = verdicts.get(call) ?? "neither";
    return [`${line}: ${first}`, `  ${sayings[verdict]}`, ...valueLines(program, { file, context, seen }, call)];
  });
  const project = { ts, sources, library, lookedAt: [file.name] };
  const { sent, insideOf } = createEngine(project).evaluate({ sourceFile: file.tree });
  const { requests } = assembleRequests(sent, insideOf, {
    bases: undefined,
    shapeOf: () => undefined,
    describedShapeOf: () => undefined,
    describedOf: () => undefined,
    readsOf: () => ({
      body: { name: "", whole: true, changeable: true, places: [], fields: new Map() },
      failures: false,
      escape: { start: 0, end: 0 },
      leaves: new Map(),
      calls: [],
    }),
    resourceOf: () => undefined,
  });
  for (const request of requests) {
    if (lineAt(request.range.start) !== line) continue;
    const { method, path, body, query, gaps } = describeRequest(request, builtinContract, noFacts);
    const parts = [method ?? "?", path ?? "?", ...(query.length > 0 ? [`?${query.join("&")}`] : []), body ?? ""];
    lines.push(`request: ${parts.join(" ").trimEnd()}`);
    lines.push(...gaps.map(({ part, reason }) => `  not known ${part}: ${reason}`));
  }
  return lines.length === 0 ? `No call begins in line ${line}.\n` : `${lines.join("\n")}\n`;
}

const sayings = {
  sends: "sends a request",
  leads: "leads to a request",
  possible: "has the name of a method that leads to a request, and nothing is known of what it is called on",
  neither: "sends nothing that is known",
};

interface View {
  readonly file: ProjectFile;
  readonly context: Context;
  /** Values that have been printed. */
  readonly seen: Set<ValueId>;
}

/** @returns lines for a value and its operands, recursively, in the order of the graph. */
function valueLines(program: Program, view: View, id: ValueId, depth = 1): readonly string[] {
  const { file, context, seen } = view;
  const node = file.code.values[id];
  if (!node || seen.has(id)) return [];
  seen.add(id);
  const own = node.in === context.function ? context : program.evaluator.contexts.symbolic(file, node.in);
  const value = describeAbstract(program, program.evaluator.valueOf(id, own));
  return [
    `${"  ".repeat(depth)}v${id} = ${describeNode(file.code, node)}   is ${value}`,
    ...partsOf(file, node).flatMap((each) => valueLines(program, view, each, depth + 1)),
  ];
}

/** @returns the operands of a value. A shared variable has the values assigned to it. */
function partsOf(file: ProjectFile, node: ValueNode): readonly ValueId[] {
  if (node.kind !== "variable") return operandsOf(node);
  return file.code.variables[node.variable]?.assigned.map(({ value }) => value) ?? [];
}

function describeAbstract(program: Program, value: Abstract): string {
  switch (value.kind) {
    case "unknown":
      return `unknown: ${value.reason}`;
    case "alternatives":
      return value.options.map((option) => describeAbstract(program, option)).join(" | ");
    case "function":
      return `function ${value.file.code.functions[value.function]?.name ?? ""}`.trimEnd();
    case "class":
      return `class ${value.file.code.classes[value.class]?.name ?? ""}`.trimEnd();
    case "builtin":
      return value.builtin.label;
    case "module":
      return `module ${value.file.name}`;
    case "never":
      return "never reached";
    default:
      return describeValue(toValue(program.evaluator, value));
  }
}

function open(name: string, text: string, outer: Sources) {
  const tree = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true);
  const sources = withCurrentFile(outer, tree);
  const library = createLibrary(ts, noFacts, sources);
  const program = new Program(ts, library, sources, [name]);
  return { program, library, file: program.project.fileOf(tree) };
}

function main(argument: string | undefined): void {
  const [, given = "", line] = /^(.+?)(?::(\d+))?$/u.exec(argument ?? "") ?? [];
  if (given === "") {
    console.error("Usage: npm run trace -- FILE[:LINE]");
    process.exitCode = 2;
    return;
  }
  const path = resolve(given);
  const text = readFileSync(path, "utf8");
  const { sources } = new Codebases(ts).of(path, noFacts);
  process.stdout.write(line === undefined ? graphText(path, text) : callsText(path, text, Number(line), sources));
}

if (require.main === module) main(process.argv[2]);
