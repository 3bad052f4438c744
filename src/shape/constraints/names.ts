/** Names, labels and annotations of Kubernetes objects, as the API server validates them. */

/** @returns whether a text is a lower-case DNS label, such as the name of a namespace. */
export function isLabelName(text: string): boolean {
  return text.length <= 63 && /^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?$/.test(text);
}

/** @returns whether a text is a lower-case domain name, such as the name of an object. Its labels may have any length. */
export function isLongName(text: string): boolean {
  return text.length <= 253 && text.split(".").every((label) => /^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?$/.test(label));
}

/** @returns whether names can begin with a text. */
export function isGenerateName(text: string): boolean {
  return isLongName(text.length > 1 && text.endsWith("-") ? `${text.slice(0, -1)}a` : text);
}

/** @returns whether a text is a label key or the name of a finalizer: a name, optionally after a domain and a slash. */
export function isQualifiedName(text: string): boolean {
  const slash = text.indexOf("/");
  if (slash >= 0 && !isLongName(text.slice(0, slash))) return false;
  const name = text.slice(slash + 1);
  return name !== "" && isLabelValue(name);
}

/** @returns whether a text is an annotation key. */
export function isAnnotationKey(text: string): boolean {
  return isQualifiedName(text.toLowerCase());
}

/** @returns whether a text is a label value, which may be empty. */
export function isLabelValue(text: string): boolean {
  return text.length <= 63 && (text === "" || /^[A-Za-z0-9](?:[-A-Za-z0-9_.]*[A-Za-z0-9])?$/.test(text));
}
