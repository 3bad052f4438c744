/** Forms of placeholders in texts: `"/users/{id}"`. */

/** The marks before and after a placeholder's name. */
export interface PlaceholderForm {
  readonly before: string;
  readonly behind: string;
}

/** Longer marks come first. */
export const placeholderForms: readonly PlaceholderForm[] = [
  { before: "{{", behind: "}}" },
  { before: "{", behind: "}" },
  { before: "${", behind: "}" },
  { before: "<", behind: ">" },
  { before: "[", behind: "]" },
  { before: "%", behind: "%" },
  { before: "__", behind: "__" },
  { before: ":", behind: "" },
];

/** @returns the source of an expression that matches placeholders of a form. After a colon, a number is a port. */
export function placeholderSource({ before, behind }: PlaceholderForm): string {
  const escaped = (text: string): string => text.replace(/[$[\]{}]/gu, "\\$&");
  return `${escaped(before)}${before === ":" ? "[A-Za-z_]\\w*" : "[\\w.-]+?"}${escaped(behind)}`;
}

const onePlaceholder = new RegExp(`^(?:${placeholderForms.map(placeholderSource).join("|")})$`, "u");

/** Whether a text is a single placeholder. */
export function isPlaceholder(text: string): boolean {
  return onePlaceholder.test(text);
}
