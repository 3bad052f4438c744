import type { Range } from "../../text/range";
import type { Member, ObjectValue, StringPart, UnknownValue, Value } from "../../value/value";
import { optionsOf } from "./known";
import { unknown } from "./objects";
import { flatten, holeAt, partsOf, slice, stringOf } from "./strings";

/** A URL template with its parameters filled in. */
export interface Filled {
  readonly url: Value;
  /** Names of the parameters that the template took. */
  readonly used: ReadonlySet<string>;
}

/**
 * Fills `{name}` in a URL template; a parameter that is not known or not given stays a hole.
 *
 * @param colon whether `:name` is a parameter too.
 */
export function fillTemplate(
  template: Value,
  parameters: ObjectValue | UnknownValue,
  at: Range,
  colon = false,
): Filled {
  if (template.kind !== "string") return { url: template, used: new Set() };
  const text = flatten(template.parts);
  const used = new Set<string>();
  const parts: StringPart[] = [];
  let end = 0;
  for (const match of text.matchAll(colon ? /\{[+#]?([\w.-]+)\}|(?<=\/):(\w+)/g : /\{[+#]?([\w.-]+)\}/g)) {
    const name = match[1] ?? match[2] ?? "";
    used.add(name);
    // `{+path}` is filled as it is; every other parameter is percent-encoded.
    const filling = fill(name, parameters, at).map((part) =>
      part.kind === "hole" && !/^\{[+#]/.test(match[0]) ? { ...part, encoded: true as const } : part,
    );
    parts.push(...slice(template.parts, end, match.index), ...filling);
    end = match.index + match[0].length;
  }
  // `{?a,b}` is a query, which the client makes of the remaining parameters.
  const rest = slice(template.parts, end);
  const query = flatten(rest).indexOf("{?");
  parts.push(...(query < 0 ? rest : slice(rest, 0, query)));
  return {
    url: {
      ...stringOf(parts, template.range),
      range: template.range,
      ...(template.origin && { origin: template.origin }),
    },
    used,
  };
}

function fill(name: string, parameters: ObjectValue | UnknownValue, at: Range): StringPart[] {
  const member = parameters.kind === "object" ? parameters.members.findLast((each) => each.key === name) : undefined;
  if (!member) return [{ kind: "hole", value: unknown(`parameter \`${name}\``, at) }];
  const parts = partsOf(member.value);
  const encoded = parts.every((part) => part.kind === "text" && /^[\w.~-]*$/.test(part.text));
  if (encoded && member.presence === "always") return [...parts];
  const [single] = parts;
  const value =
    parts.length === 1 && single?.kind === "hole" && holeAt(parts, 0)
      ? single.value
      : unknown(
          `parameter \`${name}\``,
          member.value.range,
          member.value.origin ? { origin: member.value.origin } : {},
        );
  return [{ kind: "hole", value }];
}

/** The members that a template has not taken and that are not the client's own options. */
export function membersLeft(object: ObjectValue, taken: (key: string) => boolean): ObjectValue {
  const members = object.members.flatMap((member): Member[] => {
    if (taken(member.key)) return [];
    const possible = optionsOf(member.value);
    return possible.every((option) => option.kind === "undefined") ? [] : [member];
  });
  return { ...object, members };
}
