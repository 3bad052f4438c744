import { nativeValue, unknown } from "../domain/constructors";
import type { Abstract, Arguments, Frame, FunctionNode } from "../domain/domain";
import type { Program } from "../program";
import { parametersOf } from "../syntax/parameters";

/** @returns unknown arguments, for a function that is run by itself: what a framework hands to it, where that is known. */
export function unknownArguments(program: Program, frame: Frame, code: FunctionNode): Arguments {
  const values = parametersOf(program.ts, code)
    .filter((parameter) => !parameter.dotDotDotToken)
    .map((parameter, index): Abstract => {
      const place = program.place(frame, parameter);
      const handed = index === 0 ? program.library.handed?.(code) : undefined;
      if (handed) return nativeValue(handed, place);
      const name = program.ts.isIdentifier(parameter.name) ? parameter.name.text : "";
      const declared = program.steps.declaredValue(program, frame, parameter, place);
      if (declared) return declared;
      const origin = { trail: name === "" ? [] : [name], parameter: { name } };
      return unknown(name === "" ? "a parameter" : `parameter \`${name}\``, place, { origin, typed: parameter });
    });
  return { values, more: code.parameters.some((parameter) => parameter.dotDotDotToken !== undefined) };
}
