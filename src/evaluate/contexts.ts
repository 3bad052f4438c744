import type { FunctionId } from "../code/graph";
import { dependsOnMore, dependsOnOuter, dependsOnThis, parameterBits } from "../code/values";
import type { ProjectFile } from "../project/project-file";
import { functionUses } from "./calls/function-uses";
import type { Abstract, Allowance, ClassValue, Context } from "./domain";
import { limits } from "./limits";
import { unknown } from "./make";
import { placeOf } from "./places";

/** The parts of a context that a call site supplies. */
export interface Supplied {
  readonly outer: Context | undefined;
  readonly arguments: readonly (Abstract | undefined)[];
  readonly more: boolean;
  readonly self: Abstract | undefined;
}

/**
 * Interns contexts: contexts with the same parts are one object, which stores the values evaluated in it. A value is evaluated in the projection of its context
 * on what the value depends on, and so once for all callers that supply the same parts.
 */
export class Contexts {
  readonly #known = new Map<string, Context>();
  readonly #numbers = new WeakMap<object, number>();
  readonly #stored = new Map<string, Abstract>();
  readonly #allowances = new Map<string, Allowance>();
  readonly #ofAny = new WeakSet<Context>();
  #last = 0;

  /** @returns the context of a function without a known caller. */
  symbolic(file: ProjectFile, id: FunctionId): Context {
    const { outer } = file.code.functions[id] ?? { outer: -1 };
    const around = outer < 0 ? undefined : this.symbolic(file, outer);
    return this.#intern(file, id, `s${around?.id ?? ""}`, { outer: around, more: true });
  }

  /** @returns the context of a function without a known caller, in the given contexts of the functions around it. */
  within(
    file: ProjectFile,
    id: FunctionId,
    outer: Context | undefined,
    self: Abstract | undefined,
    allowance?: Allowance,
  ): Context {
    if (self === undefined && outer === this.#outerOf(file, id)) return this.symbolic(file, id);
    return this.#intern(file, id, `w${outer?.id ?? ""}:${this.#number(self)}`, { outer, more: true, self }, allowance);
  }

  /** @returns the context of a call. */
  of(file: ProjectFile, id: FunctionId, supplied: Supplied, allowance?: Allowance): Context {
    const key = keyOfSupplied(supplied, (each) => this.#number(each));
    return this.#intern(file, id, key, supplied, allowance);
  }

  /**
   * @param from the context of the call site.
   * @param isRunning the function is being evaluated already, so the call is recursive. A superclass constructor that runs for another class is not.
   * @returns the context of a call, or the context of any call (`any`) if the calling function has used up its allowance of contexts.
   */
  entered(file: ProjectFile, id: FunctionId, supplied: Supplied, from: Context, isRunning: boolean): Context {
    const known = this.#known.get(
      this.#keyOf(
        file,
        id,
        keyOfSupplied(supplied, (each) => this.#number(each)),
      ),
    );
    if (known) return known;
    const { allowance } = from;
    const own = this.#allowanceOf(file, id, supplied.self?.kind === "object" ? supplied.self.instanceOf : undefined);
    if (allowance.contexts <= 0 || (isRunning && own.recursive <= 0)) return this.any(file, id);
    allowance.contexts -= 1;
    if (isRunning) own.recursive -= 1;
    return this.of(file, id, supplied, allowance);
  }

  /**
   * @param calls the number of calls in the entered function.
   * @returns the context with an allowance of its own: a callback that a client runs takes no contexts from the allowance of its function, so the order of
   *   evaluation does not matter.
   */
  apart(context: Context, calls = 0): Context {
    return { ...context, allowance: { contexts: limits.entered + calls, recursive: limits.recursive } };
  }

  /** @returns the context that stands for any call of a function: all parameters are unknown. */
  any(file: ProjectFile, id: FunctionId): Context {
    const { parameters = [], ...code } = file.code.functions[id] ?? { start: 0, end: 0 };
    const place = { ...placeOf(code, this.symbolic(file, id)), context: undefined };
    const parameterValues = parameters.map((_, index) =>
      this.once(`${this.#number(file)}:${id}:${index}`, () =>
        unknown("a function that is called in too many ways", place),
      ),
    );
    const context = this.of(file, id, {
      outer: this.#outerOf(file, id),
      arguments: parameterValues,
      more: true,
      self: undefined,
    });
    this.#ofAny.add(context);
    return context;
  }

  /** @returns whether a context stands for any call (`any`). */
  isOfAny(context: Context): boolean {
    return this.#ofAny.has(context);
  }

  /**
   * @returns the value stored under a key, created at the first request. Contexts compare values by object identity, so stand-ins for missing arguments must be
   *   reused when a call is evaluated again.
   */
  once(key: string, create: () => Abstract): Abstract {
    const known = this.#stored.get(key);
    if (known) return known;
    const value = create();
    this.#stored.set(key, value);
    return value;
  }

  #allowanceOf(file: ProjectFile, id: FunctionId, instanceClass?: ClassValue): Allowance {
    const key = `${this.#number(file)}:${id}${instanceClass ? `:${this.#number(instanceClass.file)}:${instanceClass.class}` : ""}`;
    let known = this.#allowances.get(key);
    if (!known) {
      const calls = file.code.functions[id]?.calls.length ?? 0;
      known = { contexts: limits.entered * (calls + 1), recursive: limits.recursive };
      this.#allowances.set(key, known);
    }
    return known;
  }

  /** @returns the context reduced to the parts on which a value depends. */
  project(context: Context, depends: number): Context {
    const { file, function: id, arguments: given, self, outer, more } = context;
    const known = context.projections.get(depends);
    if (known) return known;
    const kept = isNeededAround(context, depends) ? outer : this.#outerOf(file, id);
    const own = (depends & dependsOnThis) === 0 ? undefined : self;
    const projected = given?.map((each, index) => (isNeeded(depends, index) ? each : undefined));
    const result = projected?.some((each) => each !== undefined)
      ? this.of(file, id, { outer: kept, arguments: projected, more, self: own }, context.allowance)
      : this.#withoutArguments(context, depends, kept, own);
    context.projections.set(depends, result);
    return result;
  }

  #withoutArguments(
    context: Context,
    depends: number,
    outer: Context | undefined,
    self: Abstract | undefined,
  ): Context {
    const { file, function: id, arguments: given, more } = context;
    const parameters = depends & ~(dependsOnThis | dependsOnOuter);
    // Arguments that the caller did not pass are undefined, not unknown.
    if (given && parameters !== 0) return this.of(file, id, { outer, arguments: [], more, self }, context.allowance);
    return this.within(file, id, outer, self, context.allowance);
  }

