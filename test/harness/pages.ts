import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readSource, root, type Source } from "./fixtures";

/** A fenced example of a rule's page. */
export interface Example extends Source {
  readonly rule: string;
  readonly kind: "incorrect" | "correct";
  readonly index: number;
}

/** @returns the examples under the headings *Incorrect* and *Correct* of every rule's page. */
export function readExamples(): readonly Example[] {
  const folder = join(root, "docs/rules");
  if (!existsSync(folder)) return [];
  const pages = readdirSync(folder).filter((name) => name.endsWith(".md") && name !== "README.md");
  return pages
    .sort()
    .flatMap((name) => examplesOf(name.slice(0, -".md".length), readFileSync(join(folder, name), "utf8")));
}

function examplesOf(rule: string, page: string): readonly Example[] {
  const examples: Example[] = [];
  let kind: Example["kind"] | undefined;
  for (const found of page.matchAll(/^#{1,6} ([^\n]*)$|^```(\w+)([^\n]*)\n(.*?)^```$/gmsu)) {
    const [, heading, language, settings = "", text = ""] = found;
    if (heading !== undefined)
      kind = heading.endsWith("Incorrect") ? "incorrect" : heading.endsWith("Correct") ? "correct" : undefined;
    if (language === undefined || kind === undefined) continue;
    const index = examples.length + 1;
    const path = join(root, "docs/rules", `${rule}-${index}.${language}`);
    examples.push({ ...readSource(path, headOf(settings, language) + text), rule, kind, index });
  }
  return examples;
}

/**
 * @returns the settings after the language of a fence, as head lines of a case: pages do not show test syntax to
 * readers.
 */
function headOf(settings: string, language: string): string {
  const comment = language === "yaml" ? "#" : "//";
  return [...settings.matchAll(/(\w+)(?:='([^']*)')?/gu)]
    .map(([, name = "", value = "required"]) => `${comment} ${name}: ${value}\n`)
    .join("");
}
