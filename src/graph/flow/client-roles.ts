/** What a call of a client's member does, told by names alone, so that the graph asks no client's code. */
export type Role = "sends" | "makes" | "neither";

/** Members of clients that give another client, whatever the client. */
const makers =
  /^(?:create\w*|extend|instance|withDefaults|plugin|get(?:Octokit|\w*Client|\w*Octokit)|setup\w*|Pool|addon)$/u;

/** Members of clients that send. */
const senders =
  /^(?:get|post|put|patch|delete|del|head|options|request\w*|fetch|send|end|ajax|getJSON|graphql|paginate|iterator|raw|stream|pipeline|call|query|mutation|open|GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS|\$\w+|(?:get|post|put|patch|delete|del|head)(?:Json|JSON|Form|ForceDelete|Uri)|use(?:SWR|Query|Mutation|InfiniteQuery)\w*)$/u;

/** Clients whose methods stand below a name of their group: `octokit.rest.issues.create`, `drive.files.list`. */
const grouped = /octokit|^module (?:@octokit\/|@actions\/github|probot|googleapis|@googleapis\/)|google|_v\d/iu;

const alovaMethods = /^(?:Get|Post|Put|Patch|Delete|Head|Options|Request)$/u;

/** Packages whose own export makes a client. */
const factories = new Set([
  "module alova/fetch",
  "module alova/GlobalFetch",
  "module fetch-retry",
  "module openapi-fetch",
  "module wretch",
]);

/** Members that send of single clients, as others mean something else by these names: `Request` is a class of `fetch`. */
const ownSenders: Readonly<Record<string, RegExp | undefined>> = {
  "module alova": alovaMethods,
  Alova: alovaMethods,
};

/** Names that are no group. */
const transparent = new Set(["rest", "default", "google"]);

/**
 * @param client the name by which the client is known: a global, `module` and a specifier, a type's name.
 * @param members the members that lead from it to what is called.
 */
export function roleOf(client: string, members: readonly string[]): Role {
  const own = members.filter((each) => !transparent.has(each));
  const last = own.at(-1);
  if (last === undefined) return factories.has(client) ? "makes" : "sends";
  if (own[0]?.endsWith("Octokit") && /^(?:plugin|defaults)$/u.test(last)) return "makes";
  if (senders.test(last) || ownSenders[client]?.test(last)) return "sends";
  if (grouped.test(client) && !/^get\w*Octokit$/u.test(last))
    return own.length < 2 ? "makes" : /^(?:hook|log|auth)$/u.test(own[0] ?? "") ? "neither" : "sends";
  return makers.test(last) ? "makes" : "neither";
}
