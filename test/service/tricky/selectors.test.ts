import ts from "typescript";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { rules } from "../../../rules/index";
import { analyseCode } from "../../../src/analysis/code";
import { applyEdits } from "../../../src/rule/edits";
import type { Finding } from "../../../src/rule/finding";
import { runRules } from "../../../src/rule/run";
import { projectOf } from "../../harness/check";
import { runPrograms } from "../run-programs";
import { readHead } from "../seed";
import { ReferenceServer } from "../server";
import { readTrickyPrograms, type TrickyProgram } from "./programs";

/**
 * Rules that call a part of an answer superfluous. A program tells what it reads; what is reported is right if the program tells the same with
 * what the rule proposes, and what is not reported is right if it tells something else without any of the fields that it asks for.
 */
const project = projectOf('{service: {baseUrls: ["${process.env.BASE_URL}"], conventions: [all]}}');
const selections = rules
  .filter(({ id }) => ["no-unused-fields", "no-redundant-fields", "prefer-partial-response"].includes(id))
  .map((rule) => ({ rule, severity: rule.docs.severity, options: {} }));

/** What programs begin with when they run: the analysis sees `say` as a function that is declared elsewhere. */
const telling = "const said = []; const say = (...values) => said.push(...values);\n";
const told = '\nthrow new Error("said " + JSON.stringify(said));\n';
const helpers = "export const same = (value) => value;";

interface Trial extends TrickyProgram {
  readonly reported: readonly Finding[];
  /** Texts that should tell the same, for what is reported, or something else. */
  readonly variants: readonly string[];
}

function findingsIn(text: string): readonly Finding[] {
  const sourceFile = ts.createSourceFile("p.mjs", text, ts.ScriptTarget.Latest, true);
  const { findings, failures } = runRules(analyseCode({ ts, sourceFile, ...project }), selections, project);
  if (failures[0]) throw failures[0].error;
  return findings;
}

/** @returns the text with what the rule proposes, as often as it proposes something. */
function improved(text: string, rule: string): string {
  let current = text;
  for (let round = 0; round < 5; round++) {
    const proposed = findingsIn(current).find((each) => each.rule === rule)?.suggestions[0];
    if (!proposed) break;
    current = applyEdits(current, [proposed.edits]).text;
  }
  return current;
}

/** @returns the text without one of the fields that a selector written in it asks for, for each of them. */
function withoutEach(text: string): readonly string[] {
  return [...text.matchAll(/(?<=fields(?:=|: "))[\w/,()]+,[\w/,()]+/gu)].flatMap(({ 0: selector, index }) => {
    const parts = selector.split(/,(?![^(]*\))/u);
    if (parts.length < 2) return [];
    return parts.map((_, left) => {
      const others = parts.filter((__, at) => at !== left).join(",");
      return text.slice(0, index) + others + text.slice(index + selector.length);
    });
  });
}

let server: ReferenceServer;
let said: ReadonlyMap<string, string | undefined> = new Map();
const trials: Trial[] = readTrickyPrograms("selector-programs").map((program) => {
  const { text, kind, rule } = program;
  return {
    ...program,
    reported: findingsIn(text),
    variants: kind === "incorrect" ? [improved(text, rule)] : withoutEach(text),
  };
});

const nameOf = ({ rule, kind, title }: TrickyProgram, variant?: number): string =>
  [rule, kind, title, ...(variant === undefined ? [] : [variant])].join(": ");

beforeAll(async () => {
  server = await ReferenceServer.start();
  const { url } = server.mount("selectors", readHead("").seed);
  const run = (text: string): string =>
    text.replace(/\nexport \{\};\s*$/u, `${told}export {};\n`).replace(/^(?=const base)/mu, telling);
  const modules = { "helpers.mjs": helpers };
  said = await runPrograms(
    trials.flatMap((trial) => [
      { name: nameOf(trial), text: run(trial.text), url, modules },
      ...trial.variants.map((text, index) => ({ name: nameOf(trial, index), text: run(text), url, modules })),
    ]),
  );
}, 120_000);

afterAll(() => server.stop());

describe.each(selections.map(({ rule }) => rule.id))("%s", (rule) => {
  const ofKind = (kind: Trial["kind"]): readonly Trial[] =>
    trials.filter((trial) => trial.rule === rule && trial.kind === kind);
  const tells = (trial: Trial, variant?: number): string => said.get(nameOf(trial, variant)) ?? "nothing";

  test("is tried by a dozen of each", () => {
    expect(Math.min(ofKind("correct").length, ofKind("incorrect").length)).toBeGreaterThanOrEqual(12);
  });

  test("is silent where each field counts", () => {
    const wrong = ofKind("correct").flatMap((trial) => {
      const outcome = tells(trial);
      const same = trial.variants.filter((_, index) => tells(trial, index) === outcome);
      return [
        ...trial.reported.filter((each) => each.rule === rule).map(({ messageId }) => `reported: ${messageId}`),
        ...(/^said \[.+\]$/su.test(outcome) ? [] : [outcome]),
        ...same.map((text) => `tells the same: ${text}`),
      ].map((each) => `${trial.title}: ${each}`);
    });
    expect(wrong).toEqual([]);
  });

  test("reports what makes no difference", () => {
    const wrong = ofKind("incorrect").flatMap((trial) => {
      const outcome = tells(trial);
      return [
        ...(trial.reported.some((each) => each.rule === rule) ? [] : ["is not reported"]),
        ...(trial.variants[0] === trial.text ? ["nothing is proposed"] : []),
        ...(/^said \[.+\]$/su.test(outcome) ? [] : [outcome]),
        ...(tells(trial, 0) === outcome
          ? []
          : [`tells ${tells(trial, 0)}, not ${outcome}: ${trial.variants[0] ?? ""}`]),
      ].map((each) => `${trial.title}: ${each}`);
    });
    expect(wrong).toEqual([]);
  });
});
