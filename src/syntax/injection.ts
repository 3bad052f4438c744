/** Names of static lists that tell a service container the arguments of a constructor, one entry for each parameter. */
const listNames = String.raw`(?:dependencies|deps|\$?inject)`;
const mention = new RegExp(String.raw`\bstatic\s+(?:readonly\s+)?${listNames}\b`, "u");

/** Whether a text may contain such a list. */
export function mayListServices(text: string): boolean {
  return mention.test(text);
}
