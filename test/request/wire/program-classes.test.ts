import ts from "typescript";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { drawWireProgram, programClasses, type WireProgram } from "../../harness/arbitraries/wire/index";
import { contradictions } from "../../harness/consistent";
import { modes, readInModes, type Known, type Mode } from "../../harness/hosts/modes";
import { standIns } from "../../harness/arbitraries/wire/stand-ins";
import { WireServer, type Arrived } from "../../harness/wire";
import { runsOf, seed } from "../../harness/runs";
import { runPrograms, type Program } from "../../service/run-programs";
import type { Request } from "../../../src/request/request";
import { renderRequest } from "../render";

const count = runsOf(200, 1 / 70);

const moduleName = (name: string): string => name.replace(/\.tsx?$/u, ".mjs");
const inName = (specifier: string): string => `stand-in-${specifier.replaceAll("/", "-")}.mjs`;

/** A file as it runs: without types, with imports of files that are there. */
function runnable(name: string, text: string): string {
  const compilerOptions = {
    module: ts.ModuleKind.ESNext,
    target: ts.ScriptTarget.ES2022,
    jsx: ts.JsxEmit.React,
  };
  const { outputText } = ts.transpileModule(text, { fileName: name, compilerOptions });
  return outputText.replace(/((?:from|import) ?\(?)"([^"]+)"/gu, (whole, before: string, specifier: string) => {
    if (specifier.startsWith(".")) return `${before}"${specifier}.mjs"`;
    return specifier in standIns ? `${before}"./${inName(specifier)}"` : whole;
  });
}

function toRun({ files, inputs }: WireProgram, name: string, url: string): Program {
  const [main, ...modules] = Object.entries(files).map(([file, text]) => [moduleName(file), runnable(file, text)]);
  const packages = Object.entries(standIns).map(([specifier, text]) => [inName(specifier), text]);
  return {
    name,
    url,
    text: main?.[1] ?? "",
    isJavaScript: true,
    given: inputs,
    modules: Object.fromEntries([...modules, ...packages]) as Record<string, string>,
  };
}

const show = ({ files, inputs }: WireProgram): string =>
  `${JSON.stringify(inputs)}\n${Object.entries(files)
    .map(([name, text]) => `/// ${name}\n${text}`)
    .join("\n")}`;

const tagOf = (text: string): string | undefined => /\bt\d+z\b/u.exec(text)?.[0];

function literalTag({ target }: Request): string | undefined {
  const paths = target.path ? [target.path] : (target.paths ?? []);
  for (const { parts } of paths) {
    for (const part of parts) {
      const tag = part.kind === "text" ? tagOf(part.text) : undefined;
      if (tag !== undefined) return tag;
    }
  }
  return undefined;
}

/** What is wrong with what is known in one mode: what no claim allows, and, of a project, what nothing was said of. */
function wrongIn(
  mode: Mode,
  { requests, untold }: Known,
  arrived: readonly Arrived[],
  mayBeLost: boolean,
): readonly string[] {
  const claims = Object.values(requests).flat();
  const wrong = arrived.flatMap((each): readonly string[] => {
    const tag = tagOf(each.path);
    const own = claims.filter((claim) => literalTag(claim) === tag);
    const open = claims.filter((claim) => literalTag(claim) === undefined);
    const reasons = own.map((claim) => contradictions(claim, each));
    if (reasons.some((reason) => reason.length === 0)) return [];
    const isMeant = open.some((claim) => contradictions(claim, each).length === 0);
    if (own.length > 0 && !isMeant)
      return [`WRONG ${each.method} ${each.path}: ${reasons.map((reason) => reason.join("; ")).join("\n  or ")}`];
    return isMeant || mode === "file" || mayBeLost || untold > 0 ? [] : [`UNSEEN ${each.method} ${each.path}`];
  });
  const idle = claims.filter((claim) => {
    const tag = literalTag(claim);
    const own = arrived.filter(({ path }) => tagOf(path) === tag);
    return tag !== undefined && own.length > 0 && own.every((each) => contradictions(claim, each).length > 0);
  });
  return [...wrong, ...idle.map((claim) => `CLAIM that nothing came of: ${renderRequest(claim)}`)];
}

describe(`programs of classes that were once mistaken, ${count} of each, from seed ${seed}`, () => {
  let wire: WireServer;
  beforeAll(async () => {
    wire = await WireServer.start();
  });
  afterAll(() => wire.stop());

  test.each(Object.entries(programClasses))(
    "%s: what is claimed arrives, and what arrives is seen, in each mode",
    async (name, drawer) => {
      const programs = Array.from({ length: count }, (_, index) => drawWireProgram(drawer, seed + index));
      const prefix = `/${name.replaceAll(/\W/gu, "-")}-`;
      const errors = await runPrograms(
        programs.map((program, index) => toRun(program, String(index), `${wire.url}${prefix}${index}`)),
      );
      const known = readInModes(programs.map(({ files }) => files));
      let arrivals = 0;
      const broken: string[] = [];
      const failures = programs.flatMap((program, index) => {
        const arrived = wire.take(`${prefix}${index}`);
        arrivals += arrived.length;
        const error = errors.get(String(index));
        if (error !== undefined && !program.mayThrow) broken.push(`program ${index}: ${error}\n${show(program)}`);
        const reasons = modes.flatMap((mode) =>
          wrongIn(mode, known[index]?.[mode] ?? { requests: {}, untold: 0 }, arrived, program.mayBeLost).map(
            (why) => `[${mode}] ${why}`,
          ),
        );
        return reasons.length > 0
          ? [
              `program ${index}\n${reasons.join("\n")}\n${Object.values(known[index]?.project.requests ?? {})
                .flat()
                .map((r) => `   claim ${renderRequest(r)}`)
                .join(
                  "\n",
                )}\n${arrived.map((a) => `   wire ${a.method} ${a.path}?${String(a.query)} ${a.body}`).join("\n")}\n${error ?? ""}\n${show(program)}`,
            ]
          : [];
      });
      process.stdout.write(
        `${name}: ${arrivals} arrived of ${count} programs, ${broken.length} broken, ${failures.length} wrong\n`,
      );
      expect(broken.join("\n\n")).toBe("");
      expect(failures.slice(0, Number(process.env.SHOWN ?? 3)).join("\n\n")).toBe("");
      expect(arrivals).toBeGreaterThan(count / 2);
    },
    600_000,
  );
});
