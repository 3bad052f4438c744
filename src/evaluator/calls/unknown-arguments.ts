import { nativeValue, unknown } from "../domain/constructors";
import type { Abstract, Arguments, Frame, FunctionNode } from "../domain/domain";
import type { Machine } from "../machine";
import { parametersOf } from "../syntax/parameters";

/** @returns unknown arguments, for a function that is run by itself: what a framework hands to it, where that is known. */
export function unknownArguments(machine: Machine, frame: Frame, code: FunctionNode): Arguments {
  const values = parametersOf(machine.ts, code)
    .filter((parameter) => !parameter.dotDotDotToken)
    .map((parameter, index): Abstract => {
      const place = machine.place(frame, parameter);
      const handed = index === 0 ? machine.library.handed?.(code) : undefined;
      if (handed) return nativeValue(handed, place);
      const name = machine.ts.isIdentifier(parameter.name) ? parameter.name.text : "";
      const declared = machine.steps.declaredValue(machine, frame, parameter, place);
      if (declared) return declared;
      const origin = { trail: name === "" ? [] : [name], parameter: { name } };
      return unknown(name === "" ? "a parameter" : `parameter \`${name}\``, place, { origin, typed: parameter });
    });
  return { values, more: code.parameters.some((parameter) => parameter.dotDotDotToken !== undefined) };
}
