/** @returns the URL of a rule's page in the published package. */
export function documentationUrl(id: string): string {
  return `https://unpkg.com/eslint-plugin-restraint/docs/rules/${id}.md`;
}
