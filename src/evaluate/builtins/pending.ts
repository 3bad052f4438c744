import type { WayOfCopying } from "../../clients/native";
import type { Abstract, ObjectValue, Place, Single } from "../domain";
import { builtinValue, unknown } from "../make";
import { joinAll } from "../values";

/** What the tables do not have yet. */

type Member = (value: Single, name: string, place: Place) => Abstract | undefined;

const nothing: Member = () => undefined;

export const memberOfArray = nothing;
export const memberOfNumber = nothing;
export const memberOfFunction = nothing;
export const memberOfObject = nothing;
export const memberOfUnknown = nothing;

export function globalBuiltin(_name: string, _place: Place): Abstract | undefined {
  return undefined;
}

export function writeToPlatformObject(_object: ObjectValue, _key: string, _value: Abstract): Abstract | undefined {
  return undefined;
}

export function copy(_way: WayOfCopying, _args: readonly Abstract[], place: Place): Abstract {
  return unknown("a copy", place);
}

export function elementsOf(value: Abstract, place: Place): Abstract {
  if (value.kind !== "array" || value.elements.length === 0) return unknown("an element", place);
  return joinAll(
    value.elements.map((each) => each.value),
    place,
  );
}

export function promiseMember(value: Single, name: string, place: Place): Abstract | undefined {
  if (name !== "then") return undefined;
  return builtinValue(
    {
      label: "then",
      call: (call) => {
        const [callback] = call.arguments;
        return callback ? call.evaluator.invoke(callback, [value], call.place) : value;
      },
    },
    place,
  );
}
