import type { ClassId } from "../../code/graph";
import type { ProjectFile } from "../../project/project-file";
import type { CallSite, FunctionSite } from "../../project/sites";

/** A callee that a call may have. */
export type Callee =
  | {
      readonly kind: "function";
      readonly site: FunctionSite;
      /** Arguments and parameters do not correspond by position: `f.call(self, a)`. */
      readonly isShifted?: boolean;
      /** A client runs it: the indices of the parameters that get a client or a function, such as the builder of an API. */
      readonly clients?: readonly number[];
    }
  /** A class of the project that `new` or `super` instantiates, with or without a constructor of its own. */
  | { readonly kind: "class"; readonly file: ProjectFile; readonly class: ClassId }
  /** A native of a client. `gives`: the result is a client or a part of one. `begins`: the result is a request that is sent when it is awaited. */
  | { readonly kind: "native"; readonly sends: boolean; readonly gives: boolean; readonly begins: boolean }
  /** A function of the language or the platform. */
  | { readonly kind: "builtin" }
  | { readonly kind: "unknown" };

/** The flow's queries to the evaluation. */
export interface Evaluation {
  /**
   * @param callers the call chain into the enclosing function, or into a function around it, innermost first. If it is empty, the caller is unknown.
   * @param isLikely whether the callee may well belong to the project or to a client: others get a smaller budget.
   * @returns the possible callees; `unknown` if they cannot be determined.
   */
  calleesOf(site: CallSite, callers: readonly CallerSite[], isLikely: boolean): readonly Callee[];
  /** @returns whether a call of a function begins a request that the code around the call goes on to build. */
  begins(site: CallSite): boolean;
}

/** A call that runs a function: directly, or as a callback, at once or later. */
export interface CallerSite extends CallSite {
  /** Index of the argument that is the function, or holds it; absent for a direct call. */
  readonly argument?: number | undefined;
  /** Arguments and parameters do not correspond by position. */
  readonly isShifted?: boolean | undefined;
}

type Native = Extract<Callee, { kind: "native" }>;

/** @returns whether two callees are equal. */
export function isSameCallee(one: Callee, other: Callee): boolean {
  if (one.kind === "function")
    return other.kind === "function" && one.site.file === other.site.file && one.site.function === other.site.function;
  if (one.kind === "class") return other.kind === "class" && one.file === other.file && one.class === other.class;
  if (one.kind === "native") return other.kind === "native" && isSameNative(one, other);
  return one.kind === other.kind;
}

function isSameNative(one: Native, other: Native): boolean {
  return one.sends === other.sends && one.gives === other.gives && one.begins === other.begins;
}
