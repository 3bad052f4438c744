/** The place of a rule's file: `rules/<group>/<id>.ts`. */
export interface RulePlace {
  readonly group: string;
  readonly id: string;
}

/** @returns the text of `rules/index.ts`, which lists all rules by group and id. */
export function ruleIndex(places: readonly RulePlace[]): string {
  const imports = places.map(({ group, id }) => `import { rule as ${camelCase(id)} } from "./${group}/${id}";`);
  const names = places.map(({ id }) => `  ${camelCase(id)},`);
  return `// Made by \`npm run generate\` from the files beside it.
import type { Rule } from "../src/rule/define";
${imports.join("\n")}

/** All rules, by group and id. */
export const rules: readonly Rule[] = [
${names.join("\n")}
];

/** The same by id. */
export const byId: ReadonlyMap<string, Rule> = new Map(rules.map((rule) => [rule.id, rule]));
`;
}

function camelCase(id: string): string {
  return id.replace(/-(\w)/gu, (_, letter: string) => letter.toUpperCase());
}
