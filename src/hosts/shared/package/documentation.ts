/** @returns where a published package shows the page of a rule. */
export function documentationUrl(id: string): string {
  return `https://unpkg.com/eslint-plugin-restraint/docs/rules/${id}.md`;
}
