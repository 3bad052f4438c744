import ts from "typescript";
import { analyseCode } from "../../src/analysis/code";
import { type CodebaseOptions, createCodebase } from "../../src/analysis/codebase";
import { builtinContract } from "../../src/contract/builtin";
import { type Facts, noFacts } from "../../src/contract/configuration/configuration";
import type { Sources } from "../../src/project/sources";
import { declaredIn } from "./declared-files";
import type { Request } from "../../src/request/request";
import { describeRequest } from "../../src/request/derived/describe";

const endings = ["", ".ts", ".js", ".tsx"];

/**
 * Analyses the first of some files, without types.
 *
 * @param files texts by name, all in one folder: `./name` imports one of them.
 * @returns its requests, each as `METHOD origin/path ?query [headers] body`. Unknown parts are `?`, lists that may be
 * longer end with `+`.
 */
export function requestsOf(
  files: Readonly<Record<string, string>>,
  facts: Facts = noFacts,
  options?: CodebaseOptions,
): readonly string[] {
  return requestsIn(files, facts, options).map((request) => show(describeRequest(request, builtinContract, facts)));
}

/** Analyses the first of some files, as `requestsOf` does. */
export function requestsIn(
  files: Readonly<Record<string, string>>,
  facts: Facts = noFacts,
  options?: CodebaseOptions,
): readonly Request[] {
  const trees = new Map(
    Object.entries(files).map(([name, text]) => [name, ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true)]),
  );
  const sources: Sources = {
    find: (_, specifier) => endings.map((each) => specifier.replace("./", "") + each).find((name) => trees.has(name)),
    file: (name) => trees.get(name),
    ...declaredIn(files),
  };
  const [sourceFile] = trees.values();
  if (!sourceFile) throw new Error("no file");
  const codebase = createCodebase(ts, sources, facts, options);
  return analyseCode({ ts, sourceFile, codebase, contract: builtinContract, facts }).requests;
}

function show({
  method = "?",
  origin = "",
  path = "?",
  query,
  headers,
  body,
  gaps,
}: ReturnType<typeof describeRequest>): string {
  const more = (part: string): string => (gaps.some((gap) => gap.part === part) ? "+" : "");
  const parts = [`${method} ${origin}${path}`];
  // The query of an unknown URL is unknown.
  if (query.length > 0 || (path !== "?" && more("query"))) parts.push(`?${query.join("&")}${more("query")}`);
  if (headers.length > 0 || more("headers")) parts.push(`[${headers.join(", ")}]${more("headers")}`);
  if (body !== undefined) parts.push(body);
  return parts.join(" ");
}
