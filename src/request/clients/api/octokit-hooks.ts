import { Learned } from "../../../clients/learned";
import { opaque, type Native } from "../../../clients/native";
import { argument } from "../../drafts/body";
import { changedBy } from "../../drafts/hooks/hooks";
import { allParts, hookStyle, type Part } from "../../drafts/hooks/parts";
import { callable } from "../../drafts/natives";
import { unknown } from "../../drafts/objects";
import type { Value } from "../../../value/value";
import type { Octokit } from "./octokit-drafts";

/** What code changes of a client. */
export interface Changes {
  /** Hooks or plugins may add headers out of sight. */
  readonly unseen: boolean;
  /** The parts that hooks on `request` may change, of requests that are sent after the hooks are set. */
  readonly hooked: ReadonlySet<Part>;
}

/** @returns the record of hooks of a client without any. */
export function unchanged(unseen: boolean): Learned<Changes> {
  return new Learned({ unseen, hooked: new Set() });
}

/** Options of a request are its parameters too: one that is called otherwise stands in the path, the query or the body. */
const ofParameters: readonly Part[] = ["url", "query", "body"];
const styles = {
  before: hookStyle({ others: ofParameters }),
  wrap: hookStyle({ others: ofParameters, arguments: ["next", "object"] }),
};

function partsChangedBy({ ts }: Octokit, hook: Value | undefined, kind: keyof typeof styles): readonly Part[] {
  if (!ts) return allParts;
  const changed = changedBy(ts, hook, styles[kind]);
  // Parameters that another URL does not take are sent beside it.
  return changed.has("url") ? [...changed, ...ofParameters] : [...changed];
}

/** `octokit.hook.before("request", …)`: hooks before a request, or around it, may change it; those after it cannot. */
export function hooks(client: Octokit): Native {
  const set = (name: string): Native =>
    callable(`octokit.hook.${name}`, (call) => {
      if (name === "before" || name === "wrap") {
        const changed = partsChangedBy(client, argument(call, 1), name);
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
