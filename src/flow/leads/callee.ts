import type { ClassId } from "../../code/graph";
import type { ProjectFile } from "../../project/project-file";
import type { CallSite, FunctionSite } from "../../project/sites";

/** What a call calls. */
export type Callee =
  | {
      readonly kind: "function";
      readonly site: FunctionSite;
      /** Its arguments are not those of the call, one by one: `f.call(self, a)`. */
      readonly isShifted?: boolean;
    }
  /** A class of the project that `new` or `super` makes an instance of, whether or not it has a constructor of its own. */
  | { readonly kind: "class"; readonly file: ProjectFile; readonly class: ClassId }
  /** Something of a client. `gives`: the result is a client too, or a part of one; `begins`: it is a request that is sent when somebody waits for it. */
  | { readonly kind: "native"; readonly sends: boolean; readonly gives: boolean; readonly begins: boolean }
  /** A function of the language or the platform. */
  | { readonly kind: "builtin" }
  | { readonly kind: "unknown" };

/** What the flow asks of the evaluation. */
export interface Evaluation {
  /**
   * @param callers calls through which the function around the call is entered, or a function around that, the innermost first; without them, nothing
   *   is known of what callers supply.
   * @param isLikely whether the call may well call something of the project or of a client: for others less is evaluated.
   * @returns what a call calls: several where it is one of several; `unknown` where it cannot be told.
   */
  calleesOf(site: CallSite, callers: readonly CallerSite[], isLikely: boolean): readonly Callee[];
  /** @returns whether a call of a function begins a request, which code around the call builds. */
  begins(site: CallSite): boolean;
}

/** A call that runs a function: its call, or one that is given it and calls it back, at once or later. */
export interface CallerSite extends CallSite {
  /** The function is given to the call: the argument that is it, or holds it. */
  readonly argument?: number | undefined;
  /** The arguments of the call are not those of the function, one by one. */
  readonly isShifted?: boolean | undefined;
}

type Native = Extract<Callee, { kind: "native" }>;

/** @returns whether two callees are one. */
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
