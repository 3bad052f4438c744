import ts from "typescript";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { rule as grantedPermission } from "../../../rules/permissions/granted-permission";
import { rule as knownEndpoint } from "../../../rules/permissions/known-endpoint";
import { analyseCode } from "../../../src/analysis/code";
import { applyEdits } from "../../../src/rule/edits";
import type { Finding } from "../../../src/rule/finding";
import { runRules } from "../../../src/rule/run";
import { projectOf } from "../../harness/check";
import { runPrograms } from "../run-programs";
import { ReferenceServer, type Mounted } from "../server";
import { readTrickyPrograms, type TrickyProgram } from "./programs";

/** What the application is granted, as the configuration and as the service has it. */
const project = projectOf(
  '{service: {baseUrls: ["${process.env.BASE_URL}"], conventions: [all]}, permissions: {repository: {contents: read, issues: write}, organization: {members: read}}}',
);
const granted = { "repository.contents": "read", "repository.issues": "write", "organization.members": "read" };

const selections = [grantedPermission, knownEndpoint].map((rule) => ({
  rule,
  severity: rule.docs.severity,
  options: rule.id === "known-endpoint" ? { permissionMap: true } : {},
}));

interface Trial extends TrickyProgram {
  readonly name: string;
  readonly reported: readonly Finding[];
  readonly mounted: Mounted;
  /** The program with the endpoint that the rule proposes, for an application to which nothing is granted: endpoints of the map refuse it. */
  readonly proposed: { readonly text: string; readonly mounted: Mounted };
}

function findingsIn(text: string): readonly Finding[] {
  const sourceFile = ts.createSourceFile("p.mjs", text, ts.ScriptTarget.Latest, true);
  const { findings, failures } = runRules(analyseCode({ ts, sourceFile, ...project }), selections, project);
  if (failures[0]) throw failures[0].error;
  return findings;
}

let server: ReferenceServer;
let errors: ReadonlyMap<string, string | undefined> = new Map();
const trials: Trial[] = [];

beforeAll(async () => {
  server = await ReferenceServer.start();
  for (const [index, program] of readTrickyPrograms("endpoint-programs").entries()) {
    const reported = findingsIn(program.text);
    const proposal = reported.find(({ rule }) => rule === program.rule)?.suggestions[0];
    const common = { resources: {}, anything: true, marked: "listed" } as const;
    trials.push({
      ...program,
      name: `${program.rule}: ${program.kind}: ${program.title}`,
      reported,
      mounted: server.mount(
        `endpoints-${index}`,
        program.rule === knownEndpoint.id ? { ...common, granted: {} } : { ...common, granted },
      ),
      proposed: {
        text: proposal ? applyEdits(program.text, [proposal.edits]).text : program.text,
        mounted: server.mount(`proposed-${index}`, { ...common, granted: {} }),
      },
    });
  }
  errors = await runPrograms(
    trials.flatMap(({ name, text, mounted, proposed }) => [
      { name, text, url: mounted.url },
      { name: `${name}, as proposed`, text: proposed.text, url: proposed.mounted.url },
    ]),
  );
}, 120_000);

afterAll(() => server.stop());

/** @returns what the service refuses for want of a permission. */
function refused({ answered }: Mounted): readonly string[] {
  return answered.filter(({ status }) => status === 403).map(({ method, path }) => `${method} ${path}`);
}

const ofKind = (rule: string, kind: Trial["kind"]): readonly Trial[] =>
  trials.filter((trial) => trial.rule === rule && trial.kind === kind);

test.each(selections.map(({ rule }) => rule.id))("%s is tried by a dozen of each", (rule) => {
  expect(Math.min(ofKind(rule, "correct").length, ofKind(rule, "incorrect").length)).toBeGreaterThanOrEqual(12);
});

describe("granted-permission", () => {
  test("is silent where the service answers", () => {
    const wrong = ofKind(grantedPermission.id, "correct").flatMap(({ name, title, mounted, reported }) =>
      [
        ...refused(mounted),
        ...(mounted.answered.length > 0 && errors.get(name) === undefined
          ? []
          : [errors.get(name) ?? "nothing was sent"]),
        ...reported.map(({ message }) => message),
      ].map((each) => `${title}: ${each}`),
    );
    expect(wrong).toEqual([]);
  });

  test("reports what the service refuses", () => {
    const wrong = ofKind(grantedPermission.id, "incorrect").flatMap(({ title, mounted, reported }) =>
      [
        ...(refused(mounted).length > 0 ? [] : ["is answered"]),
        ...(reported.some(({ rule }) => rule === grantedPermission.id) ? [] : ["is not reported"]),
        ...reported.filter(({ rule }) => rule !== grantedPermission.id).map(({ message }) => message),
      ].map((each) => `${title}: ${each}`),
    );
    expect(wrong).toEqual([]);
  });
});

describe("known-endpoint", () => {
  test("is silent on what is listed, and on what is like nothing that is listed", () => {
    const wrong = ofKind(knownEndpoint.id, "correct").flatMap(({ name, title, mounted, reported }) =>
      [
        ...(mounted.answered.length > 0 && errors.get(name) === undefined
          ? []
          : [errors.get(name) ?? "nothing was sent"]),
        ...reported.filter(({ rule }) => rule === knownEndpoint.id).map(({ message }) => message),
      ].map((each) => `${title}: ${each}`),
    );
    expect(wrong).toEqual([]);
  });

  test("reports what is not listed, and proposes what is", () => {
    const wrong = ofKind(knownEndpoint.id, "incorrect").flatMap(({ title, mounted, proposed, reported }) =>
      [
        ...(reported.some(({ rule }) => rule === knownEndpoint.id) ? [] : ["is not reported"]),
        ...refused(mounted).map((each) => `is listed: ${each}`),
        ...(refused(proposed.mounted).length > 0 ? [] : [`what is proposed is not listed: ${proposed.text}`]),
      ].map((each) => `${title}: ${each}`),
    );
    expect(wrong).toEqual([]);
  });
});
