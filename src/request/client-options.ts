import type TS from "typescript";
import type { Range } from "../text/range";
import { findNear } from "../text/near";

/** A mistake in how a client is called: what is written there is not sent, or not where it belongs. */
export type Misuse = { readonly range: Range } & (
  | { readonly kind: "option"; readonly name: string; readonly instead: string }
  | { readonly kind: "extraArgument"; readonly callee: string }
  | { readonly kind: "optionsAsBody"; readonly callee: string; readonly name: string }
  | { readonly kind: "bodyAsOptions"; readonly callee: string; readonly names: string; readonly instead: string }
);

interface Table {
  /** Options by their right names: others that are one typo away are misspelt. */
  readonly takes: readonly string[];
  /** Names that other clients have for something, and what this one calls it. */
  readonly others: Readonly<Record<string, string>>;
}

const fetchOptions: Table = {
  takes: ["method", "headers", "body", "mode", "credentials", "cache", "redirect", "referrer", "signal", "keepalive"],
  others: {
    data: "`body: JSON.stringify(…)`",
    json: "`body: JSON.stringify(…)`",
    params: "a query in the URL",
    query: "a query in the URL",
    qs: "a query in the URL",
    form: "`body: new URLSearchParams(…)`",
    withCredentials: '`credentials: "include"`',
    header: "`headers`",
  },
};

/** Options that axios documents (github.com/axios/axios, "Request Config"). */
const axiosOptions: Table = {
  takes: [
    ...["url", "method", "baseURL", "allowAbsoluteUrls", "transformRequest", "transformResponse", "headers", "params"],
    ...["paramsSerializer", "data", "timeout", "timeoutErrorMessage", "withCredentials", "adapter", "auth"],
    ...["responseType", "responseEncoding", "xsrfCookieName", "xsrfHeaderName", "withXSRFToken", "onUploadProgress"],
    ...["onDownloadProgress", "maxContentLength", "maxBodyLength", "validateStatus", "maxRedirects", "beforeRedirect"],
    ...["socketPath", "transport", "httpAgent", "httpsAgent", "proxy", "cancelToken", "signal", "decompress"],
    ...[
      "insecureHTTPParser",
      "transitional",
      "env",
      "formSerializer",
      "formDataHeaders",
      "family",
      "lookup",
      "maxRate",
    ],
    ...["fetchOptions", "parseReviver", "httpVersion", "http2Options", "sensitiveHeaders"],
  ],
  others: {
    body: "`data`",
    json: "`data`",
    query: "`params`",
    qs: "`params`",
    header: "`headers`",
    config: "its members: `...config`",
    baseUrl: "`baseURL`",
    credentials: "`withCredentials: true`",
  },
};

const tables: Readonly<Record<string, Table>> = {
  fetch: fetchOptions,
  axios: axiosOptions,
  ky: {
    takes: ["method", "headers", "body", "json", "searchParams", "prefixUrl", "timeout", "hooks", "retry"],
    others: { data: "`json`", params: "`searchParams`", query: "`searchParams`", header: "`headers`" },
  },
  got: {
    takes: ["method", "headers", "body", "json", "form", "searchParams", "prefixUrl", "timeout", "hooks", "retry"],
    others: { data: "`json`", params: "`searchParams`", qs: "`searchParams`", header: "`headers`" },
  },
};

const withBody = new Set(["post", "put", "patch", "postForm", "putForm", "patchForm"]);
const withoutBody = new Set(["get", "delete", "head", "options"]);

/**
 * Finds what a call of a client gives it in the wrong place, by what is written at the call itself.
 *
 * @param isPlain no code of the program's own may make anything of options: no interceptor, and nothing out of sight.
 */
export function findMisuses(ts: typeof TS, node: TS.Node, client: string, isPlain: boolean): readonly Misuse[] {
  const table = Object.hasOwn(tables, client) ? tables[client] : undefined;
  if (!table || !ts.isCallExpression(node) || node.arguments.some((each) => ts.isSpreadElement(each))) return [];
  const call: Call = {
    callee: node.expression.getText(),
    verb: ts.isPropertyAccessExpression(node.expression) ? node.expression.name.text : "",
    given: node.arguments,
  };
  return client === "axios" ? axiosMisuses(ts, call, isPlain) : optionMisuses(ts, call.given[1], table);
}

interface Call {
  readonly callee: string;
  /** The name of the method; empty for the client itself. */
  readonly verb: string;
  readonly given: readonly TS.Expression[];
}

function axiosMisuses(ts: typeof TS, call: Call, isPlain: boolean): readonly Misuse[] {
  const { callee, verb, given } = call;
  const [first, second, third] = given;
  if (withBody.has(verb)) return third ? optionMisuses(ts, third, axiosOptions) : optionsAsBody(ts, second, callee);
  if (!withoutBody.has(verb)) return optionMisuses(ts, given.length === 1 ? first : second, axiosOptions);
  const extra: Misuse[] =
    third && second && !isNothing(ts, second) ? [{ kind: "extraArgument", callee, range: rangeOf(third) }] : [];
  const written = second && writtenObject(ts, second);
  const lost = isPlain && second && written ? lostBody(ts, written, call, rangeOf(second)) : [];
  return [...extra, ...(lost.length > 0 ? lost : optionMisuses(ts, second, axiosOptions))];
}

