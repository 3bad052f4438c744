import type { ClassMember } from "../../code/declarations";
import type { Abstract, ClassValue, ObjectValue, Place } from "../domain";
import type { Evaluation } from "../evaluation";
import { scalar, unknown } from "../make";
import { typedValue } from "../names/declared";
import { joinAll } from "../values";
import { codeOf, mostSuperclasses } from "./classes";

/** Members that classes have: methods and accessors, of instances and static ones, their own and those of what they extend. */

/** @returns a method or accessor of an instance, or of a class that its class extends. */
export function methodOf(evaluation: Evaluation, object: ObjectValue, key: string, place: Place): Abstract | undefined {
  let made = object.instanceOf;
  for (let depth = 0; made && depth <= mostSuperclasses; depth += 1) {
    const code = codeOf(made);
    const member = code?.members.find(
      (each) =>
        !each.static &&
        each.kind !== "field" &&
        each.kind !== "setter" &&
        each.function !== undefined &&
        each.key === key,
    );
    if (member) return memberValue(evaluation, made, member, object, place);
    made = superclassOf(evaluation, made);
  }
  return object.typical && object.instanceOf ? overridden(evaluation, object.instanceOf, key, place) : undefined;
}

/** @returns a field that a class declares and gives no value: somebody assigns it, and its type may say what. */
export function declaredField(
  evaluation: Evaluation,
  object: ObjectValue,
  key: string,
  place: Place,
): Abstract | undefined {
  let made = object.instanceOf;
  for (let depth = 0; made && depth <= mostSuperclasses; depth += 1) {
    const member = codeOf(made)?.members.find((each) => !each.static && each.kind === "field" && each.key === key);
    if (member) {
      const value = unknown(`the field \`${key}\``, place, { origin: { trail: [key] } });
      const typed = member.type === undefined ? value : typedValue(evaluation, value, member.type, made.context, place);
      return member.optional ? joinAll([scalar(undefined, place), typed], place) : typed;
    }
    made = superclassOf(evaluation, made);
  }
  return undefined;
}

export function superclassOf(evaluation: Evaluation, made: ClassValue): ClassValue | undefined {
  const heritage = codeOf(made)?.heritage;
  const above = heritage === undefined ? undefined : evaluation.valueOf(heritage, made.context);
  return above?.kind === "class" ? above : undefined;
}

/** What the subclasses put in the place of a member that a class does not have. */
function overridden(evaluation: Evaluation, made: ClassValue, key: string, place: Place): Abstract | undefined {
  const values = evaluation.surroundings.subclassesOf(made).flatMap((site): readonly Abstract[] => {
    const member = codeOf(site)?.members.find(
      (each) => !each.static && each.key === key && each.function !== undefined,
    );
    if (!member) return [];
    return [evaluation.member(evaluation.typicalInstance(site, undefined), key, place)];
  });
  return values.length > 0 ? joinAll(values, place) : undefined;
}

function memberValue(
  evaluation: Evaluation,
  made: ClassValue,
  member: ClassMember,
  self: Abstract | undefined,
  place: Place,
): Abstract | undefined {
  const { file, context } = made;
  const code = file.code.functions[member.function ?? -1];
  if (member.function === undefined || !code) return undefined;
  const method: Abstract = {
    kind: "function",
    place: { file, start: code.start, end: code.end, context },
    file,
    function: member.function,
    context,
    self,
  };
  if (member.kind === "method") return method;
  if (member.kind !== "getter") return undefined;
  const { result } = code;
  if (result === undefined) return undefined;
  const inner = evaluation.contexts.of(file, member.function, { outer: context, arguments: [], more: false, self });
  return (
    evaluation.entering({ file, function: member.function }, () => evaluation.valueOf(result, inner)) ??
    unknown("a getter that reads itself", place)
  );
}

/** @returns a static member of a class, or of one that it extends. */
export function staticMember(
  evaluation: Evaluation,
  made: ClassValue,
  key: string,
  place: Place,
): Abstract | undefined {
  let current: ClassValue | undefined = made;
  for (let depth = 0; current && depth <= mostSuperclasses; depth += 1) {
    const member = codeOf(current)?.members.find(
      (each) => each.static && each.kind !== "setter" && each.key === key && each.function !== undefined,
    );
    if (member) {
      if (member.kind !== "field") return memberValue(evaluation, current, member, current, place);
      const result = current.file.code.functions[member.function ?? -1]?.result;
      const context = evaluation.contexts.within(current.file, member.function ?? 0, current.context, current);
      return result === undefined ? undefined : evaluation.valueOf(result, context);
    }
    const heritage: number | undefined = codeOf(current)?.heritage;
    const above: Abstract | undefined =
      heritage === undefined ? undefined : evaluation.valueOf(heritage, current.context);
    if (above && above.kind !== "class")
      return above.kind === "native" ? evaluation.member(above, key, place) : undefined;
    current = above?.kind === "class" ? above : undefined;
  }
  return undefined;
}
