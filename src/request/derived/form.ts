import { hasJsonMembers, type Member, type ObjectValue, type StringValue, type Value } from "../../value/value";
import { asText, optionsOf } from "../drafts/known";
import { objectOf, unknown } from "../drafts/objects";
import { parseQuery } from "../drafts/parse-query";
import type { Request } from "../request";
import { getHeader } from "./headers";

const formType = /^(?:application\/x-www-form-urlencoded|multipart\/form-data)\b/iu;

/** @returns whether the header fields of a request declare a form. */
export function isSentAsForm(request: Request): boolean {
  const { presence, value } = getHeader(request, "Content-Type");
  return presence === "present" && formType.test(asText(value) ?? "");
}

/**
 * Finds the forms that a request may send as its body. A text is a form if the header fields declare it, or if a
 * `URLSearchParams` or a package for queries produced it.
 *
 * @returns the fields of each form, nested by their brackets: `card[number]` is `number` inside `card`. Bodies that may
 * not be forms are excluded.
 */
export function findForms(request: Request): readonly ObjectValue[] {
  const { body } = request;
  if (body === undefined) return [];
  const isForm = body.encoding === "form" || (body.encoding === "text" && isSentAsForm(request));
  return optionsOf(body.value).flatMap((option): ObjectValue[] => {
    if (option.kind === "object" && body.encoding === "form") {
      const isPlain = hasJsonMembers(option) || option.class === "FormData" || option.class === "URLSearchParams";
      return isPlain ? [nestByBrackets(option)] : [];
    }
    const isText = option.kind === "string" && (isForm || (body.encoding === "text" && isWritten(option)));
    return isText ? [nestByBrackets(parseQuery(option.parts, option.range))] : [];
  });
}

/** Whether a text was serialized from parameters. */
function isWritten({ parts }: StringValue): boolean {
  const [only, ...others] = parts;
  return only?.kind === "hole" && others.length === 0 && optionsOf(only.value).every(isParameters);
}

function isParameters(value: Value): boolean {
  return value.kind === "object" && value.class === "URLSearchParams";
}

/** Matches a field with brackets: `a[b][]`. */
const nestedKey = /^([^[\]]+)((?:\[[^[\]]*\])+)$/u;

/** Bound on nesting: services take no deeper fields, and each level splits the keys again. */
const mostLevels = 16;

/** Nests the fields of a form or the parameters of a query by the brackets of their keys. Deeper levels are unknown. */
export function nestByBrackets(form: ObjectValue, levels = mostLevels): ObjectValue {
  const groups = new Map<string, { own: Member[]; inner: Member[] }>();
  for (const member of form.members) {
    const [, name = member.key, brackets] = nestedKey.exec(member.key) ?? [];
    const group = groups.get(name) ?? { own: [], inner: [] };
    groups.set(name, group);
    if (brackets === undefined) group.own.push(member);
    else {
      const [first = "", ...rest] = brackets.slice(1, -1).split("][");
      group.inner.push({ ...member, key: `${first}${rest.map((each) => `[${each}]`).join("")}` });
    }
  }
  const members = [...groups].flatMap(([key, { own, inner }]): Member[] => {
    const [first] = inner;
    if (first === undefined) return own;
    const isSure = [...own, ...inner].some(({ presence }) => presence === "always");
    const value =
      own.length > 0 || levels === 0
        ? unknown(levels === 0 ? "nested too deeply" : "a field beside those inside it", first.keyRange)
        : nestByBrackets(objectOf(inner, first.keyRange, form.open), levels - 1);
    return [{ key, keyRange: first.keyRange, value, presence: isSure ? "always" : "maybe" }];
  });
  return { ...form, members };
}
