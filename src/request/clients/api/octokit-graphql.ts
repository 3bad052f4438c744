import { draftOf, literalRoute, withDefaults, type Octokit } from "./octokit-drafts";
import { opaque, type Native, type NativeCall } from "../../../clients/native";
import type { Range } from "../../../text/range";
import type { ObjectValue, UnknownValue, Value } from "../../../value/value";
import { argument } from "../../drafts/body";
import { answerObject, callable } from "../../drafts/natives";
import { optionsOf } from "../../drafts/known";
import { asObject, getProperty, objectOf, oneOf, unknown } from "../../drafts/objects";
import type { Draft } from "../../drafts/draft";
import { flatten, slice, textPart } from "../../drafts/strings";
import type { Body } from "../../request";
import { membersLeft } from "../../drafts/template";

/** `octokit.graphql(query, variables)`. Members other than the query and the request options are variables. */
export function graphql(client: Octokit): Native {
  const send = (call: NativeCall): Value => {
    const route = literalRoute("POST /graphql", call.calleeRange);
    const first = argument(call, 0);
    const given = first?.kind === "object" ? first : asObject(argument(call, 1) ?? objectOf([], call.range));
    const query = given === first ? getProperty(first, "query").value : first;
    const options = given.kind === "object" ? { ...given, members: given.members.filter(isOption) } : given;
    const draft = beside(draftOf(client, call, { label: "octokit.graphql", route, parameters: options }));
    const defaults = { ...draft.defaults, contentType: true };
    call.send({ ...draft, body: graphqlBody(query, given, call.range), defaults });
    return unknown("answer of a query", call.range);
  };
  return callable("octokit.graphql", send, {
    defaults: () =>
      callable("octokit.graphql.defaults", (call) => opaque(graphql(withDefaults(client, call)), call.range)),
    paginate: () => callable("octokit.graphql.paginate", send),
  });
}

/** Moves the address to GraphQL's. On an own server, `…/api/v3` is the base of all requests except GraphQL's, which go to `…/api/graphql`. */
function beside(draft: Draft): Draft {
  const { url, base } = draft.address;
  const address = { ...draft.address, url: withoutVersion(url, "/graphql") };
  return { ...draft, address: base ? { ...address, base: withoutVersion(base, "") } : address };
}

function withoutVersion(address: Value, end: string): Value {
  const options = optionsOf(address).map((each): Value => {
    const text = each.kind === "string" ? flatten(each.parts) : "";
    const [version] = /\/v3\/*$/u.exec(text.slice(0, text.length - end.length)) ?? [];
    const at = text.length - end.length - (version?.length ?? 0);
    const isOwn = version !== undefined && text.endsWith(end) && text.slice(0, at).endsWith("/api");
    if (!isOwn || each.kind !== "string") return each;
    return { ...each, parts: [...slice(each.parts, 0, at), ...(end === "" ? [] : [textPart(end, each.range)])] };
  });
  return oneOf(options, address.range);
}

const optionsOfQueries = new Set(["method", "baseUrl", "url", "headers", "request", "mediaType", "operationName"]);

function isOption({ key }: ObjectValue["members"][number]): boolean {
  return optionsOfQueries.has(key) && key !== "operationName" && key !== "method" && key !== "url";
}

function graphqlBody(query: Value | undefined, given: ObjectValue | UnknownValue, at: Range): Body {
  const text = query ?? unknown("a query", at, { is: "string" });
  const variables =
    given.kind === "unknown" ? given : membersLeft(given, (key) => key === "query" || optionsOfQueries.has(key));
  const none = variables.kind === "object" && variables.members.length === 0 && !variables.open;
  const isSure = variables.kind === "object" && variables.members.some(({ presence }) => presence === "always");
  const own = answerObject({ query: text, ...(!none && { variables }) }, at);
  const isNamed = ["always", "maybe"].includes(getProperty(given, "operationName").presence);
  const members = own.members.map((each) =>
    each.key === "variables" && !isSure ? { ...each, presence: "maybe" as const } : each,
  );
  return { value: { ...own, members, open: isNamed }, encoding: "json" };
}
