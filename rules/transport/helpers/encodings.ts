/**
 * Whether an Accept-Encoding value accepts gzip: it contains `gzip` or `*` with a weight above zero.
 *
 * @param value the field's text: `gzip, deflate;q=0.5`.
 */
export function asksForGzip(value: string): boolean {
  const codings = new Map<string, boolean>();
  for (const item of value.toLowerCase().split(",")) {
    const [name = "", ...parameters] = item.split(";").map((part) => part.trim());
    codings.set(name, !parameters.some((parameter) => /^q\s*=\s*0(?:\.0*)?$/.test(parameter)));
  }
  return codings.get("gzip") ?? codings.get("x-gzip") ?? codings.get("*") ?? false;
}
