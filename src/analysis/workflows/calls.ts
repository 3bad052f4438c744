import routes from "../../request/clients/api/octokit-routes.json";
import { knownCommands, type Needs } from "./actions";
import type { Range } from "../../text/range";

/** A request in the text of a step. */
export interface StepCall {
  /** The name of the sender in messages and listings. */
  readonly client: string;
  /** Upper case. */
  readonly method: string;
  /** Path below the service's base, with unknown parts in braces. */
  readonly path: string;
  /** Alternative permissions, if documented. */
  readonly needs?: Needs;
  /** Range in the file. */
  readonly range: Range;
}

const word = String.raw`(?<![\w$.])github`;
const method = String.raw`\.(?:rest\.)?(\w+)\.(\w+)`;
const route = String.raw`(["'\x60])((?:[A-Z]+ +)?\/[^"'\x60\n]*)`;

/**
 * Strings and comments are matched too, so that no call inside them counts. Unterminated ones match the rest of the
 * text, so that no part is scanned twice.
 */
const token = new RegExp(
  [
    String.raw`\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)`,
    String.raw`${word}\.(?:request|paginate(?:\.iterator)?)\s*\(\s*${route}\3`.replace(String.raw`\3`, String.raw`\1`),
    String.raw`${word}\.paginate(?:\.iterator)?\s*\(\s*github${method}`,
    String.raw`${word}${method}\s*\(`,
    String.raw`'(?:\\.|[^'\\\n])*'?|"(?:\\.|[^"\\\n])*"?|\x60(?:\\.|[^\x60\\])*\x60?`,
  ].join("|"),
  "g",
);

/** Matches a script that rebinds `github`. */
const renames = /\bgithub\s*=(?![=>])|\bgithub\s*:|[({,]\s*github\s*[,)}]\s*=>/u;

/**
 * Finds the calls of `github` in a script of actions/github-script.
 *
 * @param range of the script in the file's text.
 */
export function findScriptCalls(text: string, { start, end }: Range): readonly StepCall[] {
  const script = text.slice(start, end);
  if (renames.test(script)) return [];
  const calls: StepCall[] = [];
  for (const match of script.matchAll(token)) {
    const [whole, , written, scopeOfPages, nameOfPages, scope = scopeOfPages, name = nameOfPages] = match;
    const known = written ?? routeOf(scope, name);
    if (known === undefined) continue;
    const { verb, path } = split(known);
    const range = { start: start + match.index, end: start + match.index + whole.replace(/\s*\($/u, "").length };
    calls.push({ client: "actions/github-script", method: verb, path: withHoles(path), range });
  }
  return calls;
}

function routeOf(scope: string | undefined, name: string | undefined): string | undefined {
  if (scope === undefined || name === undefined || !Object.hasOwn(routes, scope)) return undefined;
  const methods = (routes as unknown as Record<string, Record<string, string | [string, string]>>)[scope] ?? {};
  const entry = Object.hasOwn(methods, name) ? methods[name] : undefined;
  return typeof entry === "string" ? entry : entry?.[0];
}

function split(known: string): { readonly verb: string; readonly path: string } {
  const [, verb = "GET", path = "/"] = /^(?:([A-Z]+) +)?(\/\S*)/u.exec(known) ?? [];
  return { verb, path };
}

const ownRepository = /\$\{\{\s*github\.repository\s*\}\}|\$\{?GITHUB_REPOSITORY\b\}?/gu;

/** Replaces expressions and template values by holes, and removes the query. */
function withHoles(path: string): string {
  return path
    .replace(ownRepository, "{owner}/{repo}")
    .replace(/\$\{\{.*?\}\}|\$\{[^}]*\}|\$\([^)]*\)|\$\w+/gu, "{value}")
    .replace(/\?.*$/u, "")
    .replace(/:(\w+)/gu, "{$1}");
}

/** Limit in UTF-16 units; longer calls do not occur. */
const longestCall = 2_000;

