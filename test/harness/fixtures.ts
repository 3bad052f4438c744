import { cpSync, existsSync, readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { stripByteOrderMark } from "../../src/text/lines";
import { readMarkers, type ExpectedFinding } from "./markers";

/** The package's folder. */
export const root = join(__dirname, "../..");

/** One case of a rule: a file of `fixtures/rules/<rule>/`. */
export interface Fixture extends Source {
  readonly rule: string;
  /** `incorrect-literal.ts`. */
  readonly name: string;
  readonly kind: "incorrect" | "correct";
  /** In order of position. */
  readonly expected: readonly ExpectedFinding[];
  /** The text after all automatic fixes together, without byte-order mark. */
  readonly fixed: string | undefined;
  /** The text after each suggestion of the first finding. */
  readonly suggestions: readonly string[];
  /**
   * The reference service's response in its own words: `served` as the author meant, `refused: …`, or `damaged: …`
   * without an error. Absent: the case is not sent to the service.
   */
  readonly answer: string | undefined;
}

/** A text to check, with the settings in its first lines. */
export interface Source {
  /** Absolute. */
  readonly path: string;
  /** `ts`, `tsx`, `js`, `mjs`, `jsx`, `vue`, `svelte`, `yaml`, `json`. */
  readonly extension: string;
  /** Without marker lines and byte-order mark. */
  readonly text: string;
  /** Whether the file begins with a byte-order mark; hosts that read files should get one. */
  readonly marked: boolean;
  /** `// options: {json}` */
  readonly options: Readonly<Record<string, unknown>>;
  /**
   * `// configuration: {yaml}`; absent: a project without configuration. May name the files of `fixtures/contracts` as
   * its own.
   */
  readonly configuration: string | undefined;
  /** `// types: required`: without type information the findings differ. */
  readonly needsTypes: boolean;
}

const header =
  /^[^\S\n]*(?:\/\/|#|<!--)[^\S\n]*(options|configuration|types):[^\S\n]*(.*?)[^\S\n]*(?:-->)?[^\S\n]*\r?$/gmu;

/** @returns the settings in a text's head lines. They are removed from JSON, which has no comments. */
export function readSource(path: string, raw: string): Source {
  const extension = extname(path).slice(1);
  const { text, marked } = stripByteOrderMark(raw);
  const settings = new Map([...text.matchAll(header)].map((found) => [found[1], found[2] ?? ""]));
  return {
    path,
    extension,
    text: extension === "json" ? text.replace(header, "").replace(/^(?:\r?\n)+/u, "") : text,
    marked,
    options: JSON.parse(settings.get("options") ?? "{}") as Record<string, unknown>,
    configuration: settings.get("configuration"),
    needsTypes: settings.get("types") === "required",
  };
}

/** @returns all cases of all rules, sorted by name. */
export function readFixtures(): readonly Fixture[] {
  return fixtureFolders().flatMap((rule) => {
    const folder = join(root, "fixtures/rules", rule);
    const cases = readdirSync(folder).filter((name) => /^(?:in)?correct-[^.]+\.\w+$/u.test(name));
    return cases.sort().map((name) => readFixture(rule, name));
  });
}

/** @returns the rules that have a fixture folder. */
export function fixtureFolders(): readonly string[] {
  const folder = join(root, "fixtures/rules");
  return existsSync(folder) ? readdirSync(folder).sort() : [];
}

/** Copies the contracts that configurations of fixtures name to the configuration's folder. */
export function copyContracts(folder: string): void {
  cpSync(join(root, "fixtures/contracts"), folder, { recursive: true });
}

function readFixture(rule: string, name: string): Fixture {
  const path = join(root, "fixtures/rules", rule, name);
  const raw = stripByteOrderMark(readFileSync(path, "utf8"));
  const extension = extname(name);
  const stem = path.slice(0, -extension.length);
  const { text, expected, answer } = readMarkers(raw.text, /\.(?:yaml|yml|json)$/u.test(name) ? "data" : "code");
  const suggestions: string[] = [];
  for (let index = 1; ; index += 1) {
    const suggestion = readOutput(`${stem}.suggestion-${index}${extension}`);
    if (suggestion === undefined) break;
    suggestions.push(suggestion);
  }
  return {
    ...readSource(path, text),
    marked: raw.marked,
    rule,
    name,
    kind: name.startsWith("incorrect") ? "incorrect" : "correct",
    expected: [...expected].sort((a, b) => a.range.start - b.range.start || a.range.end - b.range.end),
    fixed: readOutput(`${stem}.fixed${extension}`),
    suggestions,
    answer,
  };
}

function readOutput(path: string): string | undefined {
  return existsSync(path) ? readSource(path, readFileSync(path, "utf8")).text : undefined;
}
