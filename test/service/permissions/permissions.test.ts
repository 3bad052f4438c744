import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { builtinContract } from "../../../src/contract/builtin";
import { findEndpoints } from "../../../src/contract/permissions/endpoints";
import { accessLevels } from "../../../src/contract/permissions/grants";
import { findLeastSet } from "../../../src/contract/permissions/least";
import { collect, newCollection, withoutRepeats } from "../../../src/hosts/cli/permissions/collect";
import { analyseFiles } from "../../../src/hosts/cli/requests/analyse";
import { partOf } from "../../harness/runs";
import { runProgram } from "../../hosts/cli/program";
import { Dice } from "../campaign/plan";
import { runPrograms } from "../run-programs";
import { ReferenceServer, type Mounted } from "../server";
import { concretePath, drawApplication } from "./application";

const dice = new Dice(Number(process.env.SEED ?? 20261122));

type Granted = Readonly<Record<string, string>>;

interface Application {
  readonly text: string;
  readonly least: Granted;
  /** Runs under the least set, and under every one that lacks a permission or a level of it. */
  readonly runs: { readonly granted: Granted; readonly mounted: Mounted }[];
}

const { permissions } = builtinContract;
/** Endpoints of which a concrete path tells which one it is: the command says of others that they are not clear. */
const [firstEntry, ...otherEntries] = permissions.filter(
  (entry) => findEndpoints(builtinContract, entry.method, concretePath(entry.path, new Dice(1)), {}).listed,
);
if (firstEntry === undefined) throw new Error("no endpoint is listed");
/** Each is run under half a dozen sets of permissions. */
const texts = partOf(
  Array.from({ length: 300 }, () => drawApplication(dice, [firstEntry, ...otherEntries])),
  1 / 3,
);
const folder = mkdtempSync(join(tmpdir(), "restraint-permissions-"));
const applications: Application[] = [];
let server: ReferenceServer;

/** What the command prints for each file alone, by the functions of which it is made. */
function leastSets(): Granted[] {
  const names = texts.map((_, index) => `${String(index).padStart(3, "0")}.mjs`);
  for (const [index, text] of texts.entries()) writeFileSync(join(folder, names[index] ?? ""), text);
  writeFileSync(join(folder, "restraint.config.yaml"), 'service: { baseUrls: ["${process.env.BASE_URL}"] }\n');
  const found = new Map<string, Granted>();
  const { troubles } = analyseFiles(["."], { cwd: folder, types: false }, (file) => {
    const collected = newCollection();
    collect(file, collected);
    expect([collected.unknown, collected.unclear, collected.unlisted], file.analysis.text).toEqual([[], [], []]);
    const needs = findLeastSet(permissions, withoutRepeats(collected.uses));
    found.set(file.name, Object.fromEntries(needs.map((need) => [`${need.scope}.${need.category}`, need.access])));
  });
  expect(troubles).toEqual([]);
  return names.map((name) => found.get(name) ?? {});
}

/** Every set that has one permission less, or one a level lower. */
function weaker(least: Granted): Granted[] {
  return Object.entries(least).flatMap(([name, level]) => {
    const others = Object.fromEntries(Object.entries(least).filter(([each]) => each !== name));
    const lower = accessLevels[accessLevels.findIndex((each) => each === level) - 1];
    return lower === undefined ? [others] : [others, { ...least, [name]: lower }];
  });
}

beforeAll(async () => {
  server = await ReferenceServer.start();
  for (const [index, least] of leastSets().entries()) {
    const runs = [least, ...weaker(least)].map((granted, run) => {
      const mounted = server.mount(`${index}-${run}`, { resources: {}, anything: true, marked: "listed", granted });
      return { granted, mounted };
    });
    applications.push({ text: texts[index] ?? "", least, runs });
  }
  await runPrograms(
    applications.flatMap(({ text, runs }, index) =>
      runs.map(({ mounted }, run) => ({ name: `${index}-${run}`, text, isJavaScript: true, url: mounted.url })),
    ),
  );
}, 600_000);

afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

function refused({ mounted }: Application["runs"][number]): readonly string[] {
  return mounted.answered.filter(({ status }) => status === 403).map(({ method, path }) => `${method} ${path}`);
}

describe(`${texts.length} applications`, () => {
  test("the draw covers every category and level of the map", () => {
    const needed = new Set(
      applications.flatMap(({ least }) => Object.entries(least).map(([name, level]) => `${name} ${level}`)),
    );
    expect(needed.size, [...needed].join()).toBeGreaterThanOrEqual(20);
    expect(applications.reduce((sum, { runs }) => sum + runs.length, 0)).toBeGreaterThan(5 * texts.length);
  });

  test("the least set is enough: every request is answered", () => {
    for (const { runs, text } of applications) {
      const [first] = runs;
      expect(first?.mounted.answered.length, text).toBeGreaterThan(0);
      expect(
        first?.mounted.answered.filter(({ status }) => status !== 200),
        text,
      ).toEqual([]);
    }
  });

  test("any permission less, or write lowered to read, is refused", () => {
    const superfluous = applications.flatMap(({ runs, least, text }) =>
      runs.slice(1).flatMap((run) => (refused(run).length > 0 ? [] : [{ least, granted: run.granted, text }])),
    );
    expect(superfluous).toEqual([]);
  });

  test("the command itself prints these sets", () => {
    for (const index of [0, 1]) {
      const { stdout } = runProgram(folder, [
        "permissions",
        `${String(index).padStart(3, "0")}.mjs`,
        "--format",
        "yaml",
      ]);
      const { permissions: printed } = parse(stdout) as { permissions: Record<string, Record<string, string>> };
      const flat = Object.entries(printed).flatMap(([scope, own]) =>
        Object.entries(own).map(([category, level]) => [`${scope}.${category}`, level]),
      );
      expect(Object.fromEntries(flat)).toEqual(applications[index]?.least);
    }
  });
});
