import ts from "typescript";
import { createEngine } from "../../src/flow/evaluate-file";
import type { Evaluation } from "../../src/clients/evaluation";
import { opaque, type Library, type Native } from "../../src/clients/native";
import { noSources } from "../../src/project/sources";
import { programSources } from "./program-sources";
import type { Value } from "../../src/value/value";

/** The arguments of a call of the test client. */
export interface Draft {
  readonly arguments: readonly Value[];
}

/** A client for tests: `send(anything)` is a request with an unknown response. */
export const send: Native = {
  label: "send",
  call: (call) => {
    const draft: Draft = { arguments: call.arguments };
    const request = call.send(draft);
    return {
      kind: "unknown",
      reason: "a response",
      range: call.range,
      origin: { trail: [], response: { request, part: "body", path: [] } },
    };
  },
};

/** Knows `send`, the module `client` with a `create` that returns `{ send }`, and its type `Client`. */
export const testLibrary: Library = {
  global: (name) => (name === "send" ? send : undefined),
  module: (specifier) => (specifier === "client" ? clientModule : undefined),
  sends: (specifier) => specifier === "client",
  type: (name, { module }) => (name === "Client" && module === "client" ? instance : undefined),
  named: (expression) => (expression === "context.client" ? instance : undefined),
  typeNames: new Set(),
};

const instance: Native = { label: "client", get: (name, at) => (name === "send" ? opaque(send, at) : undefined) };

const clientModule: Native = {
  label: "client module",
  get: (name, at) =>
    name === "create"
      ? opaque({ label: "create", call: (call) => opaque(instance, call.range) }, at)
      : name === "send"
        ? opaque(send, at)
        : undefined,
};

export function parse(text: string, fileName = "test.ts"): ts.SourceFile {
  return ts.createSourceFile(fileName, text, ts.ScriptTarget.Latest, true);
}

/** Evaluates one file without type information. */
export function evaluateText(text: string, fileName = "test.ts", library: Library = testLibrary): Evaluation {
  return createEngine({ ts, sources: noSources, library }).evaluate({ sourceFile: parse(text, fileName) });
}

/** Evaluates the first of several files in a program of all of them. */
export function evaluateProject(files: Readonly<Record<string, string>>, library: Library = testLibrary): Evaluation {
  const options: ts.CompilerOptions = {
    allowJs: true,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    target: ts.ScriptTarget.ES2022,
    noLib: true,
    types: [],
  };
  const host: ts.CompilerHost = {
    fileExists: (name) => name in files,
    readFile: (name) => files[name],
    getSourceFile: (name) =>
      name in files ? ts.createSourceFile(name, files[name] ?? "", ts.ScriptTarget.ES2022, true) : undefined,
    getDefaultLibFileName: () => "lib.d.ts",
    writeFile: () => undefined,
    getCurrentDirectory: () => "/",
    getCanonicalFileName: (name) => name,
    useCaseSensitiveFileNames: () => true,
    getNewLine: () => "\n",
  };
  const names = Object.keys(files);
  const program = ts.createProgram({ rootNames: names, options, host });
  const first = program.getSourceFile(names[0] ?? "");
  if (!first) throw new Error("no first file");
  const sources = programSources(ts, program);
  return createEngine({ ts, sources, library }).evaluate({ sourceFile: first });
}
