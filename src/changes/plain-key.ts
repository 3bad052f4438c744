/** @returns an endpoint's key without the names of its path parameters: `GET /widgets/{}`. */
export function plainKey(key: string): string {
  return key.replace(/\{[^{}]*\}/gu, "{}").replace(/(?<=.)\/$/u, "");
}
