import { toContract } from "../contract/file/contract-file";
import type { Contract, PermissionEntry } from "../contract/contract";
import { type Grants, isGranted } from "../contract/permissions/grants";
import { SchemaTable } from "../contract/description/schema-table";
import { findEndpoints, type EndpointList } from "../contract/permissions/endpoints";
import type { Call, Sent, Usage } from "../usage/usage";
import type { Change, EndpointTest, Version } from "./change";
import { findReadChanges, type Outcomes } from "./in-reads";
import { findSentChanges, type SentAt, type ValueReading } from "./in-sent";
import type { ChangeNode } from "./node";
import { plainKey } from "./plain-key";
import { hit, notKnown, type Outcome, spared } from "./outcome";
import type { Site } from "./site";

/** The effect of a change on a call or document. */
export interface Affected {
  readonly site: Site;
  readonly outcome: Exclude<Outcome, { kind: "spared" }>;
}

/** A breaking change, and its effects on the calls of the endpoint. */
export interface Impact {
  readonly change: Change;
  readonly hit: readonly Affected[];
  readonly unknown: readonly Affected[];
  /** Calls of the endpoint, or documents of the kind, that certainly are not hit. */
  readonly spared: readonly Site[];
}

/** Finds the effects of changes on the calls of an inventory. */
export class Impacts {
  /** Calls that certainly go to an endpoint, by its plain key. */
  readonly #surely = new Map<string, Call[]>();
  /** Calls that may not go to the service at all. */
  readonly #doubted = new Set<Call>();
  readonly #perhaps = new Map<string, Call[]>();
  readonly #list: EndpointList;
  readonly #tables: Readonly<Record<"was" | "now", SchemaTable>>;
  readonly #outcomes = new Map<Call, Map<ChangeNode, Outcomes>>();

  readonly #granted: Grants | undefined;

