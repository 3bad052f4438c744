import type { FunctionId, TypeId, ValueId, VariableId } from "./graph";

/** Declared types as they are written, imports and exports. */

export type TypeNode =
  | {
      readonly kind: "name";
      readonly name: readonly string[];
      readonly arguments: readonly TypeId[];
      readonly start: number;
      readonly end: number;
    }
  | { readonly kind: "literal"; readonly value: string | number | boolean | null | undefined }
  | { readonly kind: "keyword"; readonly name: string }
  | { readonly kind: "array"; readonly of: TypeId }
  | { readonly kind: "tuple"; readonly of: readonly TypeId[] }
  | { readonly kind: "union" | "intersection"; readonly of: readonly TypeId[] }
  | { readonly kind: "object"; readonly members: readonly TypeMember[]; readonly open: boolean }
  | { readonly kind: "function"; readonly returns?: TypeId }
  /** `Type["key"]`. */
  | { readonly kind: "indexed"; readonly of: TypeId; readonly key: string }
  /** `typeof x`, with the value of `x` if it is in scope. */
  | { readonly kind: "typeof"; readonly name: readonly string[]; readonly value?: ValueId }
  | { readonly kind: "other" };

export interface TypeMember {
  readonly key: string;
  readonly type?: TypeId;
  readonly optional: boolean;
  readonly method: boolean;
}

export interface DeclaredType {
  readonly name: string;
  readonly kind: "interface" | "alias";
  readonly type: TypeId;
  readonly extends: readonly TypeId[];
  readonly parameters: readonly string[];
  readonly in: FunctionId;
}

export interface Import {
  readonly specifier: string;
  /** `default`, a name, or `*` for the namespace, also that of `import()` and `require()`. */
  readonly name: string;
  readonly local: string | undefined;
}

export type Export =
  | { readonly kind: "value"; readonly name: string; readonly value: ValueId; readonly variable?: VariableId }
  | { readonly kind: "type"; readonly name: string; readonly type: number }
  /** `export { imported as name } from`, and re-exports of imported names. */
  | { readonly kind: "from"; readonly name: string; readonly specifier: string; readonly imported: string }
  | { readonly kind: "all"; readonly specifier: string }
  /** `module.exports = value`, `export = value`. */
  | { readonly kind: "whole"; readonly value: ValueId };
