import type { BuiltinClass } from "../../store/builtin-class";
import { pure } from "../define";

/** `Error` and its subclasses: making one changes nothing, and the instance is unknown. */
export const errorClasses: readonly BuiltinClass[] = ["Error", "TypeError", "RangeError"].map((name) => ({
  name,
  call: (program, call) => pure(program, name, "object")(call),
  construct: (program, call) => pure(program, `new ${name}`, "object")(call),
}));
