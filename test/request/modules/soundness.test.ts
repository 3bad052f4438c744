import { posix } from "node:path";
import ts from "typescript";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { analyseCode } from "../../../src/analysis/code";
import { createCodebase, type Codebase } from "../../../src/analysis/codebase";
import { builtinContract } from "../../../src/contract/builtin";
import { noFacts } from "../../../src/contract/configuration/configuration";
import { getHeader } from "../../../src/request/derived/headers";
import { asText } from "../../../src/request/drafts/known";
import type { Request } from "../../../src/request/request";
import { contradictions } from "../../harness/consistent";
import { WireServer, type Arrived } from "../../harness/wire";
import { runPrograms } from "../../service/run-programs";
import { renderRequest } from "../render";
import { drawModuleProgram, type Mark, type ModuleProgram } from "./programs";
import { modes, readInModes } from "../../harness/hosts/modes";
import { isCampaign, runsOf, seed } from "../../harness/runs";

const count = runsOf(50, 1 / 2);

type Trees = ReadonlyMap<string, ts.SourceFile>;

function parse({ files }: ModuleProgram): Trees {
  return new Map(
    Object.entries(files).map(([name, text]) => {
      const path = `/program/${name}`;
      return [path, ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)];
    }),
  );
}

/** The program's files alone; nothing else can be imported. */
function codebaseOf(trees: Trees): Codebase {
  const find = (from: string, specifier: string): string | undefined => {
    const name = posix.join(posix.dirname(from), specifier);
    return specifier.startsWith(".") && trees.has(name) ? name : undefined;
  };
  const lookedAt = [...trees.keys()];
  return createCodebase(ts, { find, file: (name) => trees.get(name) }, noFacts, { lookedAt });
}

function requestsOf(sourceFile: ts.SourceFile, codebase: Codebase): readonly Request[] {
  return analyseCode({ ts, sourceFile, codebase, contract: builtinContract, facts: noFacts }).requests;
}

const textOf = (header: string | readonly string[] | undefined): string => String(header ?? "");

/** The claims that may be meant for what arrived with a mark: those with the mark, or, where no request shows it, all that leave it open. */
function claimsFor(requests: readonly Request[], { header, value }: Mark): readonly Request[] {
  const known = (request: Request): string | undefined => asText(getHeader(request, header).value);
  const own = requests.filter((request) => known(request) === value);
  return own.length > 0 ? own : requests.filter((request) => known(request) === undefined);
}

/** @returns what is wrong with what a file's analysis says of the requests that pass through this file. */
function wrongOf(requests: readonly Request[], marks: readonly Mark[], arrived: readonly Arrived[]): readonly string[] {
  return marks.flatMap((mark) =>
    arrived
      .filter(({ headers }) => textOf(headers[mark.header]) === mark.value)
      .flatMap((each): readonly string[] => {
        const claims = claimsFor(requests, mark);
        if (claims.length === 0) return [`${mark.value} is not seen`];
        const reasons = claims.map((claim) => contradictions(claim, each));
        return reasons.every((reason) => reason.length > 0)
          ? [`${mark.value}: ${reasons.map((reason) => reason.join("; ")).join("\n  or ")}`]
          : [];
      }),
  );
}

const programs = Array.from({ length: count }, (_, index) => drawModuleProgram(seed + index));
const show = ({ files, inputs }: ModuleProgram): string =>
  `${JSON.stringify(inputs)}\n${Object.entries(files)
    .map(([name, text]) => `/// ${name}\n${text}`)
    .join("\n")}`;

describe(`${count} programs of several modules, from seed ${seed}`, () => {
  let wire: WireServer;
  let errors: ReadonlyMap<string, string | undefined>;

  beforeAll(async () => {
    wire = await WireServer.start();
    errors = await runPrograms(
      programs.map(({ files, inputs }, index) => {
        const { "main.mjs": text = "", ...modules } = files;
        return { name: `p${index}`, text, isJavaScript: true, modules, given: inputs, url: `${wire.url}/p${index}` };
      }),
    );
  }, 600_000);
  afterAll(() => wire.stop());

  test("run", () => {
    const failed = programs.flatMap((program, index) => {
      const error = errors.get(`p${index}`);
      return error === undefined ? [] : [`${error}\n${show(program)}`];
    });
    expect(failed.slice(0, 3).join("\n\n")).toBe("");
  });

  test("send nothing that is not seen, and nothing that is claimed otherwise, by any of their files", () => {
    let requests = 0;
    let known = 0;
    // A campaign looks at them as hosts do, too: file by file, and as a project without types and with them.
    const inModes = isCampaign ? readInModes(programs.map(({ files }) => files)) : [];
    const failures = programs.flatMap((program, index) => {
      const trees = parse(program);
      const codebase = codebaseOf(trees);
      const arrived = wire.take(`/p${index}`);
      requests += arrived.length;
      return Object.entries(program.marks).flatMap(([name, marks]) => {
        const tree = trees.get(`/program/${name}`);
        const claims = tree ? requestsOf(tree, codebase) : [];
        known += claims.filter(({ target, body }) => target.path && body?.value.kind === "object").length;
        const wrong = [
          ...wrongOf(claims, marks, arrived),
          ...modes.flatMap((mode) => {
            const read = inModes[index]?.[mode];
            const reasons = read ? wrongOf(read.requests[name] ?? [], marks, arrived) : [];
            // Without its project a file does not see what others hand it, and says so.
            return (mode === "file" ? reasons.filter((each) => !each.endsWith("is not seen")) : reasons).map(
              (each) => `${mode}: ${each}`,
            );
          }),
        ];
        return wrong.length > 0 ? [`program ${index}, ${name}: ${wrong.join("\n")}\n${show(program)}`] : [];
      });
    });
    process.stdout.write(`${requests} requests arrived, of ${known} the path and the body are claimed\n`);
    expect(failures.slice(0, 3).join("\n\n")).toBe("");
    expect(failures).toHaveLength(0);
    expect(requests).toBeGreaterThan(count);
    expect(known).toBeGreaterThan(count);
  }, 600_000);

  test("are understood alike in every order, and by themselves", () => {
    const differing = programs.flatMap((program) => {
      const trees = parse(program);
      const read = (names: readonly string[], codebase: () => Codebase): string =>
        names
          .map((name) => {
            const tree = trees.get(name);
            return `${name}: ${tree ? requestsOf(tree, codebase()).map(renderRequest).join("\n") : ""}`;
          })
          .sort()
          .join("\n");
      const names = [...trees.keys()];
      const shared = codebaseOf(trees);
      const forwards = read(names, () => shared);
      const other = codebaseOf(trees);
      const backwards = read([...names].reverse(), () => other);
      const alone = read(names, () => codebaseOf(trees));
      return forwards === backwards && forwards === alone
        ? []
        : [`${forwards}\n--- backwards\n${backwards}\n--- alone\n${alone}\n${show(program)}`];
    });
    expect(differing.slice(0, 2).join("\n\n")).toBe("");
  }, 600_000);
});
