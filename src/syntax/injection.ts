/** Names of the lists that tell a container of services which arguments a constructor takes, one entry for each parameter. */
const listNames = String.raw`(?:dependencies|deps|\$?inject)`;
const mention = new RegExp(String.raw`\bstatic\s+(?:readonly\s+)?${listNames}\b`, "u");

/** Whether a text may have such a list, by a look at its words. */
export function mayListServices(text: string): boolean {
  return mention.test(text);
}
