/** What programs write where a value is to be put: `"/users/{id}"`. */

/** What stands before and behind the name of a placeholder. */
export interface PlaceholderForm {
  readonly before: string;
  readonly behind: string;
}

/** Longer marks first. */
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

/** @returns the source of an expression for placeholders of a form. Behind a colon, a number is a port. */
export function placeholderSource({ before, behind }: PlaceholderForm): string {
  const escaped = (text: string): string => text.replace(/[$[\]{}]/gu, "\\$&");
  return `${escaped(before)}${before === ":" ? "[A-Za-z_]\\w*" : "[\\w.-]+?"}${escaped(behind)}`;
}

const onePlaceholder = new RegExp(`^(?:${placeholderForms.map(placeholderSource).join("|")})$`, "u");

/** Whether a text is a placeholder and nothing else. */
export function isPlaceholder(text: string): boolean {
  return onePlaceholder.test(text);
}
