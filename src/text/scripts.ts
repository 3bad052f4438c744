/** The scripts of a component file. All other text is blanked, so that offsets, lines and columns stay the same. */
export interface ComponentScripts {
  readonly text: string;
  /** The language of the first script with a `lang` attribute: `lang="ts"`. */
  readonly language: "js" | "jsx" | "ts" | "tsx";
}

const tagStart = /<!--|<(?:script|style|[a-z][\w:.-]*)(?=[\s/>])/giu;
const notScript = /^(?!$|module$|(?:text|application)\/(?:java|ecma|type)script$|text\/babel$|ts$|js$)/iu;

/**
 * Blanks everything outside the `<script>` blocks of a Vue or Svelte file.
 *
 * A block that is not a program (`type="application/ld+json"`) is blanked too. Each block ends with a `;` in place of
 * the `<` of its end tag, so that two blocks never merge into one statement. Never throws; an unclosed block extends to
 * the end of the text.
 *
 * @param text without byte-order mark.
 */
export function blankOutsideScripts(text: string): ComponentScripts {
  let result = "";
  let copied = 0;
  let language: ComponentScripts["language"] | undefined;
  const pattern = new RegExp(tagStart);
  for (let found = pattern.exec(text); found; found = pattern.exec(text)) {
    if (found[0] === "<!--") {
      pattern.lastIndex = endAfter(text, "-->", pattern.lastIndex);
      continue;
    }
    const name = found[0].slice(1).toLowerCase();
    const tag = readTag(text, pattern.lastIndex);
    pattern.lastIndex = tag.end;
    if (tag.selfClosing || (name !== "script" && name !== "style")) continue;
    const close = findCloseTag(text, name, tag.end);
    pattern.lastIndex = close;
    if (name === "style" || notScript.test(tag.attributes.get("type") ?? "")) continue;
    language ??= asLanguage(tag.attributes.get("lang"));
    result += blank(text.slice(copied, tag.end)) + text.slice(tag.end, close);
    copied = close;
    if (close < text.length) {
      result += ";";
      copied += 1;
    }
  }
  return { text: result + blank(text.slice(copied)), language: language ?? "js" };
}

function blank(text: string): string {
  return text.replace(/[^\r\n\u2028\u2029]/g, " ");
}

function endAfter(text: string, mark: string, from: number): number {
  const at = text.indexOf(mark, from);
  return at === -1 ? text.length : at + mark.length;
}

function findCloseTag(text: string, name: "script" | "style", from: number): number {
  const pattern = new RegExp(`</${name}(?=[\\s/>])`, "giu");
  pattern.lastIndex = from;
  return pattern.exec(text)?.index ?? text.length;
}

function asLanguage(value: string | undefined): ComponentScripts["language"] | undefined {
  if (value === "ts" || value === "typescript") return "ts";
  return value === "tsx" || value === "jsx" || value === "js" ? value : undefined;
}

interface Tag {
  readonly end: number;
  readonly selfClosing: boolean;
  readonly attributes: ReadonlyMap<string, string>;
}

/** Parses attributes up to the tag's `>`. Braces contain Svelte expressions, in which `>` and quotes may occur. */
function readTag(text: string, from: number): Tag {
  const attributes = new Map<string, string>();
  const token = /[\s/]+|>|\{|([^\s=/>{"']+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>{"']+))?)?|["'=}]/gy;
  token.lastIndex = from;
  let selfClosing = false;
  for (let found = token.exec(text); found; found = token.exec(text)) {
    if (found[0] === ">") return { end: token.lastIndex, selfClosing, attributes };
    selfClosing = found[0].endsWith("/");
    if (found[0] === "{") token.lastIndex = skipBraces(text, token.lastIndex);
    const [, name, double, single, bare] = found;
    if (name !== undefined) attributes.set(name.toLowerCase(), double ?? single ?? bare ?? "");
  }
  return { end: text.length, selfClosing, attributes };
}

/** @returns the offset after the closing brace of a pair opened just before `from`. */
function skipBraces(text: string, from: number): number {
  const token = /[{}]|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`/gsu;
  token.lastIndex = from;
  let depth = 1;
  for (let found = token.exec(text); found; found = token.exec(text)) {
    if (found[0] === "{") depth += 1;
    if (found[0] === "}") depth -= 1;
    if (depth === 0) return token.lastIndex;
  }
  return text.length;
}
