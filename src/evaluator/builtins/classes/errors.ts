import type { BuiltinClass } from "../../domain/builtin-class";
import { pure } from "../define";

/** `Error` and its kin: making one changes nothing, and nothing is known of it. */
export const errorClasses: readonly BuiltinClass[] = ["Error", "TypeError", "RangeError"].map((name) => ({
  name,
  call: (machine, call) => pure(machine, name, "object")(call),
  construct: (machine, call) => pure(machine, `new ${name}`, "object")(call),
}));
