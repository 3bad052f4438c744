import type { ValueId } from "../../code/graph";
import { dependsOnOuter, dependsOnThis, type Call } from "../../code/values";
import type { Called } from "../../evaluate/calls/handing-on";
import type { Abstract, Context, ObjectValue, Unknown } from "../../evaluate/domain";
import type { Evaluator } from "../../evaluate/evaluator";
import { optionsOf } from "../../evaluate/values";
import type { ClassSite, FunctionSite } from "../../project/sites";
import type { AllNeeds, Needs } from "./needs";
import { argumentBit, constructorIn } from "./supplied";

/** A call, in the context in which it stands. */
export interface Calling {
  readonly node: Call;
  readonly call: ValueId;
  readonly context: Context;
  /** A caller of the enclosing function handed in the callee, and with it the variables that the callee captures. */
  readonly isHandedIn?: boolean;
}

/** @returns the function that a call of a value runs; for a class, its constructor. */
export function functionIn(option: Abstract): FunctionSite | undefined {
  if (option.kind === "function") return option;
  return option.kind === "class" ? constructorIn(option) : undefined;
}

/** Determines whether calls supply what requests need: more than a parameter of the caller's own, or an answer that it received. */
export class Supplies {
  readonly #evaluator: Evaluator;
  readonly #needs: AllNeeds;

  constructor(evaluator: Evaluator, needs: AllNeeds) {
    this.#evaluator = evaluator;
    this.#needs = needs;
  }

  /** @returns whether a call supplies something that requests of its callee need. */
  isAny(needs: Needs, called: Called, calling: Calling): boolean {
    const { node } = calling;
    if (called.isRun) return this.#isHanded(needs, called) || isAround(needs, called);
    if (called.isShifted || node.arguments.some(({ spread }) => spread)) return true;
    return (
      this.#isNotGiven(needs, called, node) ||
      this.#isArgument(needs, calling) ||
      this.#isSelf(needs, called, calling) ||
      (calling.isHandedIn !== true && isAround(needs, called))
    );
  }

  /** Whether a client hands a function something that tells more than a parameter of the caller would. */
  #isHanded({ whole, members }: Needs, { given }: Called): boolean {
    return given.arguments.some((value, index) => {
      const keys = (whole & argumentBit(index)) === 0 ? members.get(index) : undefined;
      return ((whole & argumentBit(index)) !== 0 || keys !== undefined) && this.#tells(value, keys);
    });
  }

  /** A missing argument is known to be missing. */
  #isNotGiven({ whole, members }: Needs, { option }: Called, node: Call): boolean {
    const target = functionIn(option);
    const parameters = target?.file.code.functions[target.function]?.parameters ?? [];
    const isNeeded = (index: number): boolean => (whole & argumentBit(index)) !== 0 || members.has(index);
    return parameters.some((_, index) => index >= node.arguments.length && isNeeded(index));
  }

  #isArgument({ whole, members }: Needs, { node, context }: Calling): boolean {
    return node.arguments.some(({ value }, index) => {
      const isWhole = (whole & argumentBit(index)) !== 0;
      const keys = isWhole ? undefined : members.get(index);
      return (isWhole || keys !== undefined) && this.#valueTells(value, context, keys);
    });
  }

  #isSelf({ whole }: Needs, { option }: Called, { node, context }: Calling): boolean {
    if ((whole & dependsOnThis) === 0) return false;
    const self = "self" in option ? option.self : undefined;
    if (self) return this.#tells(self) || isOfSubclass(self, option);
    return node.receiver !== undefined && this.#valueTells(node.receiver, context);
  }

  #valueTells(id: ValueId, context: Context, keys?: ReadonlySet<string>): boolean {
    return !this.#needs.isAnswer(context.file, id) && this.#tells(this.#evaluator.valueOf(id, context), keys);
  }

  /**
   * Whether a value tells more than an unknown parameter of the caller would.
   *
   * @param keys the members that count; absent: all.
   */
  #tells(value: Abstract, keys?: ReadonlySet<string>): boolean {
    if (value.kind === "alternatives") return value.options.some((option) => this.#tells(option, keys));
    if (value.kind === "object") return this.#objectTells(value, keys);
    return value.kind !== "unknown" || this.#nameTells(value);
  }

  /** The set of an object's members is knowledge, even if their values are unknown. */
  #objectTells(value: ObjectValue, keys?: ReadonlySet<string>): boolean {
    if (value.typical === true) return false;
    if (!keys || value.instanceOf || value.class) return true;
    const known = [...value.members].filter(([key]) => keys.has(key));
    return known.some(([, entry]) => this.#tells(entry.value)) || value.spreads.some((each) => this.#tells(each, keys));
  }

  /** Names that tell something of an unknown value: environment variables, and names that distinguish tokens. */
  #nameTells({ origin }: Unknown): boolean {
    const { typeNames } = this.#evaluator.surroundings.library;
    const trail = origin?.trail ?? [];
    return trail.some((name) => name.includes(".env.") || typeNames.has(name.slice(name.lastIndexOf(".") + 1)));
  }
}

/** Whether an object is an instance of a subclass of the class that declares a method: it may have what the method reads of `this`. */
function isOfSubclass(self: Abstract, method: Called["option"]): boolean {
  if (method.kind !== "function") return false;
  const { file, function: id } = method;
  const owner = file.code.functions[id]?.class;
  const isOther = (site: ClassSite): boolean => site.file !== file || site.class !== owner;
  return (
    owner !== undefined &&
    optionsOf(self).some((each) => each.kind === "object" && each.instanceOf !== undefined && isOther(each.instanceOf))
  );
}

/** Whether a callee captures variables of a function whose call is known. */
function isAround({ whole }: Needs, { option }: Called): boolean {
  return (whole & dependsOnOuter) !== 0 && "context" in option && option.context.arguments !== undefined;
}
