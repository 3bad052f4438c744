import type TS from "typescript";
import type { Abstract } from "../domain/domain";
import { numberOf } from "../domain/numbers";
import { optionsOf, primitiveOf } from "../domain/values";
import type { LateNote } from "../store/recording";
import { isLasting } from "./lasting";
import type { LateWrites } from "./late-writes";

/** Late writes as other passes may note them too. */

/** @param text the same for what changes the answer in the same way. */
export function noteOf(about: TS.Node | string, text: string, again: (to: LateWrites) => void): LateNote {
  return { about, text, again };
}

/** @returns a text that is the same for values that tell the same. */
export function described(value: Abstract | undefined): string {
  if (!value) return "?";
  return optionsOf(value)
    .map((each) => {
      const primitive = primitiveOf(each);
      if (!isLasting(each)) return "?";
      return primitive ? JSON.stringify([typeof primitive.value, String(primitive.value)]) : identified(each);
    })
    .join("|");
}

/** @returns what tells a client or an object from others. */
function identified(value: Abstract): string {
  return `#${numberOf(value.kind === "native" ? value.native : value.kind === "reference" ? value.cell : value)}`;
}
