import { readFileSync } from "node:fs";
import { join } from "node:path";
import { deflateRawSync } from "node:zlib";
import { root } from "./pages.mjs";

const known = new Map();

/**
 * @returns the examples of a rule's page: whether each is correct, its info string, its text, and its playground link.
 */
export function examplesOf(rule) {
  const examples = known.get(rule) ?? readExamples(rule);
  known.set(rule, examples);
  return examples;
}

function readExamples(rule) {
  const page = readFileSync(join(root, `docs/rules/${rule}.md`), "utf8");
  const examples = [];
  let kind;
  for (const [, heading, info, text] of page.matchAll(/^#{1,6} ([^\n]*)$|^```([^\n]+)\n(.*?)^```$/gmsu)) {
    if (heading !== undefined) kind = /(?:Incorrect|Correct)$/u.exec(heading)?.[0].toLowerCase();
    else if (kind) examples.push({ kind, info: info.trim(), text, link: linkTo(rule, info.trim(), text) });
  }
  return examples;
}

/** A playground link contains the compressed content, so that no server has to store it. */
function linkTo(rule, info, text) {
  const isManifest = /^(?:ya?ml|json)\b/u.test(info);
  const configuration = configurationOf(rule, info);
  const contract = /\bcontract: \[([\w.-]+)\]/u.exec(configuration)?.[1];
  const state = {
    tab: isManifest ? "manifests" : "code",
    [isManifest ? "manifest" : "code"]: text,
    // The page has one contract, of that name.
    configuration: configuration.replace(/\bcontract: \[[\w.-]+\]/u, "contract: [contract.yaml]"),
    ...(contract && { contract: readFileSync(join(root, "fixtures/contracts", contract), "utf8") }),
  };
  return `/playground.html#${deflateRawSync(JSON.stringify(state)).toString("base64url")}`;
}

/** The settings after a fence's language are those with which the example is tested. */
function configurationOf(rule, info) {
  const settings = new Map([...info.matchAll(/(\w+)='([^']*)'/gu)].map(([, name, value]) => [name, value]));
  const severity = settings.has("options") ? `[error, ${settings.get("options")}]` : "error";
  const flow = settings.get("configuration")?.replace(/^\{|\}$/gu, "");
  return [`# The rule of this example.`, `rules: { ${rule}: ${severity} }`, ...(flow ? topLevel(flow) : []), ""].join(
    "\n",
  );
}

/** Converts the flow mapping `a: {b: c}, d: e` to one line per key. */
function topLevel(flow) {
  const lines = [];
  let depth = 0;
  let line = "";
  for (const character of flow) {
    if ("{[".includes(character)) depth += 1;
    if ("}]".includes(character)) depth -= 1;
    if (character === "," && depth === 0) {
      lines.push(line.trim());
      line = "";
    } else line += character;
  }
  return [...lines, line.trim()];
}