  #outerOf(file: ProjectFile, id: FunctionId): Context | undefined {
    const { outer } = file.code.functions[id] ?? { outer: -1 };
    return outer < 0 ? undefined : this.symbolic(file, outer);
  }

  /** @returns a key that is equal for identical values. */
  keyOf(values: readonly object[]): string {
    return values.map((each) => this.#number(each)).join(",");
  }

  #number(value: object | undefined): number {
    if (value === undefined) return 0;
    const known = this.#numbers.get(value);
    if (known !== undefined) return known;
    this.#last += 1;
    this.#numbers.set(value, this.#last);
    return this.#last;
  }

  #intern(
    file: ProjectFile,
    id: FunctionId,
    key: string,
    parts: Partial<Supplied> & { readonly more: boolean },
    allowance?: Allowance,
  ): Context {
    const whole = this.#keyOf(file, id, key);
    const known = this.#known.get(whole);
    if (known) return known;
    const context: Context = {
      id: this.#known.size,
      file,
      function: id,
      outer: parts.outer,
      arguments: parts.arguments,
      more: parts.more,
      self: parts.self,
      values: new Map(),
      variables: new Map(),
      projections: new Map(),
      allowance: allowance ?? this.#allowanceFor(file, id, parts.outer),
    };
    this.#known.set(whole, context);
    return context;
  }

  /** Functions nested in an entered function share its allowance. */
  #allowanceFor(file: ProjectFile, id: FunctionId, outer: Context | undefined): Allowance {
    return outer && outer !== this.#outerOf(file, id) ? outer.allowance : this.#allowanceOf(file, id);
  }

  #keyOf(file: ProjectFile, id: FunctionId, key: string): string {
    return `${this.#number(file)}:${id}:${key}`;
  }
}

function keyOfSupplied({ outer, arguments: given, more, self }: Supplied, number: (each?: object) => number): string {
  return `c${outer?.id ?? ""}:${given.map(number).join(",")}:${more ? "+" : ""}:${number(self)}`;
}

/** A callback without a known caller gets its arguments from the call that it is passed to. They depend on the context around it. */
function isNeededAround({ file, function: id, arguments: given }: Context, depends: number): boolean {
  if ((depends & dependsOnOuter) !== 0) return true;
  const parameters = depends & ~(dependsOnThis | dependsOnOuter);
  return given === undefined && parameters !== 0 && functionUses(file).arguments.has(id);
}

/** @returns whether a value with this `depends` needs the argument at this index. */
export function isNeeded(depends: number, index: number): boolean {
  return (depends & (index < parameterBits ? 1 << index : dependsOnMore)) !== 0;
}