  /** @param granted the application's permissions, if the configuration states them. */
  constructor(usage: Usage, older: Version, newer: Version, granted?: Grants) {
    this.#granted = granted;
    const find = (version: Version) => (name: string) =>
      version.schemas && Object.hasOwn(version.schemas, name) ? version.schemas[name] : undefined;
    this.#tables = { was: new SchemaTable(find(older)), now: new SchemaTable(find(newer)) };
    const contract = toContract({ endpoints: older.endpoints ?? {}, permissions: older.permissions ?? [] });
    const listed = [...entriesOf(contract), ...contract.permissions];
    this.#list = { permissions: listed, ...(older.endpoints && { complete: true }) };
    const known = new Set(listed.map(({ method, path }) => plainKey(`${method} ${path}`)));
    for (const { method, path, callers } of usage.endpoints) {
      const key = plainKey(`${method} ${path}`);
      for (const call of callers) {
        if (known.has(key)) add(this.#surely, key, call);
        else this.#lookUp(call);
      }
    }
    for (const call of [...usage.unlisted, ...usage.unclear]) this.#lookUp(call);
    for (const call of usage.unknown) this.#lookUp(call, true);
  }

  /** @param isDoubted whether the call may go to another service. */
  #lookUp(call: Call, isDoubted = false): void {
    const { method, path } = call;
    if (method === undefined || path === undefined) return;
    if (isDoubted) this.#doubted.add(call);
    for (const each of path.split(" | ").filter((one) => one.startsWith("/"))) {
      const match = findEndpoints(this.#list, method, each, {});
      const isSure = match.certainty === "certain" && !isDoubted && each === path;
      for (const entry of new Set([...match.entries, ...match.possible]))
        add(
          isSure && match.entries.includes(entry) ? this.#surely : this.#perhaps,
          plainKey(`${entry.method} ${entry.path}`),
          call,
        );
    }
  }

  /** @returns the effects of a change on the calls of its endpoint. */
  of(change: Change): Impact {
    const key = plainKey(change.endpoint);
    const hits: Affected[] = [];
    const unknown: Affected[] = [];
    const sparedCalls: Call[] = [];
    for (const call of this.#surely.get(key) ?? []) {
      const outcome = this.#outcomeOf(change, call);
      if (outcome.kind === "hit") hits.push({ site: call, outcome });
      else if (outcome.kind === "unknown") unknown.push({ site: call, outcome });
      else sparedCalls.push(call);
    }
    for (const call of this.#perhaps.get(key) ?? []) {
      const outcome = this.#outcomeOf(change, call);
      if (outcome.kind !== "spared")
        unknown.push({ site: call, outcome: { kind: "unknown", reason: this.#doubtOf(call) } });
    }
    return { change, hit: hits, unknown, spared: sparedCalls };
  }

  #doubtOf(call: Call): string {
    return this.#doubted.has(call)
      ? "it is not known whether the call goes to the service"
      : "it may go to another endpoint";
  }

  #outcomeOf(change: Change, call: Call): Outcome {
    if (change.kind === "endpoint") return endpointOutcome(change.test, call, this.#granted);
    const byRoot = this.#outcomes.get(call) ?? new Map<ChangeNode, Outcomes>();
    this.#outcomes.set(call, byRoot);
    let outcomes = byRoot.get(change.root);
    if (!outcomes) byRoot.set(change.root, (outcomes = this.#walk(change, call)));
    return outcomes.get(change.change) ?? spared;
  }

  #walk({ part, parameter, root }: Change & { readonly kind: "value" }, call: Call): Outcomes {
    const reading = (isText: boolean): ValueReading => ({
      isText,
      shapeOf: (schema, version) => this.#tables[version].shapeOf(schema, "", "request"),
    });
    switch (part) {
      case "response":
        return findReadChanges(root, call.reads);
      case "query":
        return findSentChanges(root, memberOf(call.query, parameter ?? "", false), reading(true));
      case "header":
        return findSentChanges(root, memberOf(call.headers, parameter ?? "", true), reading(true));
      case "body":
      case "form":
        return findSentChanges(root, bodyAt(call, part), reading(part === "form"));
      default:
        return findSentChanges(root, "unknown", reading(true));
    }
  }
}

function add(into: Map<string, Call[]>, key: string, call: Call): void {
  const known = into.get(key);
  if (!known) into.set(key, [call]);
  else if (!known.includes(call)) known.push(call);
}

function entriesOf({ description }: Contract): EndpointList["permissions"] {
  return (description?.endpoints ?? []).map(({ method, path }) => {
    return { scope: "", category: "", access: "read", method, path, tokens: [], additional: false };
  });
}

/**
 * @returns the value sent under a name. A structured parameter is sent as `name[member]`; its value then counts as
 * unknown.
 */
function memberOf(sent: Sent, name: string, ignoresCase: boolean): SentAt {
  if (sent.types.includes("unknown")) return "unknown";
  const plain = (key: string): string => (ignoresCase ? key.toLowerCase() : key);
  const entries = Object.entries(sent.fields ?? {});
  const found = entries.find(([key]) => plain(key) === plain(name))?.[1];
  if (found) return found;
  const isNested = entries.some(([key]) => key.startsWith(`${name}[`));
  if (isNested) return { presence: "always", types: ["unknown"] };
  return sent.open ? "unknown" : "missing";
}

function bodyAt({ body }: Call, part: "body" | "form"): SentAt {
  if (!body) return "missing";
  const isForm = body.encoding === "form";
  if (body.encoding === "unknown" || body.encoding === "text" || body.encoding === "raw") return "unknown";
  return isForm === (part === "form") ? body : "missing";
}

function endpointOutcome(test: EndpointTest, call: Call, granted: Grants | undefined): Outcome {
  switch (test.kind) {
    case "all":
      return hit;
    case "perhaps all":
      return notKnown("whether the code minds is not known");
    case "body missing":
      return call.body?.presence === "always" ? spared : bodyIsKnown(call) ? hit : notKnown("the body is not known");
    case "body sent":
      return call.body === undefined ? spared : bodyIsKnown(call) ? hit : notKnown("the body is not known");
    case "reads anything":
      return readsOutcome(call);
    case "media type":
      return mediaTypeOutcome(test.type, call);
    case "token":
      return tokenOutcome(test.type, call);
    case "permission":
      return permissionOutcome(test, granted);
    default:
      return spared;
  }
}

function tokenOutcome(type: string, { tokens }: Call): Outcome {
  if (tokens.length === 0) return notKnown("the type of its token is not known");
  return tokens.includes(type) ? hit : spared;
}

/**
 * Whether granted permissions still suffice. Endpoints that are marked accept further permissions, which the map does
 * not list.
 */
function permissionOutcome(
  { was, now }: EndpointTest & { readonly kind: "permission" },
  granted: Grants | undefined,
): Outcome {
  if (!granted) return notKnown("`permissions` in the configuration does not tell what is granted");
  const covers = (entry: PermissionEntry): boolean => isGranted(entry, granted);
  if (now.some(covers) || !was.some(covers)) return spared;
  return now.some(({ additional }) => additional) ? notKnown("another permission may do") : hit;
}

function bodyIsKnown({ body }: Call): boolean {
  return body?.encoding !== "unknown";
}

function readsOutcome({ reads }: Call): Outcome {
  if (!reads) return notKnown("it is not known what is read of the answer");
  const isRead = reads.whole === true || Object.keys(reads.fields ?? {}).length > 0;
  return isRead ? notKnown("which of the media types the answer has is not known") : spared;
}

const formType = "application/x-www-form-urlencoded";

/** The media type of a body follows from the Content-Type header, otherwise from its encoding. */
function mediaTypeOutcome(type: string, { body, headers }: Call): Outcome {
  if (!body) return spared;
  const told = memberOf(headers, "content-type", true);
  const values = typeof told === "string" ? undefined : told.values;
  if (values) return values.some((value) => String(value).split(";")[0]?.trim() === type) ? hit : spared;
  if (told !== "missing" || body.encoding === "unknown") return notKnown("the media type of the body is not known");
  if (body.encoding === "json") return type === "application/json" ? hit : spared;
  return body.encoding === "form" && type !== formType && !type.startsWith("multipart/")
    ? spared
    : notKnown("the media type of the body is not known");
}
