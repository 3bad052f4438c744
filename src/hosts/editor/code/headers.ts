import type TS from "typescript";
import { conventions } from "../../../contract/conventions";
import { isMapped } from "../../../request/derived/predicates";
import type { Request } from "../../../request/request";
import { type Range, touches } from "../../../text/range";
import type { Member, ObjectValue } from "../../../value/value";
import type { CheckedFile } from "../file-checker";
import { type MemberName, memberNameAt } from "../nodes";
import type { Explanation, Offer } from "../offers";

/** Completion and hover on the headers of a request. */

type Place = Pick<CheckedFile, "sourceFile" | "requests">;

/** The headers that the service knows: their effect and values. */
const headers: Readonly<Record<string, { readonly does: string; readonly values: readonly string[] }>> = {
  [conventions.tag.header]: {
    does: "The update is done only if this is still the resource's entity tag; `*` overwrites whatever is there.",
    values: [conventions.tag.force],
  },
  [conventions.body.header]: { does: "The type of the body: updates are JSON.", values: [conventions.body.type] },
  [conventions.authorization.header]: {
    does: "The token that authorises the request, behind the scheme `Bearer`.",
    values: [`${conventions.authorization.scheme} `],
  },
  [conventions.override.header]: {
    does: "A POST with this header is done as a PATCH.",
    values: [conventions.override.method],
  },
  [conventions.compression.header]: {
    does: "The answer is compressed if this asks for `gzip` and `User-Agent` contains `gzip` too.",
    values: [conventions.compression.coding],
  },
  [conventions.compression.agentHeader]: {
    does: "The answer is compressed if this contains `gzip` and `Accept-Encoding` asks for it.",
    values: [],
  },
};

/** @returns the explanation of the header at a position. */
export function explainHeader(
  { headers: sent }: Request,
  { sourceFile }: Pick<Place, "sourceFile">,
  position: number,
): Explanation | undefined {
  const member = sent.kind === "object" ? sent.members.find((each) => touches(each.keyRange, position)) : undefined;
  const name = member && Object.keys(headers).find((each) => each.toLowerCase() === member.key.toLowerCase());
  if (!member || name === undefined || !isWritten(member, sourceFile.text)) return undefined;
  return { range: member.keyRange, title: `(header) ${name}`, details: [headers[name]?.does ?? ""] };
}

/** Whether the key is written literally, not through a variable. */
function isWritten({ key, keyRange }: Member, text: string): boolean {
  return text.slice(keyRange.start, keyRange.end).replace(/^(["'`])(.*)\1$/su, "$2") === key;
}

/** @returns completions of header names or values inside the quotes at a position. */
export function headerOffers(
  { headers: sent }: Request,
  { sourceFile: { text } }: Pick<Place, "sourceFile">,
  position: number,
): readonly Offer[] {
  if (sent.kind !== "object") return [];
  for (const { keyRange, value, key } of sent.members) {
    if (isQuotedAt(keyRange, text, position)) {
      return missingHeaders(sent).map((name) => toOffer(name, inner(keyRange)));
    }
    if (value.kind !== "string" || value.elsewhere || !isQuotedAt(value.range, text, position)) continue;
    const known = Object.keys(headers).find((name) => name.toLowerCase() === key.toLowerCase());
    const values = known === undefined ? [] : (headers[known]?.values ?? []);
    return values.map((name) => ({ name, kind: "value", range: inner(value.range) }));
  }
  return [];
}

function isQuotedAt({ start, end }: Range, text: string, position: number): boolean {
  return /^(["'`])[^"'`$\n]*\1$/u.test(text.slice(start, end)) && start < position && position < end;
}

function inner({ start, end }: Range): Range {
  return { start: start + 1, end: end - 1 };
}

/** @returns the known headers that the request does not send. */
function missingHeaders({ members }: ObjectValue): readonly string[] {
  const there = new Set(members.map(({ key }) => key.toLowerCase()));
  return Object.keys(headers).filter((name) => !there.has(name.toLowerCase()));
}

function toOffer(name: string, range: Range): Offer {
  return { name, kind: "header", range, documentation: headers[name]?.does };
}

/**
 * Whether the object literal at a position, where a name may be written, looks like headers. Uses syntax only, so that
 * other objects are ruled out without analysing the file's requests.
 */
export function mayNameHeader(ts: typeof TS, sourceFile: TS.SourceFile, position: number): boolean {
  const name = memberNameAt(ts, sourceFile, position);
  return name !== undefined && looksLikeHeaders(ts, name.object, sourceFile);
}

function looksLikeHeaders(ts: typeof TS, object: TS.ObjectLiteralExpression, sourceFile: TS.SourceFile): boolean {
  const { parent } = object;
  const isNamed = (ts.isPropertyAssignment(parent) || ts.isVariableDeclaration(parent)) && "name" in parent;
  const around = isNamed ? parent.name : ts.isNewExpression(parent) ? parent.expression : undefined;
  if (around && /headers/iu.test(around.getText(sourceFile))) return true;
  return object.properties.some(
    ({ name }) => name && isKnown(name.getText(sourceFile).replace(/^["'](.*)["']$/u, "$1")),
  );
}

function isKnown(name: string): boolean {
  return Object.keys(headers).some((each) => each.toLowerCase() === name.toLowerCase());
}

/** @returns completions of header names without quotes, as keys of an object literal. */
export function headerKeyOffers(ts: typeof TS, { sourceFile, requests }: Place, position: number): readonly Offer[] {
  const name = memberNameAt(ts, sourceFile, position);
  if (!name || !looksLikeHeaders(ts, name.object, sourceFile)) return [];
  for (const request of requests) {
    const { headers: sent } = request;
    if (sent.kind !== "object" || !isMapped(request) || !isMadeOf(sent, request, name.object, sourceFile)) continue;
    return missingHeaders(sent).map((each) => ({ ...toOffer(each, name.range), text: keyText(each, name) }));
  }
  return [];
}

/** Whether an object literal contains the headers of a request, or is empty and inside the request's call. */
function isMadeOf(
  { range, members }: ObjectValue,
  request: Request,
  object: TS.ObjectLiteralExpression,
  sourceFile: TS.SourceFile,
): boolean {
  const start = object.getStart(sourceFile);
  if (range.start === start && range.end === object.end) return true;
  const names = new Set(object.properties.flatMap(({ name }) => (name ? [name.getStart(sourceFile)] : [])));
  if (members.some((member) => names.has(member.keyRange.start) && isWritten(member, sourceFile.text))) return true;
  return names.size === 0 && request.range.start < start && object.end < request.range.end;
}

function keyText(name: string, { hasColon }: MemberName): string {
  const key = /^\w+$/u.test(name) ? name : JSON.stringify(name);
  return hasColon ? key : `${key}: `;
}
