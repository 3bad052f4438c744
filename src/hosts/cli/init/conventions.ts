import type { Convention } from "../../../contract/description/endpoint";

/** Asks a question, and returns the typed answer. */
export type Ask = (question: string) => Promise<string>;

/** Conventions that only the people of a service know. */
const questions: readonly (readonly [convention: Convention, question: string])[] = [
  ["entity-tags", "Do updates need If-Match?"],
  ["merge-patch", "Does a PATCH replace whole arrays, and does null delete a field?"],
  ["put-replaces", "Does a PUT clear what it leaves out?"],
  ["bearer", "Is Bearer the only scheme in Authorization?"],
  ["wrapped", "Do answers come in `data`?"],
  ["fields", "Does the query parameter `fields` choose parts of an answer?"],
];

/** @returns the conventions that were confirmed. */
export async function askConventions(ask: Ask): Promise<readonly Convention[]> {
  const chosen: Convention[] = [];
  for (const [convention, question] of questions) if (isYes(await ask(`${question} [y/N] `))) chosen.push(convention);
  return chosen;
}

export function isYes(answer: string): boolean {
  return /^y(?:es)?$/iu.test(answer.trim());
}

/**
 * @returns the lines of `service` that list the conventions. Without any, they are comments to fill in: no convention
 * is assumed.
 */
export function conventionLines(chosen: readonly Convention[]): string {
  if (chosen.length > 0) return `  conventions: [${chosen.join(", ")}]\n`;
  const all = questions.map(([convention]) => convention).join(", ");
  const asked = questions.map(([convention, question]) => `  # ${question} (${convention})\n`).join("");
  return `  # Which of these holds? None is taken for granted.\n${asked}  # conventions: [${all}]\n`;
}
