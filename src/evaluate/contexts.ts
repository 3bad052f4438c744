import type { FunctionId } from "../code/graph";
import { dependsOnMore, dependsOnOuter, dependsOnThis, parameterBits } from "../code/values";
import type { ProjectFile } from "../project/project-file";
import { functionUses } from "./calls/function-uses";
import type { Abstract, Context } from "./domain";

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
  #last = 0;

  /** @returns the context of a function of which no caller is known. */
  symbolic(file: ProjectFile, id: FunctionId): Context {
    const { outer } = file.code.functions[id] ?? { outer: -1 };
    const around = outer < 0 ? undefined : this.symbolic(file, outer);
    return this.#intern(file, id, `s${around?.id ?? ""}`, { outer: around, more: true });
  }

  /** @returns the context of a function whose outer functions are known, and whose caller is not. */
  within(file: ProjectFile, id: FunctionId, outer: Context | undefined, self: Abstract | undefined): Context {
    if (self === undefined && outer === this.#outerOf(file, id)) return this.symbolic(file, id);
    return this.#intern(file, id, `w${outer?.id ?? ""}:${this.#number(self)}`, { outer, more: true, self });
  }

  /** @returns the context of a call. */
  of(file: ProjectFile, id: FunctionId, { outer, arguments: given, more, self }: Supplied): Context {
    const numbers = given.map((each) => this.#number(each)).join(",");
    return this.#intern(file, id, `c${outer?.id ?? ""}:${numbers}:${more ? "+" : ""}:${this.#number(self)}`, {
      outer,
      arguments: given,
      more,
      self,
    });
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
      ? this.of(file, id, { outer: kept, arguments: projected, more, self: own })
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
    if (given && parameters !== 0) return this.of(file, id, { outer, arguments: [], more, self });
    return this.within(file, id, outer, self);
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
  ): Context {
    const whole = `${this.#number(file)}:${id}:${key}`;
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
    };
    this.#known.set(whole, made);
    return made;
  }
}

/** What a callback is given that nobody has called here depends on the function in which it is handed over. */
function isNeededAround({ file, function: id, arguments: given }: Context, depends: number): boolean {
  if ((depends & dependsOnOuter) !== 0) return true;
  const parameters = depends & ~(dependsOnThis | dependsOnOuter);
  return given === undefined && parameters !== 0 && functionUses(file).arguments.has(id);
}

function isNeeded(depends: number, index: number): boolean {
  return (depends & (index < parameterBits ? 1 << index : dependsOnMore)) !== 0;
}
