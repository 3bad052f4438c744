import type { Call, EndpointUsage, NotUnderstood, Sent, Usage } from "../../../usage/usage";
import { describeReads, describeSent } from "../../../usage/words";
import { visible } from "../../../text/visible";
import { count } from "../../../text/words";

/** How much is printed. */
export interface TextOptions {
  /** Whether to list endpoints without calls. */
  readonly unused?: boolean;
}

/** @returns the inventory as text: each endpoint with its callers, then calls that are not known, then the totals. */
export function formatText(usage: Usage, { unused }: TextOptions): string {
  const several = usage.clients.length > 1;
  const sections = [
    ...usage.endpoints.map((endpoint) => endpointSection(endpoint, several)),
    callSection("may go to one of several endpoints", usage.unclear, several, ({ candidates }) =>
      candidates.length > 3
        ? `one of ${candidates.length}: ${candidates.slice(0, 3).join(", ")}, …`
        : candidates.join(" or "),
    ),
    callSection("not in the contract", usage.unlisted, several),
    callSection("not known", usage.unknown, several, ({ unknown }) =>
      unknown
        .filter(({ part }) => part === "path" || part === "method")
        .map(({ reason }) => reason)
        .join("; "),
    ),
    notUnderstood(usage.notUnderstood),
    unused === true && usage.unused.length > 0 ? ["nobody calls", ...usage.unused.map((key) => `    ${key}`)] : [],
  ];
  const lines = [...sections.filter((lines) => lines.length > 0).flatMap((lines) => [...lines, ""]), summaryOf(usage)];
  return lines.map((line) => `${visible(line)}\n`).join("");
}

function endpointSection(
  { method, path, deprecated, permissions, callers }: EndpointUsage,
  several: boolean,
): string[] {
  const needs = permissions.map(
    ({ scope, category, access, tokens }) =>
      `${scope}.${category}: ${access}${tokens.length > 0 ? ` (${tokens.join(" or ")})` : ""}`,
  );
  return [
    `${method} ${path}${deprecated ? "  deprecated" : ""}`,
    ...(needs.length > 0 ? [`    permission  ${[...new Set(needs)].join(" or ")}`] : []),
    ...callers.flatMap((call) => callLines(call, several)),
  ];
}

type PlacedCall = Pick<Call, "client" | "file" | "line" | "column" | "function" | "through">;

/** @returns the place of a call: `src/api.ts:3:9  Orders.load  through src/http.ts:4:10`. */
export function placeOfCall(call: PlacedCall, several: boolean): string {
  const { client, file, line, column, through = [] } = call;
  const sender = through.at(-1);
  return [
    `${several ? `${client}: ` : ""}${file}:${line}:${column}`,
    ...(call.function === undefined ? [] : [call.function]),
    ...(sender ? [`through ${sender.file}:${sender.line}:${sender.column}`] : []),
  ].join("  ");
}

function callLines(call: Call, several: boolean): string[] {
  const { query, headers, body, reads, tokens, unknown } = call;
  const parts: readonly (readonly [string, string])[] = [
    ["token", tokens.join(" or ")],
    ["query", membersOf(query)],
    ["headers", membersOf(headers)],
    [
      "body",
      body
        ? `${body.encoding === "json" ? "" : `${body.encoding} `}${describeSent(body)}${body.presence === "maybe" ? ", or none" : ""}`
        : "",
    ],
    ["reads", reads ? describeReads(reads) : "not known"],
    ["deprecated", call.deprecated?.join(", ") ?? ""],
    ...unknown.map(({ part, reason }) => ["not known", `${part}: ${reason}`] as const),
  ];
  return [
    `    ${placeOfCall(call, several)}`,
    ...parts.filter(([, text]) => text !== "").map(([name, text]) => `        ${name.padEnd(10)} ${text}`),
  ];
}

/** @returns the sent members without braces; empty if none is known. */
export function membersOf(sent: Sent): string {
  return sent.fields && Object.keys(sent.fields).length > 0 ? describeSent(sent).slice(1, -1) : "";
}

function callSection<T extends Call>(
  title: string,
  calls: readonly T[],
  several: boolean,
  noteOf: (call: T) => string = () => "",
): string[] {
  if (calls.length === 0) return [];
  return [
    title,
    ...calls.map((call) =>
      [`    ${placeOfCall(call, several)}`, `${call.method ?? "?"} ${call.path ?? "?"}`, noteOf(call)]
        .filter((part) => part !== "")
        .join("  "),
    ),
  ];
}

function notUnderstood(callees: readonly NotUnderstood[]): string[] {
  if (callees.length === 0) return [];
  return [
    "look like requests, and were not understood (`restraint requests --suggest`)",
    ...callees.map(
      ({ callee, count: number, example }) =>
        `    ${callee}  ${number}  (${example.file}:${example.line}:${example.column})`,
    ),
  ];
}

/** @returns the totals of an inventory. */
export function summaryOf({
  endpoints,
  unused,
  unclear,
  unlisted,
  unknown,
  clients,
  notUnderstood: others,
}: Usage): string {
  const calls = new Set(
    endpoints.flatMap(({ callers }) =>
      callers.map((call) => `${call.client}:${call.file}:${call.line}:${call.column}`),
    ),
  );
  return [
    `${count(calls.size, "call")} to ${count(endpoints.length, "endpoint")}${clients.length > 1 ? ` from ${clients.length} clients` : ""}`,
    ...(unused.length > 0 ? [`${count(unused.length, "endpoint")} that nobody calls (\`--unused\`)`] : []),
    ...(unclear.length > 0 ? [`${count(unclear.length, "call")} not clear`] : []),
    ...(unlisted.length > 0 ? [`${count(unlisted.length, "call")} not in the contract`] : []),
    ...(unknown.length > 0 ? [`${count(unknown.length, "call")} not known`] : []),
    ...(others.length > 0
      ? [
          `${count(
            others.reduce((sum, { count: number }) => sum + number, 0),
            "call",
          )} not understood`,
        ]
      : []),
  ].join("; ");
}
