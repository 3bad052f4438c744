import type { Range } from "../../text/range";

/** A misuse of a client: an argument or option is dropped, or sent in another place. */
export type Misuse = { readonly range: Range } & (
  | { readonly kind: "option"; readonly name: string; readonly instead: string }
  | { readonly kind: "headerAsOption"; readonly name: string }
  | { readonly kind: "smallLetters"; readonly method: string }
  | { readonly kind: "bodyOfRead"; readonly method: string }
  | { readonly kind: "noCors"; readonly names: string }
  | { readonly kind: "extraArgument"; readonly callee: string }
  | { readonly kind: "optionsAsBody"; readonly callee: string; readonly name: string }
  | { readonly kind: "bodyAsOptions"; readonly callee: string; readonly names: string; readonly instead: string }
);
