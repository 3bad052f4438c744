import { conventions } from "../../src/contract/conventions";
import { insertHeader } from "../../src/request/derived/header-edits";
import { getHeader } from "../../src/request/derived/headers";
import { asText, optionsOf } from "../../src/request/drafts/known";
import { findDocumented } from "../../src/request/derived/documented";
import { effectiveMethod } from "../../src/request/derived/method";
import { isService } from "../../src/request/derived/predicates";
import type { Request } from "../../src/request/request";
import { type Context, defineRule, type Report } from "../../src/rule/define";
import { usesTags } from "./helpers/tags";

interface Options {
  readonly force: "allow" | "report";
  readonly put: boolean;
}

export const rule = defineRule<"request", Options>({
  id: "require-if-match",
  code: 100206,
  on: "request",
  docs: {
    summary: "Require `If-Match` on updates of resources that carry an entity tag.",
    why: "The service refuses the update, or, where the tag is optional, lets it overwrite what somebody else has changed since the read.",
    clauses: ["conventions 4.3.10", "conventions 4.3.13"],
    preset: "recommended",
    severity: "error",
  },
  messages: {
    missing: "{method} without `If-Match` is rejected. Send the `etag` of your last read, or `*` to overwrite.",
    optional:
      "{method} without `If-Match` overwrites concurrent changes. Send the `etag` of your last read, or `*` to overwrite.",
    documented:
      "{method} without `If-Match` is rejected, by {service}'s documentation. Send the tag of your last read of this resource.",
    forced: "`If-Match: *` overwrites concurrent changes. Send the `etag` of your last read.",
    addTag: "Add `If-Match: {tag}`",
  },
  options: {
    force: {
      type: "string",
      enum: ["allow", "report"],
      description: "Whether to report `If-Match: *`, which overwrites without a read.",
      default: "allow",
    },
    put: {
      type: "boolean",
      description: "Whether to require the tag on PUT too.",
      default: false,
    },
  },
  fixable: false,
  hasSuggestions: true,
  check(request, context) {
    const method = effectiveMethod(request);
    const documented = findDocumented(request, context.facts);
    const isDocumented = documented?.ifMatch === "required" && request.described?.endpoint?.tag === undefined;
    if (!isDocumented && !isHeld(request, method, context)) return;
    const tag = getHeader(request, conventions.tag.header);
    if (tag.presence === "absent") {
      const data = { method: method ?? "", service: documented?.service ?? "" };
      const message = isDocumented ? "documented" : messageOf(request);
      context.report({ message, data, range: request.anchor, suggestions: suggestTags(request, context.text) });
    }
    if (context.options.force === "allow" || !tag.value) return;
    const forced = optionsOf(tag.value).filter((option) => asText(option)?.trim() === conventions.tag.force);
    for (const { range } of forced) context.report({ message: "forced", range });
  },
});

/**
 * Whether the service compares the request with the resource's tag. Methods other than PATCH count only because of a description, or PUT because of the option
 * `put`.
 */
function isHeld(request: Request, method: string | undefined, context: Context<Options>): boolean {
  const tag = request.described?.endpoint?.tag;
  const takesTag =
    method === "PATCH" || tag === "required" || (method === "PUT" && (context.options.put || tag !== undefined));
  return takesTag && isService(request) && usesTags(request, context);
}

/** A description may allow the request without a tag. */
function messageOf({ described }: Request): "optional" | "missing" {
  return described !== undefined && described.endpoint?.tag !== "required" ? "optional" : "missing";
}

function suggestTags(request: Request, text: string): NonNullable<Report["suggestions"]> {
  return request.tagsInScope.flatMap((tag) => {
    const edit = insertHeader(request, text, conventions.tag.header, tag);
    return edit ? [{ message: "addTag", data: { tag }, edits: [edit] }] : [];
  });
}
