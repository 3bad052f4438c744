import { isLabelName, isLabelValue, isLongName, isQualifiedName } from "../constraints/names";
import { getFormat } from "../constraints/formats";
import { Failure } from "./failure";
import type { Functions } from "./functions";
import { compilePattern, type Pattern } from "../constraints/patterns";

/** A text format that rules refer to by name: `format.dns1123Label()`. */
export class NamedFormat {
  constructor(
    readonly name: string,
    readonly fits: (text: string) => boolean,
  ) {}
}

/** The receiver of `format.dns1123Label()`. */
export class FormatNamespace {
  readonly name = "format";
}

const patterns = new Map<string, Pattern>();
const mostPatterns = 500;

function pattern(source: string): Pattern {
  let compiled = patterns.get(source);
  if (compiled === undefined) {
    compiled = compilePattern(source);
    if (patterns.size < mostPatterns) patterns.set(source, compiled);
  }
  return compiled;
}

function findAll(text: string, source: string, most: bigint): string[] {
  const matcher = pattern(source).matcher(text);
  const found: string[] = [];
  while ((most < 0n || found.length < Number(most)) && matcher.find()) found.push(matcher.group() ?? "");
  return found;
}

function replace(text: string, old: string, by: string, most: bigint): string {
  const parts = text.split(old);
  if (most < 0n || parts.length <= Number(most)) return parts.join(by);
  const head = parts.slice(0, Number(most) + 1);
  return [head.join(by), ...parts.slice(Number(most) + 1)].join(old);
}

function charAt(text: string, index: bigint): string {
  const characters = Array.from(text);
  if (index < 0n || index > BigInt(characters.length))
    throw new Failure("a text is shorter than the rule takes it for");
  return characters[Number(index)] ?? "";
}

const byFormat = (name: string): ((text: string) => boolean) => {
  const format = getFormat(name);
  return (text) => format?.fits(text) !== false;
};

const isDns1035 = (text: string): boolean => isLabelName(text) && /^[a-z]/.test(text);

const forms: Readonly<Record<string, (text: string) => boolean>> = {
  dns1123Label: isLabelName,
  dns1123Subdomain: isLongName,
  dns1035Label: isDns1035,
  dns1123LabelPrefix: (text) => isLabelName(withoutDash(text)),
  dns1123SubdomainPrefix: (text) => isLongName(withoutDash(text)),
  dns1035LabelPrefix: (text) => isDns1035(withoutDash(text)),
  qualifiedName: isQualifiedName,
  labelValue: isLabelValue,
  ...Object.fromEntries(["uri", "uuid", "byte", "date", "datetime"].map((name) => [name, byFormat(name)])),
};

function withoutDash(text: string): string {
  return text.length > 1 && text.endsWith("-") ? `${text.slice(0, -1)}a` : text;
}

function format(text: string, values: readonly unknown[]): string {
  let at = 0;
  return text.replace(/%(?:\.(\d{1,2}))?([%sdfeobxX])/g, (_, digits: string | undefined, verb: string) => {
    if (verb === "%") return "%";
    const value = values[at++];
    if (verb === "f" && typeof value !== "object") return Number(value).toFixed(Number(digits ?? 6));
    if (verb === "s" || verb === "d") return describe(value);
    throw new Error("a form of numbers that is not known");
  });
}

function describe(value: unknown): string {
  if (typeof value === "object" && value !== null)
    return JSON.stringify(value, (_, each: unknown) => (typeof each === "bigint" ? Number(each) : each));
  return String(value);
}

/** Unicode white space. Excludes the byte-order mark, which JavaScript's `trim` removes. */
const space = "[\\t-\\r \\u0085\\u00A0\\u1680\\u2000-\\u200A\\u2028\\u2029\\u202F\\u205F\\u3000]";
const ends = new RegExp(`^${space}+|${space}+$`, "g");

/** The functions of texts, regular expressions and formats, by signature. `library.ts` redirects some of the usual names to them. */
export const textFunctions: Functions = {
  "string.asciiLower(): string": (text: string) => text.replace(/[A-Z]+/g, (part) => part.toLowerCase()),
  "string.asciiUpper(): string": (text: string) => text.replace(/[a-z]+/g, (part) => part.toUpperCase()),
  "string.trimSpace(): string": (text: string) => text.replace(ends, ""),
  "string.reMatch(string): bool": (text: string, source: string) => pattern(source).test(text),
  "reMatch(string, string): bool": (text: string, source: string) => pattern(source).test(text),
  "string.find(string): string": (text: string, source: string) => findAll(text, source, 1n)[0] ?? "",
  "string.findAll(string): list<string>": (text: string, source: string) => findAll(text, source, -1n),
  "string.findAll(string, int): list<string>": findAll,
  "string.charAt(int): string": charAt,
  "string.replace(string, string): string": (text: string, old: string, by: string) => replace(text, old, by, -1n),
  "string.replace(string, string, int): string": replace,
  "string.reverse(): string": (text: string) => Array.from(text).reverse().join(""),
  "string.format(list): string": format,
  ...Object.fromEntries(
    Object.entries(forms).map(([name, fits]) => {
      const named = new NamedFormat(name, fits);
      return [`FormatNamespace.${name}(): NamedFormat`, () => named];
    }),
  ),
};
