import { conventions } from "../../src/contract/conventions";
import { getHeader } from "../../src/request/derived/headers";
import { asText, optionsOf } from "../../src/request/drafts/known";
import { findDocumented, findPublicService } from "../../src/request/derived/documented";
import { isPatch, isPut, isService } from "../../src/request/derived/predicates";
import type { Request } from "../../src/request/request";
import { type Context, defineRule } from "../../src/rule/define";
import { templateOf } from "../../src/request/derived/describe";
import { flatten, slice } from "../../src/request/drafts/strings";
import type { ResponseOrigin, StringValue, Value } from "../../src/value/value";
import { isReadForEach } from "./helpers/invocations";
import { isReadOnceBefore } from "./helpers/loops";
import { isSameValue } from "./helpers/same-value";
import { usesTags } from "./helpers/tags";

export const rule = defineRule<"request", Readonly<Record<string, never>>>({
  id: "no-stale-etag",
  code: 100207,
  on: "request",
  docs: {
    summary: "Disallow entity tags that cannot be current: literal ones, and those that an earlier update has used up.",
    why: "After a successful PATCH or PUT the resource has a new tag, and the service refuses an update under the old one.",
    clauses: ["conventions 4.3.10", "conventions 4.3.11"],
    preset: "recommended",
    severity: "error",
  },
  messages: {
    literal:
      "A hard-coded `If-Match` is stale after the first update. Send the `etag` of the last read, or `*` to overwrite.",
    used: "`etag` was used by the update in line {line}, which changed it: the service rejects this one. Send the `etag` of that update's response, or read again.",
    loop: "The loop's first update makes this tag stale: the service rejects the second. Send the `etag` of each response, or read inside the loop.",
    parent:
      "This `etag` is that of `{path}`, not of the resource that is updated: the service rejects it. Send that of a read of this resource.",
    earlier: "The earlier update.",
  },
  options: {},
  fixable: false,
  hasSuggestions: false,
  check(request, context) {
    if (!isHeld(request, context)) return;
    const tag = getHeader(request, conventions.tag.header).value;
    if (!tag) return;
    const fields = [conventions.tag.field, findPublicService(request, context.facts)?.tag];
    const literals = optionsOf(tag).map(asText);
    if (literals.every((text) => text !== undefined)) {
      optionsOf(tag).forEach((option, index) => {
        if (isTag(literals[index])) context.report({ message: "literal", range: option.range });
      });
      return;
    }
    const parent = findParentRead(tag, request, context.requests, fields);
    if (parent) {
      context.report({ message: "parent", data: { path: templateOf(parent) }, range: tag.range });
      return;
    }
    const before = request.earlier.find(
      (earlier) =>
        isService(earlier) === isService(request) &&
        isUpdate(earlier) &&
        usesUp(earlier, request, tag) &&
        !isReadForEach([earlier, request], tag, context.requests),
    );
    if (before) {
      const line = context.text.slice(0, before.anchor.start).split(/\r\n|\r|\n/u).length;
      context.report({
        message: "used",
        data: { line },
        range: tag.range,
        related: [{ range: before.anchor, message: "earlier" }],
      });
    } else if (request.loop && !request.loop.mayEndEarly && isReadOnceBefore(tag, request, context)) {
      context.report({ message: "loop", range: tag.range });
    }
  },
});

/** Whether the service compares the request with a tag, by its documentation or as the configured service. */
function isHeld(request: Request, context: Pick<Context<unknown>, "facts" | "evidenceOfTags">): boolean {
  if (findDocumented(request, context.facts)?.ifMatch === "required") return true;
  return isService(request) && isUpdate(request) && (!request.described || usesTags(request, context));
}

function isUpdate(request: Request): boolean {
  return isPatch(request) || isPut(request);
}

/** Code uses an empty string to represent the absence of a tag. */
function isTag(text: string | undefined): boolean {
  return text !== undefined && ![conventions.tag.force, ""].includes(text.trim());
}

/**
 * Whether a part of an answer is the tag of the whole answer, from its body or header fields.
 *
 * @param fields the service's names for the tag in bodies.
 */
function isTagPart({ part, path }: ResponseOrigin, fields: readonly (string | undefined)[]): boolean {
  const name = path.join("/");
  return part === "body" ? fields.includes(name) : part === "headers" && name.toLowerCase() === "etag";
}

/** @returns the path of the read that returned the tag, if the updated resource is below it. */
function findParentRead(
  tag: Value,
  request: Request,
  requests: readonly Request[],
  fields: readonly (string | undefined)[],
): StringValue | undefined {
  const { response } = tag.origin ?? {};
  const { path } = request.target;
  if (!response || !isTagPart(response, fields) || !path) return undefined;
  const parent = requests.find(({ id }) => id === response.request)?.target.path;
  if (!parent) return undefined;
  const [outer, whole] = [flatten(parent.parts), flatten(path.parts)];
  const isBelow = whole.startsWith(`${outer.replace(/\/$/u, "")}/`);
  return isBelow && isSameValue(parent, { ...path, parts: slice(path.parts, 0, outer.length) }) ? parent : undefined;
}

/** Whether an earlier update changed the same resource with the same tag. */
function usesUp(earlier: Request, request: Request, tag: Value): boolean {
  const used = getHeader(earlier, conventions.tag.header);
  if (used.presence !== "present" || !used.value || !isSameValue(used.value, tag)) return false;
  const [first, second] = [earlier.target.path, request.target.path];
  return first !== undefined && second !== undefined && isSameValue(first, second);
}
