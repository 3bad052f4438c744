// What the configuration says once a contract was made of a pasted source.
import { samples } from "./samples.mjs";

const setting = "contract: [./contract.yaml]";
/** Written by the page itself: it may write them anew. What a person has written gets a line more at most. */
const own = new Set([samples.configuration]);

/**
 * @param {{ baseUrls?: readonly string[] }} made `baseUrls` where the source describes a service of its own, which takes the sample's place.
 * @param {string} configuration
 * @returns {string}
 */
export function configurationFor({ baseUrls }, configuration) {
  if (!own.has(configuration)) {
    return /^contract:/mu.test(configuration) ? configuration : `${configuration.trimEnd()}\n${setting}\n`;
  }
  const service = baseUrls?.length > 0 ? `service:\n  baseUrls: ${JSON.stringify(baseUrls)}\n` : "";
  const text = `${baseUrls ? service : samples.configuration}${setting}\n`;
  own.add(text);
  return text;
}
