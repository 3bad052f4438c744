import { Draw } from "../draw";
import type { Files } from "../../hosts/modes";
import { keptFunctions, observers, onion } from "./changes";
import { addedQueries, formParameters, headerSpellings, kyHooks, octokitParts, octokitPlugins } from "./clients";
import { contexts, effectModules, starExports } from "./modules";
import type { Sketch, SketchDrawer } from "./sketch";
import { assertedValues, handedClient, lateWrites } from "./unknown-code";

/**
 * Classes of programs for which the analysis once made wrong claims or lost requests, each with a drawer of any number
 * of them.
 */
export const programClasses: Readonly<Record<string, SketchDrawer>> = {
  "a client that is given to unknown code": handedClient,
  "values that are asserted": assertedValues,
  "late writes": lateWrites,
  "modules imported for their effects": effectModules,
  "stars over exports": starExports,
  "contexts of components": contexts,
  "observers and setters": observers,
  "layers around layers": onion,
  "functions that are kept": keptFunctions,
  "hooks of ky": kyHooks,
  "plugins of octokit": octokitPlugins,
  "endpoints and GraphQL of octokit": octokitParts,
  "queries that are added": addedQueries,
  "forms as parameters": formParameters,
  "spellings of header fields": headerSpellings,
};

/** A program on the wire. Its first file runs directly, or exports a function that is called with `inputs`. */
export interface WireProgram {
  readonly files: Files;
  readonly mayBeLost: boolean;
  /** Whether an assertion of the program may end it. */
  readonly mayThrow: boolean;
  readonly inputs: readonly [flag: boolean, text: string, count: number];
}

/** Draws a program of a class. */
export function drawWireProgram(drawer: SketchDrawer, seed: number): WireProgram {
  const draw = new Draw(seed);
  const sketch = drawer(draw);
  const inputs = [draw.chance(0.5), draw.pick("t", "a b", "1", "x,y"), Math.floor(draw.next() * 9)] as const;
  const main = [
    ...(sketch.imports ?? []),
    "const base: string = process.env.BASE_URL as string;",
    sketch.outside ?? "",
    bodyOf(sketch, draw, inputs),
  ];
  const name = sketch.elements === true ? "main.tsx" : "main.ts";
  const text = `${main.filter((line) => line !== "").join("\n")}\n`;
  return {
    files: { [name]: text, ...sketch.files },
    mayBeLost: sketch.mayBeLost === true,
    mayThrow: sketch.mayThrow === true,
    inputs,
  };
}

/** The code runs at once with known values, or in an exported function. */
function bodyOf({ inside, outside = "" }: Sketch, draw: Draw, inputs: WireProgram["inputs"]): string {
  const parameters = "flag: boolean, text: string, count: number";
  if (draw.chance(0.5)) return `export async function main(${parameters}): Promise<void> {\n${inside}\n}`;
  const given = inputs.map((each) => JSON.stringify(each)).join(", ");
  return /\b(?:flag|text|count) = /u.test(outside) || draw.chance(0.5)
    ? `async function main(${parameters}): Promise<void> {\n${inside}\n}\nawait main(${given});\nexport {};`
    : `const flag: boolean = ${JSON.stringify(inputs[0])}, text: string = ${JSON.stringify(inputs[1])};\nlet count: number = ${String(inputs[2])};\nconst run = async (): Promise<void> => {\n${inside}\n};\nawait run();\nexport {};`;
}
