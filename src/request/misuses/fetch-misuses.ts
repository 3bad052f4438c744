import type TS from "typescript";
import type { Misuse } from "./misuse";
import { keyRange, membersOf, rangeOf, writtenObject } from "./written";

/** Finds what the platform's `fetch` cannot send, by the standard: fetch.spec.whatwg.org. */
export function fetchMisuses(ts: typeof TS, { expression, arguments: given }: TS.CallExpression): readonly Misuse[] {
  const [url, init] = given;
  const options = writtenObject(ts, init);
  if (!options?.properties.every((each) => !ts.isSpreadAssignment(each))) return [];
  const members = new Map(membersOf(ts, options));
  const valueOf = (name: string): TS.Expression | undefined => {
    const member = members.get(name);
    return member && ts.isPropertyAssignment(member) ? member.initializer : undefined;
  };
  const method = valueOf("method");
  const verb = method && ts.isStringLiteralLike(method) ? method.text : undefined;
  return [
    ...smallLetters(ts, expression, method, verb),
    ...bodyOfRead(ts, url, members, verb),
    ...withoutCors(ts, valueOf("mode"), valueOf("headers"), verb),
  ];
}

/** The standard converts some methods to upper case, but not `patch`. Packages that are called `fetch` may convert it. */
function smallLetters(
  ts: typeof TS,
  callee: TS.Expression,
  method: TS.Expression | undefined,
  verb: string | undefined,
): readonly Misuse[] {
  if (!method || verb === undefined || verb === "PATCH" || verb.toUpperCase() !== "PATCH") return [];
  const isGlobal =
    ts.isIdentifier(callee) && !/\bfetch\b[^;\n]*\b(?:from|require)\b|react-native/u.test(callee.getSourceFile().text);
  return isGlobal ? [{ kind: "smallLetters", method: verb, range: rangeOf(method) }] : [];
}

/** A `Request` has a method of its own, so only a URL as text is sure to be a GET. */
function bodyOfRead(
  ts: typeof TS,
  url: TS.Expression | undefined,
  members: ReadonlyMap<string, TS.ObjectLiteralElementLike>,
  verb: string | undefined,
): readonly Misuse[] {
  const body = members.get("body");
  const isRead = members.has("method") ? /^(?:get|head)$/iu.test(verb ?? "") : url !== undefined && isText(ts, url);
  if (!isRead || !body || !ts.isPropertyAssignment(body)) return [];
  const isSent = ts.isCallExpression(body.initializer) || ts.isObjectLiteralExpression(body.initializer);
  return isSent ? [{ kind: "bodyOfRead", method: verb?.toUpperCase() ?? "GET", range: keyRange(body) }] : [];
}

function isText(ts: typeof TS, url: TS.Expression): boolean {
  return ts.isStringLiteralLike(url) || ts.isTemplateExpression(url);
}

const simpleTypes = /^(?:application\/x-www-form-urlencoded|multipart\/form-data|text\/plain)\b/iu;

/** Without CORS, a request can have only what a form could send. */
function withoutCors(
  ts: typeof TS,
  mode: TS.Expression | undefined,
  headers: TS.Expression | undefined,
  verb: string | undefined,
): readonly Misuse[] {
  if (!mode || !ts.isStringLiteralLike(mode) || mode.text !== "no-cors") return [];
  const fields = headers && ts.isObjectLiteralExpression(headers) ? membersOf(ts, headers) : [];
  const lost = fields.filter(([name, member]) => {
    const value = ts.isPropertyAssignment(member) ? member.initializer : undefined;
    const text = value && ts.isStringLiteralLike(value) ? value.text : undefined;
    if (/^content-type$/iu.test(name)) return text !== undefined && !simpleTypes.test(text);
    return !/^(?:accept|accept-language|content-language)$/iu.test(name);
  });
  const isOtherMethod = verb !== undefined && !/^(?:get|head|post)$/iu.test(verb);
  const names = [...(isOtherMethod ? [verb] : []), ...lost.map(([name]) => name)].map((name) => `\`${name}\``);
  return names.length > 0 ? [{ kind: "noCors", names: names.join(", "), range: rangeOf(mode) }] : [];
}
