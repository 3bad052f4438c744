// Writes the configuration after a contract is imported from pasted source.
import { samples } from "./samples.mjs";

const setting = "contract: [./contract.yaml]";
/**
 * Configurations written by the page, which it may replace. A configuration that the user wrote gets at most one more
 * line.
 */
const own = new Set([samples.configuration]);

/**
 * @param {{ baseUrls?: readonly string[] }} made `baseUrls` if the source describes a service of its own, which
 * replaces the sample's.
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
