import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join, normalize } from "node:path";
import { Command } from "commander";
import { globSync } from "tinyglobby";
import { rules } from "../../rules";
import { clients } from "../../src/request/clients";
import plugin from "../../src/hosts/eslint/plugin";
import { root } from "../harness/fixtures";

/** A piece of code of a page: a span, or a line of a block. */
interface Code {
  readonly text: string;
  readonly line: number;
  readonly isBlock: boolean;
}

/** What a page says that can be held against the repository. */
export interface Page {
  readonly name: string;
  readonly text: string;
  readonly code: readonly Code[];
}

interface CommandModule {
  register(program: Command): void;
}

/** @returns what a page says that is not so. */
export type Statement = (page: Page) => readonly string[];

const ignored = ["**/node_modules/**", "**/dist/**"];
const read = (path: string): string => readFileSync(join(root, path), "utf8");

/** @returns a page, from its text. */
export function pageOf(name: string, text = read(name)): Page {
  let isFenced = false;
  const code = text.split("\n").flatMap((each, index): Code[] => {
    const line = index + 1;
    if (/^\s*```/u.test(each)) {
      isFenced = !isFenced;
      return [];
    }
    if (isFenced || /^ {4}\S/u.test(each)) return [{ text: each, line, isBlock: true }];
    return [...each.matchAll(/`([^`]+)`/gu)].map(([, span = ""]) => ({ text: span, line, isBlock: false }));
  });
  return { name, text, code };
}

/** All pages, those of single rules among them. */
export const pages = [
  ...["README.md", "CONTRIBUTING.md", "SECURITY.md", "bench/README.md", "bench/gold-sources.md"],
  ...globSync(["docs/**/*.md", "editors/**/*.md", "site/*.md", "fixtures/**/README.md"], {
    cwd: root,
    ignore: ignored,
  }).sort(),
];

/** Pages for those who change the project: their code is the project's own, not an example. */
const inside = new Set(
  [
    ...["README", "CONTRIBUTING", "bench/README", "docs/architecture", "docs/engine", "docs/decisions"],
    ...["docs/adding-a-client", "docs/adding-a-rule", "docs/adding-a-service", "docs/debugging", "docs/precision"],
  ].map((name) => `${name}.md`),
);

const lineIn = ({ text }: Page, found: string): number => text.slice(0, text.indexOf(found)).split("\n").length;

/** A statement about pieces of code, each told with its line. */
const ofCode =
  (find: (code: Code, page: Page) => readonly string[]): Statement =>
  (page) =>
    page.code.flatMap((code) => find(code, page).map((name) => `${page.name}:${code.line} ${name}`));

/** Folders of the repository in which pages name files. Their own examples have others, such as `src/api.ts`. */
const own = readdirSync(join(root, "src"), { withFileTypes: true }).map(({ name }) => `src/${name}`);
const roots = [...own, "test", "rules", "bench", "fixtures", "schemas", "release", "docs", "editors", ".ci", ".github"];
const rooted = new RegExp(
  `(?<![\\w./-])(?:${roots.map((each) => each.replaceAll(".", "\\.")).join("|")})/[\\w./{},*-]+`,
  "gu",
);

/** What a page says will come to be, is built, or lies in another repository. */
const placeholders = /<|…|\/dist\/|^test\/(?:language|built-ins)\b/u;

function isThere(path: string): boolean {
  const plain = path.replace(/[.,]+$/u, "");
  if (/[*{}]/u.test(plain)) return globSync([plain, `${plain}/**`], { cwd: root, dot: true }).length > 0;
  return existsSync(join(root, plain));
}

/** `src/text/cycles.ts`: a file or folder by its whole path. */
const files = ofCode(({ text }) =>
  [...text.matchAll(rooted)].map(([path]) => path).filter((path) => !placeholders.test(text) && !isThere(path)),
);

const sources = globSync(
  ["{src,rules,test,bench,site,release,editors,fixtures}/**/*.{ts,mts,mjs,cjs,vue,json,tsv}", "*.*"],
  {
    cwd: root,
    ignore: ignored,
  },
).sort();
/** The ends of the paths of all sources and of their folders. */
const ends = new Set(
  sources
    .flatMap((path) => [path, dirname(path)])
    .flatMap((path) => path.split("/").map((_, index, parts) => parts.slice(index).join("/"))),
);

const folders = new Set(sources.flatMap((path) => path.split("/").slice(1, -1)));

/** `thunks.ts`, `syntax/bindings`: a source or a folder by the end of its path, in pages about sources. An example's files stand in another piece of code too. */
const shortPaths = ofCode(({ text, isBlock }, page) => {
  const isPath =
    /^[\w.-]+(?:\/[\w.-]+)*\.(?:ts|mts|mjs)$/u.test(text) ||
    (/^[\w-]+\/[\w/-]+$/u.test(text) && folders.has(text.split("/")[0] ?? ""));
  if (isBlock || !isPath || !inside.has(page.name) || ends.has(text)) return [];
  const stem = text.replace(/\.\w+$/u, "");
  const isExample = page.code.some(
    (code) => code.text !== text && new RegExp(`(?:^|/| )${stem}[."]`, "u").test(code.text),
  );
  return isExample ? [] : [text];
});

/** `[name](page.md#place)`: what a link within the repository leads to. */
const links: Statement = (page) =>
  [...page.text.matchAll(/\]\((?![a-z]+:)([^)#\s]*)(?:#([^)\s]*))?\)/gu)].flatMap(([link, path = "", place]) => {
    if (path.startsWith("/")) return [];
    const target = path === "" ? page.name : normalize(join(dirname(page.name), path));
    const tell = [`${page.name}:${lineIn(page, link)} ${link.slice(2, -1)}`];
    if (!existsSync(join(root, target))) return tell;
    return place === undefined || placesOf(target).has(decodeURIComponent(place)) ? [] : tell;
  });

/** @returns the places of a page that links may lead to, by its headings as GitHub names them. */
function placesOf(page: string): ReadonlySet<string> {
  return new Set(
    [...read(page).matchAll(/^#{1,6} (.*)$/gmu)].map(([, heading = ""]) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
        .replaceAll(/\s/gu, "-"),
    ),
  );
}

const scripts = (JSON.parse(read("package.json")) as { readonly scripts: object }).scripts;

/** `npm run NAME`. */
const npmScripts = ofCode(({ text }) =>
  [...text.matchAll(/\bnpm run (?:-s )?([\w:-]+)/gu)].map(([, name = ""]) => name).filter((name) => !(name in scripts)),
);

/** `npm run bench NAME`: a section of the measurements. */
const benchSections = ofCode(({ text }) =>
  [...text.matchAll(/\bnpm run bench ([a-z]+)\b/gu)]
    .map(([, name = ""]) => name)
    .filter((name) => !["", "/run"].some((end) => existsSync(join(root, `bench/${name}${end}.mjs`)))),
);

/** The program with all of its commands, as it is built. */
const program = new Command("restraint");
const load = createRequire(__filename);
for (const name of readdirSync(join(root, "src/hosts/cli/commands")).filter((each) => each !== "completion.ts"))
  (load(join(root, "dist/src/hosts/cli/commands", basename(name, ".ts"))) as CommandModule).register(program);

/** What the program has without a file for it. */
const outside = ["help", "completion"];
const called = /(?:^|npx |bin\/|[;&|(] ?)restraint (?<command>[a-z]+)\b(?<args>[^;&|\n]*)/gu;

/** `restraint NAME`. */
const commands = ofCode(({ text }) =>
  [...text.matchAll(called)]
    .map(({ groups }) => groups?.command ?? "")
    .filter((name) => !outside.includes(name) && !program.commands.some((command) => command.name() === name)),
);

const everywhere = ["--help", "--version"];
const withSubcommands = (command: Command): readonly Command[] => [
  command,
  ...command.commands.flatMap(withSubcommands),
];
const optionsOf = (command: Command): readonly string[] =>
  withSubcommands(command).flatMap(({ options }) => options.flatMap(({ long }) => (long ? [long] : [])));
const ownOptions = new Set([...everywhere, ...optionsOf(program)]);

/** Options of Node that pages name alone. */
const foreignOptions = new Set(["--max-old-space-size", "--cpu-prof"]);

/** `restraint check --NAME`, and `--NAME` alone. */
const options = ofCode(({ text }, page) => {
  const alone = /^--([a-z][a-z-]*)/u.exec(text);
  const isKnown = ([option, word = ""]: RegExpExecArray): boolean =>
    ownOptions.has(option) || foreignOptions.has(option) || (page.name.startsWith("bench/") && ownWords.has(word));
  const wrong = alone === null || isKnown(alone) ? [] : [alone[0]];
  return [
    ...wrong,
    ...[...text.matchAll(called)].flatMap(({ groups }) => {
      const command = program.commands.find((each) => each.name() === groups?.command);
      const known = command === undefined ? [...ownOptions] : [...everywhere, ...optionsOf(command)];
      return (groups?.args?.match(/(?<=\s)--[a-z][a-z-]*/gu) ?? []).filter((option) => !known.includes(option));
    }),
  ];
});

/** Rules and languages of the plugin: some tell of the configuration, and of what could not be checked. */
const ids = new Set([...Object.keys(plugin.rules), ...Object.keys(plugin.languages)]);

/** `restraint/NAME`, and a name of a rule's form. */
const ruleNames = ofCode(({ text, isBlock }) =>
  [
    ...[...text.matchAll(/(?<![\w./-])restraint\/([a-z][a-z-]+)/gu)].map(([, id = ""]) => id),
    ...(isBlock || !/^(?:no|require|valid|prefer)(?:-[a-z]+)+$/u.test(text) ? [] : [text]),
  ].filter((id) => !ids.has(id)),
);

const allText = sources
  .filter((path) =>
    /^(?:(?:src|rules|test(?!\/documentation)|bench|site)\/.*\.(?:ts|mts|mjs)|[\w.]*\.json)$/u.test(path),
  )
  .map(read)
  .join("\n");
const ownWords = new Set(allText.match(/[\w$]+/gu));

/** `FileCode`, `valueOf(value)`: a name of the code, in pages about sources. */
const names = ofCode(({ text, isBlock }, page) => {
  if (isBlock || !inside.has(page.name)) return [];
  const name = /^([\w$]+)(?:\([\w, ]*\))?$/u.exec(text)?.[1];
  return name === undefined || !/[a-z][A-Z]/u.test(name) || ownWords.has(name) ? [] : [name];
});

/** What pages count. A description has other kinds and rules than the repository: only what is said of this project counts. */
const counts: Readonly<Record<string, number>> = {
  rules: rules.length,
  clients: clients.length,
};

/** "34 rules": a number of something that can be counted. */
const numbers: Statement = (page) =>
  [...page.text.matchAll(/(?:\bits|\bthe|\ball|\bhas|\bof) (\d+) (rules|clients)\b/gu)].flatMap(
    ([text, number, what = ""]) =>
      Number(number) === counts[what] ? [] : [`${page.name}:${lineIn(page, text)} ${text}`],
  );

/** "24 (`rows`)": a bound with the name of its constant, or of its entry in a table of bounds. */
const bounds: Statement = (page) =>
  [...page.text.matchAll(/([\d,]+)(?: [a-z-]+)? \(`(\w+)`\)/gu)].flatMap(([text, number = "", name = ""]) => {
    const values = [...allText.matchAll(new RegExp(`\\b${name}(?: =|:) ([\\d_]+)`, "gu"))].map(([, value = ""]) =>
      value.replaceAll("_", ""),
    );
    return values.includes(number.replaceAll(",", "")) ? [] : [`${page.name}:${lineIn(page, text)} ${text}`];
  });

/** Each kind of statement that can be checked. */
export const statements: Readonly<Record<string, Statement>> = {
  files,
  shortPaths,
  links,
  npmScripts,
  benchSections,
  commands,
  options,
  ruleNames,
  names,
  numbers,
  bounds,
};
