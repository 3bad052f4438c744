import type TS from "typescript";
import { conventions } from "../contract/conventions";
import type { Sending } from "../response/follow";
import type { Reads } from "../response/reads";
import type { ObjectShape, Shape } from "../shape/shape";
import type { Sent } from "../clients/native";
import { containsRange, type Range } from "../text/range";
import type { StringValue, Value } from "../value/value";
import { askingOf, placeOf, type ReadsOf } from "./asking";
import type { Misuse } from "./misuses/misuse";
import type { OptionsPlace } from "./options-place";
import type { ServiceBases } from "./base-urls";
import type { Draft, TypedPlace } from "./drafts/draft";
import { isPlainAt } from "../fields/shapes";
import { isPatch, isPut } from "./derived/predicates";
import { describedResource, type Described } from "./derived/described";
import { getHeaderIn } from "./derived/headers";
import { declaredBody } from "./drafts/body";
import { asText, optionsOf } from "./drafts/known";
import { anchorOf } from "./drafts/options";
import { oneOf } from "./drafts/objects";
import { queryOverUrl } from "./drafts/query-layers";
import type { Request } from "./request";
import { flatten, slice, stringOf } from "./drafts/strings";
import { findSigns } from "./signs";
import { locate } from "./target";

export interface Assembly {
  readonly bases: ServiceBases | undefined;
  /** The shape of a body with a declared type; undefined if it is uncertain. */
  shapeOf(place: TypedPlace): Shape | undefined;
  /** The shape of the answer by the service's contract, which takes precedence over a declared type. */
  describedShapeOf(request: Request): Shape | undefined;
  /** What an imported description says of the request. */
  describedOf(request: Request): Described | undefined;
  /** The arguments and options that a call passes in the wrong place. */
  misusesOf?(node: TS.Node, draft: Draft): readonly Misuse[];
  /** Where a client's call takes header fields, if it has none. */
  placeForHeaders?(node: TS.Node, draft: Draft): OptionsPlace | undefined;
  /** The reads of the answer in a file; by default, the one under analysis. */
  readsOf(sending: Sending, file?: TS.SourceFile): Reads;
  /** All parameters of a generated client's method, if its package declares them. */
  parametersOf?(node: TS.Node): ObjectShape | undefined;
  /** The shape of the resource that a body changes, by the declared type of the argument at the body's range. */
  resourceOf(site: TS.Node, body: Range, answered: () => Shape | undefined): Shape | undefined;
}

export interface Assembled {
  /** In source order. */
  readonly requests: readonly Request[];
  /** @returns the same request, as the wrapper on its path sends it by itself; undefined without a wrapper. */
  insideOf(request: Request): Request | undefined;
}

/**
 * Turns the engine's records into requests, each linked to earlier ones.
 *
 * @param ownOf returns what a wrapper sends by itself.
 */
export function assembleRequests(
  sent: readonly Sent[],
  ownOf: (sent: Sent) => Sent | undefined,
  assembly: Assembly,
): Assembled {
  const drafts = sent.filter(isDrafted);
  const byId = new Map<number, Request>();
  for (const each of drafts)
    byId.set(
      each.id,
      requestOf(each, assembly, () => each.earlier().flatMap((id) => byId.get(id) ?? [])),
    );
  const sources = new Map(drafts.map((each) => [each.id, each]));
  const own = new Map<Sent, Request>();
  return {
    requests: [...byId.values()].sort(
      (a, b) => a.range.start - b.range.start || a.range.end - b.range.end || a.id - b.id,
    ),
    insideOf({ id }) {
      const source = sources.get(id);
      const inner = source && ownOf(source);
      if (!inner || !isDrafted(inner) || inner === source) return undefined;
      const request = byId.get(inner.id) ?? own.get(inner) ?? requestOf(inner, assembly);
      own.set(inner, request);
      return request;
    },
  };
}

type Drafted = Sent & { readonly draft: Draft };

function isDrafted(sent: Sent): sent is Drafted {
  return "client" in sent.draft;
}

