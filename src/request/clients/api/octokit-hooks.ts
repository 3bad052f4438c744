import { Learned } from "../../../clients/learned";
import { opaque, type Native } from "../../../clients/native";
import { argument } from "../../drafts/body";
import { changedBy } from "../../drafts/hooks/hooks";
import { allParts, hookStyle, type Part } from "../../drafts/hooks/parts";
import { callable } from "../../drafts/natives";
import { unknown } from "../../drafts/objects";
import type { Value } from "../../../value/value";
import type { Octokit } from "./octokit-drafts";

/** Changes that hooks and plugins make to a client's requests. */
export interface Changes {
  /** Whether unseen hooks or plugins may add header fields. */
  readonly unseen: boolean;
  /** Parts that hooks on `request` may change in requests sent after the hooks are set. */
  readonly hooked: ReadonlySet<Part>;
}

/** @returns the initial state of a client, without hooks. */
export function unchanged(unseen: boolean): Learned<Changes> {
  return new Learned({ unseen, hooked: new Set() });
}

/** Hooks see request options and parameters in one object. An unknown key may be a parameter of the path, the query or the body. */
const ofParameters: readonly Part[] = ["url", "query", "body"];
const styles = {
  before: hookStyle({ others: ofParameters }),
  wrap: hookStyle({ others: ofParameters, arguments: ["next", "object"] }),
};

function partsChangedBy({ ts }: Octokit, hook: Value | undefined, kind: keyof typeof styles): readonly Part[] {
  if (!ts) return allParts;
  const changed = changedBy(ts, hook, styles[kind]);
  // With another URL, parameters that its template does not take move to the query or body.
  return changed.has("url") ? [...changed, ...ofParameters] : [...changed];
}

/** `octokit.hook.before("request", …)`. Hooks `before` and `wrap` may change the request; `after` and `error` run too late for that. */
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
