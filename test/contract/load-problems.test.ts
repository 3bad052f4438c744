import fc from "fast-check";
import { rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { loadProject } from "../../src/contract/configuration/load";
import { load, problems, repository, root, rules } from "./loading";
import { runsOf } from "../harness/runs";

afterAll(() => {
  rmSync(root, { recursive: true, force: true });
});

describe("what is wrong", () => {
  it.each<[what: string, text: string, expected: string[]]>([
    ["an unknown key", "ignored: [a]\n", ["1:1 error There is no key `ignored`. Did you mean `ignore`?"]],
    [
      "an unknown key far from all",
      "service:\n  zzz: 1\n",
      ["2:3 error There is no key `zzz`. Known: baseUrls, wrapped, etags, conventions."],
    ],
    [
      "an unknown rule",
      "rules:\n  no-unsed-fields: warn\n",
      ["2:3 error There is no rule `no-unsed-fields`. Did you mean `no-unused-fields`?"],
    ],
    [
      "a rule with ESLint's prefix",
      "rules:\n  restraint/no-unused-fields: warn\n",
      ["2:3 error There is no rule `restraint/no-unused-fields`. Leave the prefix out: `no-unused-fields`."],
    ],
    [
      "an unknown severity",
      "rules:\n  no-unused-fields: eror\n",
      ['2:21 error "eror" is not one of off, warn, error. Did you mean `error`?'],
    ],
    [
      "an unknown option",
      "rules:\n  require-if-match: [warn, {forse: report}]\n",
      ["2:29 error There is no option `forse`. Did you mean `force`?"],
    ],
    [
      "a wrong option",
      "rules:\n  require-if-match: [warn, {force: never}]\n",
      ['2:36 error "never" is not one of allow, report.'],
    ],
    ["a wrong type", "ignore: legacy\n", ['1:9 error `ignore` must be a list, not "legacy".']],
    ["a wrong type in a list", "ignore: [a, 1]\n", ["1:13 error An entry of `ignore` must be a text, not 1."]],
    ["a missing key", "clients:\n  - path: 0\n", ["2:5 error `call` is missing; add it."]],
    ["no mapping", "- a\n", ['1:1 error The configuration must be a mapping, not ["a"].']],
    [
      "a duplicate key",
      "ignore: [a]\npreset: strict\nignore: [b]\n",
      ["3:1 error `ignore` is there twice; leave one."],
    ],
    [
      "two documents",
      "preset: strict\n---\npreset: strict\n",
      ["2:1 error The file holds more than one document; leave one."],
    ],
    [
      "an unknown token type",
      "tokens:\n  UATS: [a]\n",
      ["2:3 error There is no token type `UATS`. Did you mean `UAT`?"],
    ],
    [
      "an unknown default token",
      "tokens:\n  default: user\n",
      ["2:12 error There is no token type `user`. Known: UAT, IAT."],
    ],
    [
      "an unknown token type of files",
      "tokens:\n  files:\n    src/worker.ts: IATS\n",
      ["3:20 error There is no token type `IATS`. Did you mean `IAT`?"],
    ],
    [
      "a list where the type of files is due",
      "tokens:\n  files: [src/worker.ts]\n",
      ['2:10 error `files` must be a mapping, not ["src/worker.ts"].'],
    ],
    [
      "a token of two types",
      "tokens:\n  UAT: [a, b]\n  IAT: [b]\n",
      ["3:9 error `b` is listed as UAT already; leave it at one type."],
    ],
    ["an unknown group", "groups:\n  c: {name: x.dev}\n", ["2:3 error There is no group `c`. Known: a, b."]],
    [
      "an unknown level",
      "permissions:\n  repository: {issues: wrte}\n",
      ["2:24 error There is no access level `wrte`. Did you mean `write`?"],
    ],
    [
      "a near miss of a category",
      "permissions:\n  repository: {content: read}\n",
      ["2:16 warn The contract has no category `content`. Did you mean `contents`?"],
    ],
    [
      "a near miss of a scope",
      "permissions:\n  organisation: {}\n",
      ["2:3 warn The contract has no scope `organisation`. Did you mean `organization`?"],
    ],
    [
      "an alias of nothing",
      "aliases: {automations: actions}\n",
      ["1:11 warn No path of the contract has the segment `automations`. Did you mean `automation`?"],
    ],
    [
      "a base URL without scheme",
      "service: {baseUrls: [api.example.com]}\n",
      ["1:22 error `api.example.com` is no base URL; begin it with https://, with / or with ${…}."],
    ],
    [
      "an expression that is none",
      'service: {baseUrls: ["${f()}"]}\n',
      ["1:22 error `${…}` must hold a dotted expression: ${process.env.API_URL}."],
    ],
    [
      "a missing contract",
      "contract: [gone.yaml]\n",
      [
        "1:12 error The contract file `gone.yaml` cannot be read: there is no such file. Make it with `restraint import`, or remove the line.",
      ],
    ],
    [
      "a wrong argument",
      "clients:\n  - {call: f, path: first}\n",
      ['2:21 error "first" does not fit. The argument that is the path, counted from 0, or a member of one: 2.path.'],
    ],
  ])("%s", (_what, text, expected) => {
    expect(problems(load(text))).toEqual(expected);
  });

  it("names the place of malformed YAML", () => {
    const [problem, ...others] = load("service:\n  baseUrls: [a\npreset: strict\n").problems;
    expect(problem).toMatchObject({ severity: "error", line: 3 });
    expect(problem?.message).toMatch(/^This is not valid YAML: /);
    expect(others.length).toBeLessThan(3);
  });

  it("leaves out what is wrong and keeps the rest", () => {
    const project = load(
      "service: {wrapped: maybe}\nrules: {no-unused-fields: off, require-if-match: never}\nignore: [a]\nzzz: 1\n",
    );
    expect(project.problems).toHaveLength(3);
    expect(project.facts.service).toBeUndefined();
    expect(project.rules).toEqual({ "no-unused-fields": { severity: "off", options: {} } });
    expect(project.ignore).toEqual(["a"]);
  });

  it("does not check rules that it is not told of", () => {
    const folder = repository({ "restraint.config.yaml": "rules: {whatever: [warn, {a: 1}]}" });
    expect(loadProject(join(folder, "x.ts"))).toMatchObject({
      problems: [],
      rules: { whatever: { severity: "warn", options: { a: 1 } } },
    });
  });

  it("tells a folder from a file", () => {
    const folder = repository({ "restraint.config.yaml/x": "" });
    expect(problems(loadProject(join(folder, "x.ts"), rules))).toEqual(["1:1 error The file is a folder."]);
  });

  it("is not made to repeat itself without end", () => {
    const bomb = [
      "a0: &a0 [x, x, x, x, x, x, x, x]",
      ...Array.from({ length: 9 }, (_, index) => `a${index + 1}: &a${index + 1} [${`*a${index}, `.repeat(8)}]`),
    ].join("\n");
    expect(problems(load(bomb))[0]).toMatch(/^1:1 error This is not valid YAML/);
  });

  it("never throws, whatever the file holds", { tags: ["long"] }, () => {
    const folder = repository({});
    const file = join(folder, "restraint.config.yaml");
    let time = 0;
    const line = fc.tuple(
      fc.constantFrom("", "  ", "- "),
      fc.constantFrom("service", "rules", "tokens", "groups", "x", "ignore", "contract"),
      fc.constantFrom(": ", ":", " "),
      fc.oneof(
        fc.constantFrom("[a", "{}", "&a 1", "*a", "|", "!!js/function 'x'", "[1, 2]", "null", "{a: {b: c}}"),
        fc.string(),
      ),
    );
    fc.assert(
      fc.property(fc.array(line.map((parts) => parts.join(""))), (lines) => {
        writeFileSync(file, lines.join("\n"));
        utimesSync(file, time, time++);
        const project = loadProject(join(folder, "x.ts"), rules);
        for (const problem of project.problems) expect(problem.line).toBeGreaterThan(0);
      }),
      { numRuns: runsOf(300) },
    );
  });
});