function requestOf(sent: Drafted, assembly: Assembly, earlier: () => readonly Request[] = () => []): Request {
  const { draft } = sent;
  const direct = isDirect(sent);
  const range = direct && draft.range ? draft.range : sent.range;
  const anchor = anchorIn(sent, range);
  const { target, query } = locate(
    draft.address,
    assembly.bases,
    range,
    assembly.bases ? draft.serves : findSigns(draft),
  );
  const token = tokenOf(draft);
  const { answer } = draft;
  const reads = answer && assembly.readsOf({ ...sent, answer });
  const declared = once(() => {
    const typed = draft.typed ?? placeOfCalls(reads);
    return typed && assembly.shapeOf({ ...typed, site: sent.site, calls: sent.path });
  });
  const description = once(() => assembly.describedOf(request));
  const listed = once(() => assembly.describedShapeOf(request));
  const described = once(() => description()?.endpoint?.response ?? listed());
  const sentShape = once(() => {
    // The body of an update has the shape that the contract gives the endpoint's answer.
    const ofContract = isUpdate(request) && !draft.body?.value.elsewhere ? listed() : undefined;
    return ofContract ?? shapeOfBody(sent, assembly, declared);
  });
  const resource = once(() => {
    const known = description();
    const shape = known && describedResource(known);
    if (shape !== undefined) return shape;
    const own = (isUpdate(request) ? listed() : undefined) ?? declared() ?? sentShape();
    return own?.type === "object" ? withoutEnvelope(own) : undefined;
  });
  const before = once(earlier);
  const parameters = once(() => (draft.generated && direct ? assembly.parametersOf?.(sent.node) : undefined));
  const readsOf: ReadsOf | undefined = answer && ((sending, file) => assembly.readsOf({ ...sending, answer }, file));
  const isPlain = (path: readonly string[]): boolean => isPlainAt(request.response, path);
  const asking = once(() => askingOf(sent, (draft.made ?? []).map(placeOf), { readsOf, isPlain }));
  const request: Request = {
    id: sent.id,
    client: draft.client,
    range,
    calls: [...sent.path, ...(draft.made ?? [])].map(placeOf),
    anchor,
    ...(sent.node.getSourceFile() !== sent.site.getSourceFile() && { elsewhere: true }),
    method: draft.method,
    target,
    query: queryOverUrl(draft, query, range),
    headers: draft.headers,
    defaults: defaultsOf(draft, target),
    ...(draft.body && { body: declaredBody(draft.body, isSentAsJson(draft)) }),
    ...(draft.takesNoBody && { takesNoBody: true as const }),
    ...(token && { token }),
    ...(reads && { reads }),
    get asking() {
      return asking();
    },
    get response() {
      return described() ?? declared();
    },
    get isDescribed() {
      return described() !== undefined;
    },
    get described() {
      return description();
    },
    get parameters() {
      return parameters();
    },
    get resource() {
      return resource();
    },
    get sent() {
      const shape = sentShape();
      return shape?.type === "object" ? shape : undefined;
    },
    get earlier() {
      return before();
    },
    ...(sent.loop && { loop: sent.loop }),
    ...(sent.specimen && { specimen: sent.specimen }),
    ...notesOf(sent),
    misuses: misusesOf(sent, assembly),
    get placeForHeaders() {
      return isDirect(sent) ? assembly.placeForHeaders?.(sent.node, draft) : undefined;
    },
    tagsInScope: sent.tagsInScope,
  };
  return request;
}

/** Whether the header fields declare a JSON body. */
function isSentAsJson({ headers }: Draft): boolean {
  const { presence, value } = getHeaderIn(headers, "Content-Type");
  return presence === "present" && /[/+]json\b/iu.test(asText(value) ?? "");
}

/** Some clients authorise by the user name and password in the URL. */
function defaultsOf({ defaults }: Draft, { namesUser }: Request["target"]): Request["defaults"] {
  return namesUser ? { ...defaults, unseenHeaders: true } : defaults;
}

/** @returns the resource itself; of an envelope, which is known only by the members that code reads, the resource inside. */
function withoutEnvelope(shape: ObjectShape): ObjectShape | undefined {
  if (!shape.envelope) return shape;
  const inner = shape.fields.get(conventions.selector.wrapper)?.shape;
  return inner?.type === "object" ? inner : undefined;
}

/** The type of the body may be declared at the calls that read it. */
function placeOfCalls(reads: Reads | undefined): TypedPlace | undefined {
  const [node, ...others] = reads?.calls ?? [];
  return node && { node, others };
}

/** Misuses in a call of the file itself. Behind a wrapper, the wrapper's own request reports them. */
function misusesOf(sent: Drafted, assembly: Assembly): readonly Misuse[] {
  return isDirect(sent) ? (assembly.misusesOf?.(sent.node, sent.draft) ?? []) : [];
}

/** Parameters that a wrapper does not pass to its client are reported at the wrapper. */
function notesOf(sent: Drafted): Pick<Request, "unfilled" | "pages"> {
  const { unfilled, pages } = sent.draft;
  return { ...(pages && { pages }), ...(unfilled && isDirect(sent) && { unfilled }) };
}

function isUpdate(request: Request): boolean {
  return isPatch(request) || isPut(request);
}

/** Defers work to its first use: few rules need types, and those of a large client take seconds to look up. */
function once<T>(make: () => T): () => T {
  let result: { readonly value: T } | undefined;
  return () => (result ??= { value: make() }).value;
}

/** @param answered returns the declared type of the answer: the code may declare one type for both. */
function shapeOfBody(
  { draft, site }: Drafted,
  assembly: Assembly,
  answered: () => Shape | undefined,
): Shape | undefined {
  if (!draft.body || draft.body.value.elsewhere) return undefined;
  return assembly.resourceOf(site, draft.body.value.range, answered);
}

/** @returns the anchor in the client's call, or, behind a wrapper, in the wrapper's call. */
function anchorIn(sent: Drafted, range: Range): Range {
  const { anchor, method } = sent.draft;
  return isDirect(sent) && containsRange(range, anchor) ? anchor : anchorOf(method, sent.calleeRange, range);
}

/** Whether the call that sends stands in the file itself, and not behind a wrapper. */
function isDirect(sent: Sent): boolean {
  return sent.node === sent.site;
}

/** The token: the text after the scheme in Authorization, or the credentials of the client. */
function tokenOf(draft: Draft): Value | undefined {
  const header = getHeaderIn(draft.headers, conventions.authorization.header);
  const hasToken = header.presence !== "absent" && header.presence !== "unknown";
  const value = hasToken && header.value ? header.value : draft.token;
  if (value === undefined) return undefined;
  const tokens = optionsOf(value).map((option) =>
    value !== draft.token && option.kind === "string" ? afterScheme(option) : option,
  );
  return oneOf(tokens, value.range);
}

function afterScheme(value: StringValue): Value {
  const scheme = /^ *[A-Za-z][\w-]* +/.exec(flatten(value.parts))?.[0];
  const parts = slice(value.parts, scheme?.length ?? 0);
  const [only] = parts;
  if (parts.length === 1 && only?.kind === "hole") return only.value;
  const trail = only?.kind === "text" && parts.length === 1 ? only.origin : undefined;
  return { ...stringOf(parts, value.range), ...(trail ? { origin: trail } : value.origin && { origin: value.origin }) };
}
