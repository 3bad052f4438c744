import ts from "typescript";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { rules } from "../../../rules/index";
import { analyseCode } from "../../../src/analysis/code";
import { runRules } from "../../../src/rule/run";
import { projectOf, typedSources, type TypedSource } from "../../harness/check";
import { reasons } from "../campaign/reasons";
import { whatWentWrong } from "../outcome";
import { runPrograms } from "../run-programs";
import { readHead, type CaseHead } from "../seed";
import { ReferenceServer, type Mounted } from "../server";
import { readTrickyPrograms, type TrickyProgram } from "./programs";

const project = projectOf(
  '{service: {baseUrls: ["${process.env.BASE_URL}"], conventions: [all], etags: ["/products/{id}"]}, tokens: {UAT: [process.env.TOKEN], IAT: [process.env.INSTALLATION_TOKEN]}}',
);

interface Trial extends TrickyProgram {
  readonly name: string;
  readonly head: CaseHead;
  readonly mounted: Mounted;
}

/** The rules that check what a request does to the service. Those that check a program's own use of an answer show in what the program says of it. */
const own = ["no-unselected-access", "require-page-token"];
const checkedRules = rules.filter(({ id }) => id in reasons || own.includes(id));

/** What code that the analysis does not see does: programs import it as `./helpers.mjs`. */
const helpers = `
export const union = (one, other) => [...new Set([...one, ...other])];
export const merge = (...all) => Object.assign({}, ...all);
export const omit = (value, ...keys) => Object.fromEntries(Object.entries(value).filter(([key]) => !keys.includes(key)));
export const pick = (value, ...keys) => Object.fromEntries(Object.entries(value).filter(([key]) => keys.includes(key)));
export const same = (value) => value;
`;

let server: ReferenceServer;
let errors: ReadonlyMap<string, string | undefined> = new Map();
let typed: ReadonlyMap<string, TypedSource> = new Map();
const trials: Trial[] = [];
const programs = readTrickyPrograms();

/** @returns the rules that report something, of those that are checked. */
function reportedIn({ text, typed: isTyped, name }: Trial): readonly string[] {
  const source = isTyped ? typed.get(pathOf(name)) : undefined;
  const sourceFile = source?.sourceFile ?? ts.createSourceFile("p.mjs", text, ts.ScriptTarget.Latest, true);
  const analysis = analyseCode({ ts, sourceFile, checker: source?.checker, ...project });
  const selections = checkedRules.map((rule) => ({ rule, severity: rule.docs.severity, options: {} }));
  const { findings, failures } = runRules(analysis, selections, project);
  if (failures[0]) throw failures[0].error;
  return [...new Set(findings.map((finding) => finding.rule))].sort();
}

function pathOf(name: string): string {
  return `/${name.replace(/\W+/gu, "-")}.ts`;
}

/** What became of a program: what the service did, or what the program itself says that it has lost. */
function outcomeOf(trial: Trial): string | undefined {
  const lost = errors.get(trial.name);
  return lost?.startsWith("lost") ? lost : whatWentWrong(trial.mounted, trial.head);
}

beforeAll(async () => {
  server = await ReferenceServer.start();
  for (const [index, program] of programs.entries()) {
    const head = readHead(program.text);
    const mounted = server.mount(`tricky-${index}`, head.seed);
    trials.push({ ...program, name: `${program.rule}: ${program.kind}: ${program.title}`, head, mounted });
  }
  errors = await runPrograms(
    trials.map(({ name, text, typed: isTyped, mounted }) => ({
      ...{ name, text, url: mounted.url, modules: { "helpers.mjs": helpers } },
      isJavaScript: !isTyped,
    })),
  );
  typed = typedSources(
    trials
      .filter((each) => each.typed)
      .map(({ name, text }) => ({ path: pathOf(name), text, extension: "ts" }) as never),
  );
}, 120_000);

afterAll(() => server.stop());

const ofRules = [...new Set(programs.map(({ rule }) => rule))];

describe.each(ofRules)("%s", (rule) => {
  const ofKind = (kind: Trial["kind"]): readonly Trial[] =>
    trials.filter((trial) => trial.rule === rule && trial.kind === kind);

  test("is tried by a dozen of each", () => {
    expect(Math.min(ofKind("correct").length, ofKind("incorrect").length)).toBeGreaterThanOrEqual(12);
  });

  test("is silent where the service serves", () => {
    const alarms = ofKind("correct").flatMap((trial) => {
      const outcome = outcomeOf(trial) ?? errors.get(trial.name);
      const reported = reportedIn(trial);
      const unreached = trial.mounted.answered.length === 0 ? "the service was not reached" : undefined;
      const wrong = [outcome, unreached, ...reported].filter((each) => each !== undefined);
      return wrong.length > 0 ? [`${trial.title}: ${wrong.join(", ")}`] : [];
    });
    expect(alarms).toEqual([]);
  });

  test("reports what the service refuses or damages", () => {
    const misses = ofKind("incorrect").flatMap((trial) => {
      const outcome = outcomeOf(trial);
      const reported = reportedIn(trial);
      const reason = own.includes(rule) ? /^lost/u : reasons[rule];
      const wrong = [
        ...(reported.includes(rule) ? [] : ["is not reported"]),
        ...reported.filter((id) => id !== rule),
        ...(outcome !== undefined && reason?.test(outcome)
          ? []
          : [outcome ?? `served as meant (${errors.get(trial.name) ?? "no error"})`]),
      ];
      return wrong.length > 0 ? [`${trial.title}: ${wrong.join(", ")}`] : [];
    });
    expect(misses).toEqual([]);
  });
});
