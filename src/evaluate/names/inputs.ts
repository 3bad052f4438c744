import type { Parameter, This } from "../../code/values";
import type { ClassSite } from "../../project/sites";
import type { Native } from "../../clients/native";
import type { Abstract, Context, Place, Unknown } from "../domain";
import type { Evaluation } from "../evaluation";
import { classValue, typicalClass } from "../objects/classes";
import { typedValue } from "./declared";
import { arrayOf, nativeValue, scalar, unknown } from "../make";
import { opened } from "../objects/open";
import { isStatic } from "../objects/statics";
import { lendsLiterals } from "../objects/prototypes";
import { placeOf } from "../places";
import { consumedBy } from "../slots/slots";
import { joinAll, missing, named } from "../values";

/** Parameters and `this`. Without a known caller, their declarations describe them. */

export function evaluateParameter(evaluation: Evaluation, node: Parameter, context: Context): Abstract {
  const place = placeOf(node, context);
  const given = context.arguments;
  if (given) {
    const value =
      given[node.index] ??
      (context.more
        ? unknown("an argument that is not known", place)
        : unknown("no argument", place, { nullish: true }));
    const own = node.name !== undefined && value.kind === "unknown" && !value.origin ? named(value, node.name) : value;
    return node.type === undefined ? own : typedValue(evaluation, own, node.type, context, place);
  }
  const handed =
    evaluation.handedTo(context, node.index) ?? (node.index === 0 ? consumedBy(evaluation, context, place) : undefined);
  if (handed) return node.name === undefined ? handed : named(handed, node.name);
  return symbolicParameter(evaluation, node, context, place);
}

/** @returns a parameter of a function without a known caller. */
export function symbolicParameter(evaluation: Evaluation, node: Parameter, context: Context, place: Place): Abstract {
  const handed = node.index === 0 ? handedNative(evaluation, context) : undefined;
  if (handed) return nativeValue(handed, place);
  const value = unknownParameter(node, context, place);
  if (node.rest) return arrayOf([], place, { open: value.reason });
  const declared = (given: Abstract): Abstract =>
    node.type === undefined ? given : typedValue(evaluation, given, node.type, context, place);
  const parameter = context.file.code.functions[context.function]?.parameters[node.index];
  if (parameter?.optional && !parameter.rest) {
    const typed = declared(missing(value));
    return typed.kind === "unknown" ? typed : joinAll([scalar(undefined, place), typed], place);
  }
  const typed = declared(value);
  const { name } = node;
  const byName = name === undefined ? undefined : evaluation.surroundings.library.named(name);
  return name !== undefined && byName && typed.kind === "unknown"
    ? nativeValue(byName, place, { trail: [name] })
    : typed;
}

/** @returns the first argument that a framework passes to a function with this syntax. */
function handedNative(evaluation: Evaluation, { file, function: id }: Context): Native | undefined {
  const { library, ts } = evaluation.surroundings;
  const tree = library.handed && file.functionNode(id);
  return tree && ts.isFunctionLike(tree) && "parameters" in tree
    ? library.handed?.(tree as Parameters<NonNullable<typeof library.handed>>[0])
    : undefined;
}

function unknownParameter({ name, rest }: Parameter, context: Context, place: Place): Unknown {
  return unknown(name === undefined ? "a parameter" : `parameter \`${name}\``, place, {
    input: { file: context.file, function: context.function },
    origin: { trail: name === undefined ? [] : [name], ...(name !== undefined && { parameter: { name } }) },
    ...(rest && { is: "array" as const }),
  });
}

export function evaluateThis(evaluation: Evaluation, node: This, context: Context): Abstract {
  const place = placeOf(node, context);
  const code = context.file.code.functions[context.function];
  if (code?.kind === "arrow" && context.outer) {
    // `this` of the function around it. The arrow function runs later, when the constructor has returned.
    const around = evaluateThis(evaluation, node, context.outer);
    return evaluation.instances.latest(around);
  }
  if (context.self) return context.self;
  if (code?.class !== undefined) {
    const site: ClassSite = { file: context.file, class: code.class };
    return isStatic(context.file, context.function)
      ? typicalClass(classValue(evaluation, site, context.outer))
      : evaluation.typicalInstance(site, context.outer);
  }
  const around = evaluation.objectAround(context);
  if (around && lendsLiterals(evaluation, context.file)) return opened(around, "an object below this one", place);
  // A caller may call the method on an object with further members: components get members from their framework.
  if (around?.kind === "object") return { ...around, open: around.open ?? "what else `this` has" };
  return around ?? unknown("`this`", place, { input: { file: context.file, function: context.function } });
}
