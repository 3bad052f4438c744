import { Learned } from "../../../evaluator/models/learned";
import { opaque, type Native } from "../../../evaluator/models/native";
import { argument } from "../../drafting/body";
import { allParts, changedBy, type Part } from "../../drafting/hooks";
import { callable } from "../../drafting/natives";
import { unknown } from "../../drafting/objects";
import type { Octokit } from "./octokit-requests";

/** What code changes of a client. */
export interface Changes {
  /** Hooks or plugins may add headers out of sight. */
  readonly unseen: boolean;
  /** The parts that hooks on `request` may change, of requests that are sent after the hooks are set. */
  readonly hooked: ReadonlySet<Part>;
}

/** @returns what is known of the changes of a client that nobody has changed yet. */
export function unchanged(unseen: boolean): Learned<Changes> {
  return new Learned({ unseen, hooked: new Set() });
}

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
