import { conventions } from "../../src/contract/conventions";
import { insertHeader } from "../../src/request/header-edits";
import { getHeader } from "../../src/request/headers";
import { asText, optionsOf } from "../../src/request/known";
import { effectiveMethod } from "../../src/request/method";
import { isService } from "../../src/request/predicates";
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
    missing:
      "This {method} sends no `If-Match`, and succeeds only with the resource's current tag. Read the resource with its `etag` and send that; `*` forces the update.",
    forced: "`If-Match: *` forces this {method} over whatever changed since the last read. Send the tag of the read.",
    addTag: "Add `If-Match: {tag}`.",
  },
  options: {
    force: {
      type: "string",
      enum: ["allow", "report"],
      description: "Whether `If-Match: *`, which forces an update without a read, is reported.",
      default: "allow",
    },
    put: {
      type: "boolean",
      description: "Whether a PUT needs the tag as well.",
      default: false,
    },
  },
  fixable: false,
  hasSuggestions: true,
  check(request, context) {
    const method = effectiveMethod(request);
    if (method !== "PATCH" && !(method === "PUT" && context.options.put)) return;
    if (!isService(request) || !usesTags(request, context)) return;
    const tag = getHeader(request, conventions.tag.header);
    if (tag.presence === "absent") {
      context.report({
        message: "missing",
        data: { method },
        range: request.anchor,
        suggestions: suggestTags(request, context.text),
      });
    }
    if (context.options.force === "allow" || !tag.value) return;
    for (const option of optionsOf(tag.value)) {
      if (asText(option)?.trim() === conventions.tag.force)
        context.report({ message: "forced", data: { method }, range: option.range });
    }
  },
});

function suggestTags(request: Request, text: string): NonNullable<Report["suggestions"]> {
  return request.tagsInScope.flatMap((tag) => {
    const edit = insertHeader(request, text, conventions.tag.header, tag);
    return edit ? [{ message: "addTag", data: { tag }, edits: [edit] }] : [];
  });
}
