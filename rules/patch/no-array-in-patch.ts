import { locatesService } from "../../src/contract/configuration/configuration";
import { getHeader } from "../../src/request/derived/headers";
import { hasConvention } from "../../src/request/derived/conventions";
import { findDocumented } from "../../src/request/derived/documented";
import { isObject, isPatch, isService, jsonBodies } from "../../src/request/derived/predicates";
import type { Request } from "../../src/request/request";
import { type Context, defineRule } from "../../src/rule/define";
import type { ArrayValue } from "../../src/value/value";
import { allowsPath } from "./helpers/allowed-paths";
import { membersOf, printPath, type BodyMember } from "./helpers/members";
import { provenanceOf, readsOf } from "./helpers/provenance";
import { usesTags } from "./helpers/tags";

export const rule = defineRule<"request", { readonly allow: readonly string[] }>({
  id: "no-array-in-patch",
  code: 100201,
  on: "request",
  docs: {
    summary: "Disallow arrays in a PATCH body that are not made from the array that was read.",
    why: "The service replaces an array whole: every item that the new array lacks is lost, without an error.",
    clauses: ["conventions 4.3.6", "conventions 4.3.7"],
    preset: "recommended",
    severity: "error",
  },
  messages: {
    made: "PATCH replaces the whole array `{path}`: items missing here are lost. Change the array you read, and send its `etag` in `If-Match`.",
    untagged: "PATCH replaces the whole array `{path}`: items missing here are lost. Change the array you read.",
    documented:
      "PATCH replaces the whole array `{path}`, by {service}'s documentation: items missing here are lost. Change the array you read.",
    empty: "`[]` is ambiguous: it may clear `{path}` or be ignored. Send `null` to delete it.",
    otherRead:
      "`{path}` and the `If-Match` tag come from different reads, so concurrent changes are lost. Take both from the same read.",
  },
  options: {
    allow: {
      type: "array",
      items: { type: "string" },
      description:
        "Fields that may be replaced whole, in selector syntax: `labels`, `spec/ports`, `rules(hosts,paths)`, `*/tags`.",
      default: [],
    },
  },
  fixable: false,
  hasSuggestions: false,
  check(request, context) {
    if (!isPatch(request)) return;
    const { facts } = context;
    const documented = findDocumented(request, facts);
    if (documented?.replaces === undefined && !(isService(request) && hasConvention(request, "merge-patch", facts)))
      return;
    const tagged = readsOf(getHeader(request, "If-Match").value);
    for (const body of jsonBodies(request).filter(isObject)) {
      for (const place of membersOf(body)) {
        if (place.value.kind !== "array" || allowsPath(context.options.allow, place.path)) continue;
        const problem = findProblem(place.value, place, tagged);
        const message = problem && messageOf(problem, place, documented?.replaces, mayUseTags(request, context));
        const data = { path: printPath(place.path), service: documented?.service ?? "" };
        if (message) context.report({ message, data, range: place.value.range });
      }
    }
  },
});

type Problem = "made" | "empty" | "otherRead";

/** @param replaced the arrays that a documented service replaces as a whole. An empty list is the way to clear one there. */
function messageOf(
  problem: Problem,
  { path }: BodyMember,
  replaced: readonly string[] | undefined,
  hasTags: boolean,
): Problem | "untagged" | "documented" | undefined {
  if (replaced === undefined) return problem === "made" && !hasTags ? "untagged" : problem;
  const isReplaced = replaced.includes("*") || replaced.includes(path.join("/"));
  return problem === "made" && isReplaced ? "documented" : undefined;
}

function findProblem(array: ArrayValue, place: BodyMember, tagged: ReadonlySet<number>): Problem | undefined {
  const { fresh, reads } = provenanceOf(array);
  if (reads.size > 0) {
    const guarded = tagged.size === 0 || [...reads].some((read) => tagged.has(read));
    return guarded ? undefined : "otherRead";
  }
  // In `read ? [...read, x] : [x]`, the first branch extends the array that was read. The second applies only if there
  // is none.
  if (!fresh || place.options.some((option) => !isKnown(option))) return undefined;
  return array.elements.length === 0 && !array.open ? "empty" : "made";
}

/** A message must not advise tags for a service without them. */
function mayUseTags(request: Request, context: Pick<Context<unknown>, "facts" | "evidenceOfTags">): boolean {
  return !locatesService(context.facts) || usesTags(request, context);
}

function isKnown(option: BodyMember["value"]): boolean {
  if (option.kind === "array") return provenanceOf(option).fresh;
  return option.kind !== "unknown" && option.kind !== "opaque" && !option.origin?.parameter;
}
