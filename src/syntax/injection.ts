/** Names of static lists that declare constructor arguments for a service container, one entry per parameter. */
const listNames = String.raw`(?:dependencies|deps|\$?inject)`;
const mention = new RegExp(String.raw`\bstatic\s+(?:readonly\s+)?${listNames}\b`, "u");

/** Whether a text may contain such a list. */
export function mayListServices(text: string): boolean {
  return mention.test(text);
}
