import { anyOther, type MemberKind, type Probe } from "../../../clients/effects";

/** A part of a request that a hook may change before it is sent: `headers` where it may add any, `headers:name` for one that it may add or replace. */
export type Part = "method" | "url" | "query" | "body" | "headers" | `headers:${string}`;

export const anyHeader = "headers:*";

/** The parts that unknown code may change. */
export const allParts: readonly Part[] = ["method", "url", "query", "body", "headers", anyHeader];

/** What hooks of a client get, and the parts of the request that the members of it are. */
export interface HookStyle extends Probe {
  readonly parts: ReadonlyMap<string, readonly Part[]>;
  /** What members are that the client does not know by name. */
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

/** What the hooks of a client differ in. */
interface OwnStyle extends Partial<Omit<HookStyle, "members" | "parts">> {
  /** Members that it has besides, or that are something else, by their names. */
  readonly own?: typeof options;
}

/** @returns how the hooks of a client are called. */
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

/** A hook that gets the options of a request, and returns those that are sent. */
export const optionsHook = hookStyle({ returns: anyOther });