function optionMisuses(ts: typeof TS, options: TS.Expression | undefined, table: Table): readonly Misuse[] {
  return options && ts.isObjectLiteralExpression(options) ? wrongOptions(ts, options, table) : [];
}

function isNothing(ts: typeof TS, node: TS.Expression): boolean {
  return node.kind === ts.SyntaxKind.NullKeyword || (ts.isIdentifier(node) && node.text === "undefined");
}

function rangeOf(node: TS.Node): Range {
  return { start: node.getStart(), end: node.end };
}

/** @returns the members of an object that have a plain name. */
function membersOf(
  ts: typeof TS,
  object: TS.ObjectLiteralExpression,
): readonly (readonly [string, TS.ObjectLiteralElementLike])[] {
  return object.properties.flatMap((member) => {
    const { name } = member;
    return name && (ts.isIdentifier(name) || ts.isStringLiteralLike(name)) ? [[name.text, member] as const] : [];
  });
}

function wrongOptions(ts: typeof TS, options: TS.ObjectLiteralExpression, { takes, others }: Table): readonly Misuse[] {
  const members = membersOf(ts, options);
  const given = new Set(members.map(([name]) => name));
  return members.flatMap(([name, member]): Misuse[] => {
    if (takes.includes(name)) return [];
    const range = rangeOf(member.name ?? member);
    const known = Object.hasOwn(others, name) ? others[name] : undefined;
    if (known !== undefined) return [{ kind: "option", name, instead: known, range }];
    const [near, ...more] =
      name.length > 4
        ? findNear(
            name,
            takes.filter((each) => !given.has(each)),
          )
        : [];
    return near !== undefined && more.length === 0 ? [{ kind: "option", name, instead: `\`${near}\``, range }] : [];
  });
}

/** @returns the object that an expression is, or that a constant in the blocks around is made with. */
function writtenObject(ts: typeof TS, node: TS.Expression): TS.ObjectLiteralExpression | undefined {
  if (ts.isObjectLiteralExpression(node)) return node;
  if (!ts.isIdentifier(node)) return undefined;
  for (let around: TS.Node = node.parent; !ts.isSourceFile(around); around = around.parent) {
    // Parameters of the same name hide what stands outside.
    if (ts.isFunctionLike(around) && around.parameters.some(({ name }) => name.getText() === node.text))
      return undefined;
    if (!ts.isBlock(around)) continue;
    for (const statement of around.statements) {
      if (!ts.isVariableStatement(statement)) continue;
      const made = statement.declarationList.declarations.find(({ name }) => name.getText() === node.text);
      if (!made) continue;
      const isConstant = (statement.declarationList.flags & ts.NodeFlags.Const) !== 0;
      const { initializer } = made;
      return isConstant && initializer && ts.isObjectLiteralExpression(initializer) ? initializer : undefined;
    }
  }
  return undefined;
}

/** Header fields beside the fields of the body are sent as one of these. A method or a URL beside them makes the body the account of a request, for a proxy. */
function optionsAsBody(ts: typeof TS, data: TS.Expression | undefined, callee: string): readonly Misuse[] {
  if (!data || !ts.isObjectLiteralExpression(data)) return [];
  const members = membersOf(ts, data);
  if (members.some(([name]) => name === "method" || name === "url")) return [];
  return members.flatMap(([name, member]): Misuse[] => {
    const value = ts.isPropertyAssignment(member) ? member.initializer : undefined;
    if (name !== "headers" || !value || !ts.isObjectLiteralExpression(value)) return [];
    const names = membersOf(ts, value).map(([each]) => each.toLowerCase());
    const areFields = names.some((each) => /^(?:authorization|content-type|accept|if-match)$/u.test(each));
    return areFields ? [{ kind: "optionsAsBody", callee, name, range: rangeOf(member.name ?? member) }] : [];
  });
}

/** An object that has no option of axios at all is what somebody wants to send. A flag is hardly anything to be sent. */
function lostBody(
  ts: typeof TS,
  options: TS.ObjectLiteralExpression,
  { callee, verb }: Call,
  range: Range,
): readonly Misuse[] {
  const members = membersOf(ts, options);
  if (members.length === 0 || members.length < options.properties.length) return [];
  const isOption = ([name]: readonly [string, unknown]): boolean =>
    axiosOptions.takes.includes(name) || Object.hasOwn(axiosOptions.others, name) || name.startsWith("_");
  const isFlag = ([, member]: (typeof members)[number]): boolean =>
    ts.isPropertyAssignment(member) &&
    [ts.SyntaxKind.TrueKeyword, ts.SyntaxKind.FalseKeyword].includes(member.initializer.kind);
  if (members.some((member) => isOption(member) || isFlag(member))) return [];
  const names = members.map(([name]) => `\`${name}\``).join(", ");
  const instead = verb === "delete" ? "data" : "params";
  return [{ kind: "bodyAsOptions", callee, names, instead, range }];
}
