import { draftOf, literalRoute, type Octokit } from "./octokit-drafts";
import { type Native, type NativeCall } from "../../../clients/native";
import type { Range } from "../../../text/range";
import type { ObjectValue, UnknownValue, Value } from "../../../value/value";
import { argument } from "../../drafting/body";
import { answerObject, callable } from "../../drafting/natives";
import { asObject, getProperty, objectOf, unknown } from "../../drafting/objects";
import type { Body } from "../../request";
import { membersLeft } from "../../drafting/template";

/** GraphQL: what is given beside the query and the options are its variables. */
export function graphql(client: Octokit): Native {
  const send = (call: NativeCall): Value => {
    const route = literalRoute("POST /graphql", call.calleeRange);
    const first = argument(call, 0);
    const given = first?.kind === "object" ? first : asObject(argument(call, 1) ?? objectOf([], call.range));
    const query = given === first ? getProperty(first, "query").value : first;
    const options = given.kind === "object" ? { ...given, members: given.members.filter(isOption) } : given;
    const draft = draftOf(client, call, { label: "octokit.graphql", route, parameters: options });
    const defaults = { ...draft.defaults, contentType: true };
    call.send({ ...draft, body: graphqlBody(query, given, call.range), defaults });
    return unknown("answer of a query", call.range);
  };
  return callable("octokit.graphql", send, { paginate: () => callable("octokit.graphql.paginate", send) });
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
