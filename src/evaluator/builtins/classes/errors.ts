import type { BuiltinClass } from "../../domain/builtin-class";
import { pure } from "../define";

/** `Error` and its subclasses: making one changes nothing, and the instance is unknown. */
export const errorClasses: readonly BuiltinClass[] = ["Error", "TypeError", "RangeError"].map((name) => ({
  name,
  call: (machine, call) => pure(machine, name, "object")(call),
  construct: (machine, call) => pure(machine, `new ${name}`, "object")(call),
}));
