import ts from "typescript";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { rules } from "../../../rules/index";
import { analyseCode } from "../../../src/analysis/code";
import { runRules } from "../../../src/rule/run";
import { projectOf } from "../../harness/check";
import { partOf } from "../../harness/runs";
import { whatWentWrong } from "../outcome";
import { reasons } from "./reasons";
import { runPrograms } from "../run-programs";
import { ReferenceServer, type Mounted } from "../server";
import { Dice, drawPlan, intentOf, seedOf, type Plan } from "./plan";
import { render } from "./render";

const count = 2000;
const dice = new Dice(20261121);
const plans = partOf(
  Array.from({ length: count }, () => drawPlan(dice)),
  1 / 4,
);

const project = projectOf(
  '{service: {baseUrls: ["${process.env.BASE_URL}"], conventions: [all], etags: ["/products/{id}"]}, tokens: {UAT: [process.env.TOKEN], IAT: [process.env.INSTALLATION_TOKEN]}}',
);

/** Rules about what a request does to the service; the others look at the program's own use of an answer, or at manifests. */
const checkedRules = rules.filter(({ id }) => id in reasons);

interface Trial {
  readonly plan: Plan;
  readonly text: string;
  /** Ids of the rules that report something. */
  readonly reported: readonly string[];
  mounted?: Mounted;
}

/** Why a rule and the service may differ on a program, and which programs those are. */
const exceptions: readonly { readonly reason: string; readonly matches: (plan: Plan) => boolean }[] = [
  {
    reason: "If-Match is there on some paths only: whether it is when the program runs, its source does not tell",
    matches: (plan) => plan.tag === "perhaps",
  },
  {
    reason:
      "an override of PATCH on a PATCH changes nothing, and is still a slip: the header is for networks that let no PATCH through",
    matches: (plan) => plan.verb === "override on PATCH",
  },
  {
    reason: "credentials may be set on the axios that the whole program shares, where the call does not show it",
    matches: (plan) => plan.client === "axios" && plan.authorization === "none",
  },
  {
    reason: "a whole resource under its own tag overwrites nothing, and is still more than what changes (4.3.1)",
    matches: (plan) => plan.body === "whole" && plan.tag === "read",
  },
];

const trials: Trial[] = [];
let server: ReferenceServer;

function check(text: string): readonly string[] {
  const sourceFile = ts.createSourceFile("program.mjs", text, ts.ScriptTarget.Latest, true, ts.ScriptKind.JS);
  const analysis = analyseCode({ ts, sourceFile, ...project });
  const selections = checkedRules.map((rule) => ({ rule, severity: rule.docs.severity, options: {} }));
  const { findings, failures } = runRules(analysis, selections, project);
  if (failures[0]) throw failures[0].error;
  return [...new Set(findings.map((finding) => finding.rule))].sort();
}

beforeAll(async () => {
  server = await ReferenceServer.start();
  for (const [index, plan] of plans.entries()) {
    const text = render(plan);
    trials.push({
      plan,
      text,
      reported: check(text),
      mounted: server.mount(`trial-${index}`, { resources: seedOf(plan) }),
    });
  }
  await runPrograms(
    trials.map(({ text, mounted }, index) => ({
      name: String(index),
      text,
      isJavaScript: true,
      url: mounted?.url ?? "",
    })),
  );
}, 600_000);

afterAll(async () => {
  await server.stop();
});

function outcomeOf({ plan, mounted }: Trial): string | undefined {
  return mounted && whatWentWrong(mounted, { intended: intentOf(plan), compressed: plan.compression !== "none" });
}

describe(`${plans.length} random programs`, () => {
  test("each reached the service", () => {
    expect(trials.filter(({ mounted }) => mounted?.answered.length === 0).map(({ text }) => text)).toEqual([]);
  });

  test("the rules report what the service refuses or damages, and nothing else", () => {
    const tally = new Map<string, number>();
    const add = (what: string): void => {
      tally.set(what, (tally.get(what) ?? 0) + 1);
    };
    const disagreements: string[] = [];
    for (const trial of trials) {
      const outcome = outcomeOf(trial);
      const agree = (outcome !== undefined) === trial.reported.length > 0;
      const exception = agree ? undefined : exceptions.find(({ matches }) => matches(trial.plan));
      if (agree) add(outcome === undefined ? "right, and served as meant" : "reported, and refused or damaged");
      else if (exception) add(`excepted: ${exception.reason}`);
      else
        disagreements.push(
          `${outcome ?? "served as meant"}\nreported: ${trial.reported.join(", ") || "nothing"}\n${trial.text}`,
        );
    }
    process.stdout.write(
      `\n${[...tally].map(([what, number]) => `${String(number).padStart(5)}  ${what}`).join("\n")}\n`,
    );
    expect(disagreements).toEqual([]);
    // A part of the programs need not have all that is rare.
    const unused = exceptions.filter(({ reason }) => !tally.has(`excepted: ${reason}`));
    if (plans.length === count) expect(unused).toEqual([]);
  });

  test("what a single rule reports is what goes wrong", () => {
    const others = trials.flatMap((trial) => {
      const [rule, ...more] = trial.reported;
      const outcome = outcomeOf(trial);
      if (exceptions.some(({ matches }) => matches(trial.plan))) return [];
      if (rule === undefined || more.length > 0 || outcome === undefined || reasons[rule]?.test(outcome)) return [];
      return [`${rule}: ${outcome}\n${trial.text}`];
    });
    expect(others).toEqual([]);
  });

  test("every rule has something to report", (context) => {
    context.skip(plans.length < count, "is asked of all programs, by `npm run campaign`");
    const reported = new Set(trials.flatMap((trial) => trial.reported));
    const silent = checkedRules.map(({ id }) => id).filter((id) => !reported.has(id));
    // Shapes come from types, which these programs do not have.
    expect(silent).toEqual(["complete-put", "no-required-null"]);
  });
});