const ghApi = /(?<![\w./-])gh +api\b((?:"(?:\\.|[^"\\])*"|'[^']*'|\\\n|\\.|[^\n\\|;&"'])*)/gu;
const ghCommand = /(?<![\w./-])gh +((?:pr|issue|release) +[a-z]+)\b/gu;
const words = /(?:"(?:\\.|[^"\\])*"|'[^']*'|\$\{\{.*?\}\}|\$\([^)]*\)|[^\s"'])+/gu;
/** Flags with a value, and the meaning of the value. */
const flags: Readonly<Record<string, "method" | "field" | "other">> = {
  "-X": "method",
  "--method": "method",
  ...Object.fromEntries(["-f", "--raw-field", "-F", "--field", "--input"].map((flag) => [flag, "field"])),
  ...Object.fromEntries(
    ["-H", "--header", "-q", "--jq", "-t", "--template", "-p", "--preview", "--cache", "--hostname"].map((flag) => [
      flag,
      "other",
    ]),
  ),
};

/**
 * Finds the calls of `gh` in a shell script.
 *
 * @param range of the script in the file's text.
 */
export function findShellCalls(text: string, { start, end }: Range): readonly StepCall[] {
  const script = text.slice(start, end);
  const comments = commentsIn(script);
  const isComment = (at: number): boolean => comments[at] === 1;
  const commands = [...script.matchAll(ghCommand)].flatMap((match): StepCall[] => {
    const [whole, name = ""] = match;
    const known = knownCommands[name.replaceAll(/ +/gu, " ")];
    const at = start + match.index;
    if (!known || isComment(match.index)) return [];
    return [
      {
        client: "gh",
        method: "POST",
        path: "/graphql",
        needs: known.needs,
        range: { start: at, end: at + whole.length },
      },
    ];
  });
  const requests = [...script.matchAll(ghApi)].flatMap((match): StepCall[] => {
    const isCall = !isComment(match.index) && match[0].length <= longestCall;
    const call = isCall ? readArguments(match[1] ?? "") : undefined;
    if (!call) return [];
    const at = start + match.index;
    const [line = ""] = match[0].split(/\s*\\?\n/u);
    return [{ client: "gh api", ...call, range: { start: at, end: at + line.trimEnd().length } }];
  });
  return [...requests, ...commands];
}

/**
 * @returns for each character of a shell script 1 if it is in a comment, otherwise 0. A `#` inside a string counts as
 * the start of a comment.
 */
function commentsIn(script: string): Uint8Array {
  const found = new Uint8Array(script.length);
  for (const { index, 0: comment } of script.matchAll(/#[^\n]*/gu)) found.fill(1, index, index + comment.length);
  return found;
}

/** @returns `undefined` if the path is not known or is that of a GraphQL query. */
function readArguments(line: string): Pick<StepCall, "method" | "path"> | undefined {
  const given = (line.replaceAll("\\\n", " ").match(words) ?? []).map((each) => each.replace(/^["']|["']$/gu, ""));
  const { path, method } = sort(given);
  if (path === undefined || /^(?:graphql$|\$|https?:)/u.test(path) || !/^[A-Za-z]+$/u.test(method)) return undefined;
  return { method: method.toUpperCase(), path: withHoles(path.startsWith("/") ? path : `/${path}`) };
}

/** Finds the path and method of a call. Fields imply POST if no method is given. */
function sort(given: readonly string[]): { readonly path?: string; readonly method: string } {
  const found: { path?: string; method?: string; field?: string; other?: string } = {};
  for (let index = 0; index < given.length; index += 1) {
    const each = given[index] ?? "";
    const [flag = "", attached] = each.startsWith("--") ? each.split(/=(.*)/su) : [each];
    const kind = Object.hasOwn(flags, flag) ? flags[flag] : undefined;
    if (kind) found[kind] = attached ?? given[(index += 1)] ?? "";
    else if (!each.startsWith("-")) found.path ??= each;
  }
  const method = found.method ?? (found.field === undefined ? "GET" : "POST");
  return { ...(found.path !== undefined && { path: found.path }), method };
}
