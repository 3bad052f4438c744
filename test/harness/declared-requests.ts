import ts from "typescript";
import { analyseCode } from "../../src/analysis/code";
import { builtinContract } from "../../src/contract/builtin";
import { noFacts } from "../../src/contract/configuration/configuration";
import type { Request } from "../../src/request/request";
import type { Shape } from "../../src/shape/shape";
import { typedText } from "./typed-text";

/** The requests that each of some function bodies sends. The bodies share the code before them, and one program. */
export function requestsOfBodies(shared: string, bodies: readonly string[]): readonly (readonly Request[])[] {
  const functions = bodies.map((body, index) => `export async function case${index}(): Promise<unknown> { ${body} }`);
  const { sourceFile, checker } = typedText([shared, ...functions].join("\n"));
  const { requests } = analyseCode({ ts, sourceFile, checker, contract: builtinContract, facts: noFacts });
  return functions.map((code) => {
    const start = sourceFile.text.indexOf(code);
    return requests.filter(({ range }) => start <= range.start && range.end <= start + code.length);
  });
}

/** The names of a shape's fields. */
export function fieldsOf(shape: Shape | undefined): string {
  return shape?.type === "object" ? [...shape.fields.keys()].join(",") : (shape?.type ?? "none");
}
