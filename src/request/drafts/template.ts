import type { Range } from "../../text/range";
import type { Member, ObjectValue, StringPart, StringValue, UnknownValue, Value } from "../../value/value";
import { optionsOf } from "./known";
import { oneOf, unknown } from "./objects";
import { flatten, holeAt, partsOf, slice, stringOf } from "./strings";

/** A URL template with its parameters filled in. */
export interface Filled {
  readonly url: Value;
  /** Names of the parameters in the template. */
  readonly used: ReadonlySet<string>;
  /** Used parameters that are surely not given. */
  readonly missing: readonly string[];
}

/** How a client reads templates. */
export interface TemplateStyle {
  /** Whether `:name` is a parameter, too. */
  readonly colon?: true;
  /** Whether a trailing slash is removed (octokit). */
  readonly trimmed?: true;
}

/** An expression of URI templates (RFC 6570). */
const expressions = /\{[^{}]*\}/g;

/**
 * Fills `{name}` in a URL template; unknown or missing parameters stay holes.
 *
 * @returns an unknown URL if a parameter may be `undefined`, which each client writes differently, or if the template
 * has other expressions (`{/path}`, `{list*}`).
 */
export function fillTemplate(
  template: Value,
  parameters: ObjectValue | UnknownValue,
  at: Range,
  style: TemplateStyle = {},
): Filled {
  if (template.kind === "string") return fillOne(template, parameters, at, style);
  const filled = optionsOf(template).map((option) =>
    option.kind === "string"
      ? fillOne(option, parameters, at, style)
      : { url: option, used: new Set<string>(), missing: [] },
  );
  const used = new Set(filled.flatMap((each) => [...each.used]));
  // If a template does not contain a parameter, the parameter is sent in another way.
  const isAlike = filled.every((each) => each.used.size === used.size);
  const urls = filled.map(({ url }) => url);
  const url = isAlike ? oneOf(urls, template.range) : unknown("one of several URL templates", template.range);
  return { url, used, missing: [] };
}

function fillOne(
  template: StringValue,
  parameters: ObjectValue | UnknownValue,
  at: Range,
  { colon, trimmed }: TemplateStyle,
): Filled {
  const text = flatten(template.parts);
  const used = new Set<string>();
  const parts: StringPart[] = [];
  let outside = "";
  let end = 0;
  for (const match of text.matchAll(colon ? /\{[+#]?([\w-][\w.-]*)\}|(?<=\/):(\w+)/g : /\{[+#]?([\w-][\w.-]*)\}/g)) {
    const name = match[1] ?? match[2] ?? "";
    used.add(name);
    // `{+path}` is inserted unchanged; all other parameters are percent-encoded.
    const filling = fill(name, parameters, at).map((part) =>
      part.kind === "hole" && !/^\{[+#]/.test(match[0]) ? { ...part, encoded: true as const } : part,
    );
    parts.push(...slice(template.parts, end, match.index), ...filling);
    outside += text.slice(end, match.index);
    end = match.index + match[0].length;
  }
  const rest = withoutQuery(text.slice(end), text.slice(0, end));
  parts.push(...slice(template.parts, end, end + rest.length));
  const others = (outside + rest).match(expressions) ?? [];
  for (const [name] of others.join().matchAll(/[\w.-]+/g)) used.add(name);
  if (others.length > 0)
    return { url: unknown("a URL template that is not understood", template.range), used, missing: [] };
  const missing = [...used].filter((name) => isMissing(name, parameters));
  if ([...used].some((name) => mayBeMissing(name, parameters)))
    return { url: unknown("a parameter of the URL may be missing", template.range), used, missing };
  const { range, origin } = template;
  const url = stringOf(trimmed ? withoutSlash(parts) : parts, range);
  return { url: { ...url, range, ...(origin && { origin }) }, used, missing };
}

function isMissing(name: string, parameters: ObjectValue | UnknownValue): boolean {
  return parameters.kind === "object" && !parameters.open && !parameters.members.some(({ key }) => key === name);
}

/** Drops `{?a,b}`, and `{&a,b}` after a query: the client builds that part from the remaining parameters. */
function withoutQuery(rest: string, before: string): string {
  const start = rest.search(/\{[?&]/);
  // Lists and objects that are spread over several parameters (`*`), and prefixes of values (`:3`), have another
  // syntax.
  if (
    start < 0 ||
    /[*:]/.test(rest.slice(start)) ||
    (rest.charAt(start + 1) === "&" && !(before + rest.slice(0, start)).includes("?"))
  )
    return rest;
  return rest.slice(0, start);
}

function withoutSlash(parts: readonly StringPart[]): readonly StringPart[] {
  const text = flatten(parts);
  return text.length > 1 && text.endsWith("/") ? slice(parts, 0, text.length - 1) : parts;
}

/**
 * Whether a parameter may be missing, which each client writes differently. An unknown value counts as given if it is
 * missing only after a failure that the code handles.
 */
function mayBeMissing(name: string, parameters: ObjectValue | UnknownValue): boolean {
  const member = memberOf(parameters, name);
  if (!member) return false;
  const present = presentOf(member.value);
  const isSure = present.length === optionsOf(member.value).length;
  return !isSure && (present.length === 0 || present.some(({ kind }) => kind !== "unknown"));
}

function presentOf(value: Value): readonly Value[] {
  return optionsOf(value).filter(({ kind }) => kind !== "undefined" && kind !== "null");
}

function memberOf(parameters: ObjectValue | UnknownValue, name: string): Member | undefined {
  return parameters.kind === "object" ? parameters.members.findLast(({ key }) => key === name) : undefined;
}

function fill(name: string, parameters: ObjectValue | UnknownValue, at: Range): StringPart[] {
  const member = memberOf(parameters, name);
  if (!member) return [{ kind: "hole", value: unknown(`parameter \`${name}\``, at) }];
  const parts = partsOf(oneOf(presentOf(member.value), member.value.range));
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

/** @returns the members that are neither in the template nor options of the client. */
export function membersLeft(object: ObjectValue, taken: (key: string) => boolean): ObjectValue {
  const members = object.members.flatMap((member): Member[] => {
    if (taken(member.key)) return [];
    const possible = optionsOf(member.value);
    return possible.every((option) => option.kind === "undefined") ? [] : [member];
  });
  return { ...object, members };
}
