import { conventions } from "../../src/contract/conventions";
import { insertHeader } from "../../src/request/questions/header-edits";
import { getHeader } from "../../src/request/questions/headers";
import { asText, optionsOf } from "../../src/request/drafting/known";
import { effectiveMethod } from "../../src/request/questions/method";
import { isService } from "../../src/request/questions/predicates";
import type { Request } from "../../src/request/request";
import { defineRule, type Report } from "../../src/rule/define";
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
    const takesTag =
      method === "PATCH" ||
      (method === "PUT" && (context.options.put || request.described?.endpoint?.tag !== undefined));
    if (!takesTag || !isService(request) || !usesTags(request, context)) return;
    const tag = getHeader(request, conventions.tag.header);
    if (tag.presence === "absent") {
      context.report({
        message: isOptional(request) ? "optional" : "missing",
        data: { method },
        range: request.anchor,
        suggestions: suggestTags(request, context.text),
      });
    }
    if (context.options.force === "allow" || !tag.value) return;
    const forced = optionsOf(tag.value).filter((option) => asText(option)?.trim() === conventions.tag.force);
    for (const { range } of forced) context.report({ message: "forced", range });
  },
});

/** Whether a description says that the request is served without a tag. */
function isOptional({ described }: Request): boolean {
  return described !== undefined && described.endpoint?.tag !== "required";
}

function suggestTags(request: Request, text: string): NonNullable<Report["suggestions"]> {
  return request.tagsInScope.flatMap((tag) => {
    const edit = insertHeader(request, text, conventions.tag.header, tag);
    return edit ? [{ message: "addTag", data: { tag }, edits: [edit] }] : [];
  });
}
