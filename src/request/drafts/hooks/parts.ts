import { anyOther, type MemberKind, type Probe } from "../../../clients/effects";

/**
 * A part of a request that a hook may change before sending: `headers` if it may add any field, `headers:name` for a
 * field that it may add or replace.
 */
export type Part = "method" | "url" | "query" | "body" | "headers" | `headers:${string}`;

export const anyHeader = "headers:*";

/** The parts that unknown code may change. */
export const allParts: readonly Part[] = ["method", "url", "query", "body", "headers", anyHeader];

/** The arguments of a client's hooks, with the part of the request that each member stands for. */
export interface HookStyle extends Probe {
  readonly parts: ReadonlyMap<string, readonly Part[]>;
  /** The parts for which members with unknown names stand. */
  readonly others: readonly Part[];
}

const authorization: readonly Part[] = ["headers:authorization"];

/** Members of the options that hooks of many clients get. */
const options: readonly (readonly [names: string, kind: MemberKind, parts: readonly Part[]])[] = [
  ["method", "text", ["method"]],
  ["baseURL baseUrl path prefixUrl", "text", ["url"]],
  // A text, or an instance of `URL`.
  ["url", "data", ["url"]],
  ["params paramsSerializer qs query searchParams", "data", ["query"]],
  ["body data form json transformRequest", "data", ["body"]],
  ["headers", "fields", ["headers"]],
  ["auth", "data", authorization],
  ["password username", "text", authorization],
];

/** The differences between a client's hooks and the usual ones. */
interface OwnStyle extends Partial<Omit<HookStyle, "members" | "parts">> {
  /** Additional members, or members with another meaning. */
  readonly own?: typeof options;
}

/** @returns the style of a client's hooks. */
export function hookStyle({ own = [], ...given }: OwnStyle = {}): HookStyle {
  const listed = [...options, ...own].flatMap(([names, kind, parts]) =>
    names.split(" ").map((name) => ({ name, kind, parts })),
  );
  return {
    arguments: ["object"],
    others: [],
    members: new Map(listed.map(({ name, kind }) => [name, kind])),
    parts: new Map(listed.map(({ name, parts }) => [name, parts])),
    ...given,
  };
}

/** A hook that gets the options of a request, and returns the options to send. */
export const optionsHook = hookStyle({ returns: anyOther });
