import { readdirSync, symlinkSync, mkdirSync, mkdtempSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import ts from "typescript";
import { parse } from "yaml";
import { rules } from "../../rules/index";
import { applyDirectives } from "../../src/rule/directives";
import { applyEdits } from "../../src/rule/edits";
import type { Finding } from "../../src/rule/finding";
import { copyContracts, readFixtures, root, type Fixture } from "./fixtures";
import { writeFiles } from "./hosts/installed";
import { isManifest, check } from "./check";

/** A finding in a form that every host can show. */
export interface Seen {
  readonly rule: string;
  readonly start: number;
  readonly end: number;
  readonly message: string;
  /** The text after the automatic fix. */
  readonly fixed: string | undefined;
  /** The message of each suggestion, and the text after it. */
  readonly suggestions: readonly (readonly [string, string])[];
}

/** A fixture in its own folder, with a configuration that enables only its rule. */
export interface Case {
  readonly fixture: Fixture;
  readonly file: string;
}

/** A folder that contains every fixture. */
export interface EveryCase {
  readonly folder: string;
  readonly cases: readonly Case[];
  readonly program: ts.Program;
}

const compilerOptions = {
  target: "es2022",
  lib: ["es2023", "dom", "dom.iterable"],
  module: "esnext",
  moduleResolution: "bundler",
  moduleDetection: "force",
  jsx: "preserve",
  types: ["node"],
  strict: true,
  allowJs: true,
  noEmit: true,
  skipLibCheck: true,
};

/** Writes each fixture as a project of its own, below one tsconfig.json that loads the plugin under a name. */
export function writeEveryCase(plugin: string, fixtures = readFixtures()): EveryCase {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "restraint-cases-")));
  linkPackages(folder);
  const cases = fixtures.map((fixture, index): Case => {
    const place = join("cases", `${fixture.rule}-${index}`);
    const off = Object.fromEntries(rules.map(({ id }) => [id, "off"]));
    const facts = (parse(fixture.configuration ?? "{}") ?? {}) as object;
    const configuration = { ...facts, rules: { ...off, [fixture.rule]: ["error", fixture.options] } };
    writeFiles(folder, {
      [join(place, "restraint.config.json")]: JSON.stringify(configuration),
      [join(place, fixture.name)]: (fixture.marked ? "\uFEFF" : "") + fixture.text,
    });
    // A separate repository, so that one case's settings for all clients of its project affect no other case.
    mkdirSync(join(folder, place, ".git"));
    symlinkSync(join(folder, "node_modules"), join(folder, place, "node_modules"));
    if (fixture.configuration !== undefined) copyContracts(join(folder, place));
    return { fixture, file: join(folder, place, fixture.name) };
  });
  const configuration = { compilerOptions: { ...compilerOptions, plugins: [{ name: plugin }] }, include: ["cases"] };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(configuration));
  const { options } = ts.convertCompilerOptionsFromJson(compilerOptions, folder);
  const code = cases.filter(({ fixture }) => isCode(fixture)).map(({ file }) => file);
  return { folder, cases, program: ts.createProgram(code, options) };
}

/** @returns whether TypeScript reads the file. */
export function isCode(fixture: Fixture): boolean {
  return !isManifest(fixture) && fixture.extension !== "vue" && fixture.extension !== "svelte";
}

const checked = new Map<string, Seen[]>();

/** @returns the engine's findings in a case, with the types of a program, or by syntax. */
export function checkCase(item: Case, program?: ts.Program): readonly Seen[] {
  const key = `${program === undefined ? "untyped" : "typed"} ${item.file}`;
  const seen = checked.get(key) ?? checkAnew(item, program);
  checked.set(key, seen);
  return seen;
}

function checkAnew({ fixture, file }: Case, program?: ts.Program): Seen[] {
  const rule = rules.find(({ id }) => id === fixture.rule);
  if (rule === undefined) throw new Error(`no rule ${fixture.rule}`);
  const sourceFile = program?.getSourceFile(file);
  const typed = program && sourceFile && { sourceFile, checker: program.getTypeChecker() };
  const { analysis, findings } = check(rule, fixture, typed);
  return inOrder(applyDirectives(findings, analysis).findings.map((finding) => toSeen(finding, fixture.text)));
}

function toSeen(finding: Finding, text: string): Seen {
  return {
    rule: finding.rule,
    start: finding.range.start,
    end: finding.range.end,
    message: finding.message,
    fixed: finding.fix && applyEdits(text, [finding.fix]).text,
    suggestions: finding.suggestions.map(({ message, edits }) => [message, applyEdits(text, [edits]).text]),
  };
}

/** @returns the findings in an order that does not depend on the host. */
export function inOrder(seen: readonly Seen[]): Seen[] {
  return [...seen].sort((a, b) => a.start - b.start || a.end - b.end || (a.message < b.message ? -1 : 1));
}

/** The project has this package, and the packages that fixtures import. */
function linkPackages(folder: string): void {
  const packages = join(folder, "node_modules");
  mkdirSync(packages);
  const names = readdirSync(join(root, "node_modules")).filter((name) => !name.startsWith("."));
  for (const name of names) symlinkSync(join(root, "node_modules", name), join(packages, name));
  symlinkSync(root, join(packages, "eslint-plugin-restraint"));
}
