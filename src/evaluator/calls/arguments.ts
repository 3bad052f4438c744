import { nativeValue, unknown } from "../domain/constructors";
import type { Abstract, Arguments, Content, Frame, FunctionNode } from "../domain/domain";
import { declare } from "../domain/scope";
import type { Program } from "../program";
import { emptyContent } from "../store/content";
import { appendAll } from "../store/elements";
import { allocate } from "../store/heap";
import { mentionsArguments } from "../../syntax/mentions";
import { parametersOf } from "../../syntax/parameters";

/** Declares `arguments`, for functions that mention it: of unknown content, but it is an alias of the arguments, so that a write through it reaches them. */
export function declareArguments(program: Program, frame: Frame, code: FunctionNode, args: Arguments): void {
  const { ts } = program;
  if (ts.isArrowFunction(code) || !code.body || frame.scope.bindings.has("arguments") || !mentionsArguments(ts, code))
    return;
  const items = itemsOf(args.values);
  const cell = allocate(program, { type: "array", made: code.body, content: { ...emptyContent, items } });
  const place = program.place(frame, code.body);
  const origin = { trail: ["arguments"] };
  declare(program, frame.scope, "arguments", code.body, unknown("`arguments`", place, { origin, pointsTo: [cell] }));
}

/** @returns the arguments from an index on, as the array that a rest parameter holds. */
export function restArguments(program: Program, args: Arguments, from: number, place: Abstract["place"]): Content {
  const content: Content = { ...emptyContent, items: itemsOf(args.values.slice(from)) };
  return args.more ? appendAll(program, content, unknown("more arguments", place), place) : content;
}

function itemsOf(values: readonly Abstract[]): Content["items"] {
  return values.map((value) => ({ value, presence: "always" as const }));
}

/** @returns unknown arguments, for a function that is run by itself: what a framework hands to it, where that is known. */
export function unknownArguments(program: Program, frame: Frame, code: FunctionNode): Arguments {
  const values = parametersOf(program.ts, code)
    .filter((parameter) => !parameter.dotDotDotToken)
    .map((parameter, index): Abstract => {
      const place = program.place(frame, parameter);
      const handed = index === 0 ? program.library.handed?.(code) : undefined;
      if (handed) return nativeValue(handed, place);
      const name = program.ts.isIdentifier(parameter.name) ? parameter.name.text : "";
      const declared = program.steps.types.declaredValue(program, frame, parameter, place);
      if (declared) return declared;
      const origin = { trail: name === "" ? [] : [name], parameter: { name } };
      return unknown(name === "" ? "a parameter" : `parameter \`${name}\``, place, { origin, typed: parameter });
    });
  return { values, more: code.parameters.some((parameter) => parameter.dotDotDotToken !== undefined) };
}
