import { opaque, type Native } from "../../../evaluator/models/native";
import { argument } from "../../drafting/body";
import { allParts, changedBy, type Part } from "../../drafting/hooks";
import { callable } from "../../drafting/natives";
import { unknown } from "../../drafting/objects";
import type { Octokit } from "./octokit-requests";

/** Options of a request are its parameters too: one that is called otherwise stands in the path, the query or the body. */
const ofParameters: readonly Part[] = ["url", "query", "body"];

/** `octokit.hook.before("request", …)`: hooks before a request, or around it, may change it; those after it cannot. */
export function hooks(client: Octokit): Native {
  const set = (name: string): Native =>
    callable(`octokit.hook.${name}`, (call) => {
      if (name === "before" || name === "wrap") {
        const changed = client.ts ? changedBy(client.ts, argument(call, 1), ofParameters) : allParts;
        const { learned } = client;
        learned.value = { ...learned.value, hooked: new Set([...learned.value.hooked, ...changed]) };
      }
      return unknown("nothing", call.range);
    });
  return {
    label: "octokit.hook",
    get: (name, at) => (["before", "after", "error", "wrap"].includes(name) ? opaque(set(name), at) : undefined),
  };
}
