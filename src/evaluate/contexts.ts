import type { FunctionId } from "../code/graph";
import { dependsOnMore, dependsOnOuter, dependsOnThis, parameterBits } from "../code/values";
import type { ProjectFile } from "../project/project-file";
import { functionUses } from "./calls/function-uses";
import type { Abstract, Allowance, ClassValue, Context } from "./domain";
import { limits } from "./limits";
import { unknown } from "./make";
import { placeOf } from "./places";

/** What a caller supplies. */
export interface Supplied {
  readonly outer: Context | undefined;
  readonly arguments: readonly (Abstract | undefined)[];
  readonly more: boolean;
  readonly self: Abstract | undefined;
}

/**
 * Contexts with the same parts are one object, and keep what was evaluated in them. A value is evaluated in its context's projection on what it
 * depends on: so once for all callers that supply the same.
 */
export class Contexts {
  readonly #known = new Map<string, Context>();
  readonly #numbers = new WeakMap<object, number>();
  readonly #made = new Map<string, Abstract>();
  readonly #allowances = new Map<string, Allowance>();
  readonly #ofAny = new WeakSet<Context>();
  #last = 0;

  /** @returns the context of a function of which no caller is known. */
  symbolic(file: ProjectFile, id: FunctionId): Context {
    const { outer } = file.code.functions[id] ?? { outer: -1 };
    const around = outer < 0 ? undefined : this.symbolic(file, outer);
    return this.#intern(file, id, `s${around?.id ?? ""}`, { outer: around, more: true });
  }

  /** @returns the context of a function whose outer functions are known, and whose caller is not. */
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
   * @param from the context of the call.
   * @param isRunning the function is being evaluated already: it calls itself. What runs for another class, as a constructor of a superclass, does not.
   * @returns the context of a call. Where the function that calls has entered too many, it is that of any call: nothing is known of what is supplied.
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
   * @param calls how many calls are made by what is entered.
   * @returns a context whose calls are none of its function: what a client runs takes nothing of what that has left, whenever it is run.
   */
  apart(context: Context, calls = 0): Context {
    return { ...context, allowance: { contexts: limits.entered + calls, recursive: limits.recursive } };
  }

  /** @returns the context of any call of a function: nothing is known of what is supplied. */
  any(file: ProjectFile, id: FunctionId): Context {
    const { parameters = [], ...code } = file.code.functions[id] ?? { start: 0, end: 0 };
    const place = { ...placeOf(code, this.symbolic(file, id)), context: undefined };
    const given = parameters.map((_, index) =>
      this.once(`${this.#number(file)}:${id}:${index}`, () =>
        unknown("a function that is called in too many ways", place),
      ),
    );
    const made = this.of(file, id, { outer: this.#outerOf(file, id), arguments: given, more: true, self: undefined });
    this.#ofAny.add(made);
    return made;
  }

  /** @returns whether a context is that of any call, which has nothing of what a call supplies. */
  isOfAny(context: Context): boolean {
    return this.#ofAny.has(context);
  }

  /** @returns a value that is made once: what stands for something that a call does not give is the same whenever that call is evaluated. */
  once(key: string, make: () => Abstract): Abstract {
    const known = this.#made.get(key);
    if (known) return known;
    const made = make();
    this.#made.set(key, made);
    return made;
  }

  #allowanceOf(file: ProjectFile, id: FunctionId, made?: ClassValue): Allowance {
    const key = `${this.#number(file)}:${id}${made ? `:${this.#number(made.file)}:${made.class}` : ""}`;
    let known = this.#allowances.get(key);
    if (!known) {
      const calls = file.code.functions[id]?.calls.length ?? 0;
      known = { contexts: limits.entered * (calls + 1), recursive: limits.recursive };
      this.#allowances.set(key, known);
    }
    return known;
  }

  /** @returns the context with only that part of it on which a value depends. */
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
    // Parameters that were not given are undefined, not unknown.
    if (given && parameters !== 0) return this.of(file, id, { outer, arguments: [], more, self }, context.allowance);
    return this.within(file, id, outer, self, context.allowance);
  }

  #outerOf(file: ProjectFile, id: FunctionId): Context | undefined {
    const { outer } = file.code.functions[id] ?? { outer: -1 };
    return outer < 0 ? undefined : this.symbolic(file, outer);
  }

  /** @returns a key that is the same for the same values. */
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
    const made: Context = {
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
    this.#known.set(whole, made);
    return made;
  }

  /** Functions that run within one that was entered share what that has left. */
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

/** What a callback is given that nobody has called here depends on the function in which it is handed over. */
function isNeededAround({ file, function: id, arguments: given }: Context, depends: number): boolean {
  if ((depends & dependsOnOuter) !== 0) return true;
  const parameters = depends & ~(dependsOnThis | dependsOnOuter);
  return given === undefined && parameters !== 0 && functionUses(file).arguments.has(id);
}

/** @returns whether something that depends on so much of what its caller supplies depends on an argument. */
export function isNeeded(depends: number, index: number): boolean {
  return (depends & (index < parameterBits ? 1 << index : dependsOnMore)) !== 0;
}
