import type { Selector } from "../../src/fields/selection";
import { defineRule, type Context } from "../../src/rule/define";
import { removeSelector } from "./helpers/edits";
import { findFieldsValues, type FieldsValue } from "./helpers/values";

type NoOptions = Readonly<Record<string, never>>;

export const rule = defineRule<"request", NoOptions>({
  id: "no-redundant-fields",
  code: 100103,
  on: "request",
  convention: "fields",
  docs: {
    summary: "Disallow selectors that another selector of the same `fields` value already covers.",
    why: "The response is the same without them, and who reads `a,a/b` believes that only `b` of `a` comes.",
    clauses: ["conventions 4.2.6"],
    preset: "recommended",
    severity: "warn",
  },
  messages: {
    repeated: "`{name}` is selected twice. Remove one.",
    covered: "`{cover}` is selected whole, and `{name}` with it. Remove this selector, or the whole `{cover}`.",
    remove: "Remove the repeated selector",
  },
  options: {},
  fixable: false,
  hasSuggestions: true,
  check(request, context) {
    for (const value of findFieldsValues(request)) {
      if (value.fields.mistakes.length > 0) continue;
      const { selectors } = value.fields;
      const covers = emptyCover();
      for (const selector of selectors) addCover(covers, selector);
      reportCovered(value, selectors, covers, context);
    }
  },
});

/** A tree of fields, with the selectors that select them as a whole. */
interface Cover {
  readonly path: string;
  readonly fields: Map<string, Cover>;
  /** The first selector that ends here. */
  whole: Selector | undefined;
}

function emptyCover(path = ""): Cover {
  return { path, fields: new Map(), whole: undefined };
}

function addCover(root: Cover, first: Selector): void {
  const pending = [{ selector: first, into: root }];
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { selector } = next;
    let at = next.into;
    for (const { name } of selector.path) at = fieldIn(at, name);
    if (!selector.group && !selector.open) at.whole ??= selector;
    for (const each of [...(selector.group?.selectors ?? [])].reverse()) pending.push({ selector: each, into: at });
  }
}

function fieldIn({ path, fields }: Cover, name: string): Cover {
  let field = fields.get(name);
  if (!field) fields.set(name, (field = emptyCover(path === "" ? name : `${path}/${name}`)));
  return field;
}

/** @returns the nodes for the segments of a selector's path, as far as they exist. */
function findAlong(from: Cover, { path }: Selector): readonly Cover[] {
  const found: Cover[] = [];
  let at: Cover | undefined = from;
  for (const { name } of path) {
    at = at.fields.get(name);
    if (!at) break;
    found.push(at);
  }
  return found;
}

function reportCovered(
  value: FieldsValue,
  selectors: readonly Selector[],
  covers: Cover,
  context: Context<NoOptions>,
): void {
  const { located } = value;
  const pending = [{ siblings: selectors, from: covers }];
  for (let next = pending.pop(); next; next = pending.pop()) {
    for (const selector of next.siblings) {
      const along = findAlong(next.from, selector);
      const cover = along.find(({ whole }) => whole !== undefined && whole !== selector);
      if (!cover) {
        const at = along.at(-1);
        if (selector.group && at) pending.push({ siblings: selector.group.selectors, from: at });
        continue;
      }
      const edits = removeSelector(located, selector, next.siblings);
      const isSame = cover === along.at(-1) && along.length === selector.path.length && !selector.group;
      context.report({
        message: isSame ? "repeated" : "covered",
        data: { name: along.at(-1)?.path ?? "", cover: cover.path },
        range: located.sourceRange(selector.range),
        ...(edits && { suggestions: [{ message: "remove", edits }] }),
      });
    }
  }
}
