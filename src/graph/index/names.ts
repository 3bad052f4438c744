import type TS from "typescript";
import { hoistedBlock, hoistedVariables } from "../../syntax/bindings/hoisting";
import { none } from "./facts";

/** The variables that are in scope, innermost first, with their slots. */
export class Scope {
  readonly #slots = new Map<string, number>();
  readonly #parameters = new Set<string>();

  /** @param within the function to which the variables belong. */
  constructor(
    readonly parent: Scope | undefined,
    readonly within: number = parent?.within ?? none,
  ) {}

  declare(name: string, slot: number): void {
    this.#slots.set(name, slot);
  }

  /** Declares a name that holds an argument, or a part of one. */
  declareParameter(name: string, slot: number): void {
    this.#slots.set(name, slot);
    this.#parameters.add(name);
  }

  /** Whether the innermost variable of a name holds an argument, or a part of one. */
  isParameter(name: string): boolean {
    const scope = this.#scopeOf(name);
    return scope !== undefined && scope.#parameters.has(name);
  }

  /** @returns the slot of a name, {@link none} if it is no variable of the file. */
  find(name: string): number {
    const scope = this.#scopeOf(name);
    return scope === undefined ? none : (scope.#slots.get(name) ?? none);
  }

  /** Whether a name is a variable of another function than the one in which this scope is. */
  isOuter(name: string): boolean {
    return this.#scopeOf(name)?.within !== this.within;
  }

  /** Scopes nest as deep as the code, which is bounded where the tree is walked. */
  #scopeOf(name: string): Scope | undefined {
    if (this.#slots.has(name)) return this;
    return this.parent === undefined ? undefined : this.parent.#scopeOf(name);
  }

  has(name: string): boolean {
    return this.#slots.has(name);
  }
}

/** Declares what a list of statements declares before the first of them runs. */
export function declareBlock(
  ts: typeof TS,
  scope: Scope,
  owner: TS.Node,
  statements: readonly TS.Statement[],
  newSlot: () => number,
): void {
  const { lexical, functions } = hoistedBlock(ts, owner, statements);
  for (const { text } of lexical) scope.declare(text, newSlot());
  for (const { name } of functions) if (name && !scope.has(name.text)) scope.declare(name.text, newSlot());
}

/** Declares the `var`s of a function's body or a file. */
export function declareVariables(ts: typeof TS, scope: Scope, body: TS.Node, newSlot: () => number): void {
  for (const { text } of hoistedVariables(ts, body)) if (!scope.has(text)) scope.declare(text, newSlot());
}

/** @returns the name of a member that is written in the source, `undefined` if it is computed. */
export function memberName(ts: typeof TS, name: TS.PropertyName | undefined): string | undefined {
  if (!name) return undefined;
  if (
    ts.isIdentifier(name) ||
    ts.isPrivateIdentifier(name) ||
    ts.isStringLiteralLike(name) ||
    ts.isNumericLiteral(name)
  )
    return name.text;
  return ts.isComputedPropertyName(name) && ts.isStringLiteralLike(name.expression) ? name.expression.text : undefined;
}
