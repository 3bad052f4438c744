import type TS from "typescript";

type Methods = TS.LanguageService;
type MethodName = {
  [Name in keyof Methods]-?: Methods[Name] extends (...args: never[]) => unknown ? Name : never;
}[keyof Methods];
type Method<Name extends MethodName> = Extract<Methods[Name], (...args: never[]) => unknown>;

/**
 * Changes an answer of a language service. Receives a function for the original answer and the arguments, and may
 * throw.
 */
export type Addition<Name extends MethodName> = (
  original: () => ReturnType<Method<Name>>,
  ...args: Parameters<Method<Name>>
) => ReturnType<Method<Name>>;

export type Additions = { readonly [Name in MethodName]?: Addition<Name> };

type AnyMethod = (...args: unknown[]) => unknown;
type AnyAddition = (original: () => unknown, ...args: unknown[]) => unknown;

/**
 * Creates a language service that delegates to another one, with additions to some of its answers.
 *
 * All arguments are passed on, including those unknown to this version of the interface. If an addition throws, the
 * original answer is returned: an editor must not lose TypeScript's own errors because of us. Errors of the original,
 * and cancellations, are rethrown.
 *
 * @param isCancellation recognises TypeScript's `OperationCanceledException`.
 * @param onCrash called when an addition has thrown.
 * @param isOn whether additions apply at the time of a call.
 */
export function guardLanguageService(
  service: Methods,
  additions: Additions,
  isCancellation: (error: unknown) => boolean,
  onCrash: (method: string, error: unknown) => void,
  isOn: () => boolean = () => true,
): Methods {
  const guarded: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(service) as [string, unknown][]) {
    if (typeof member !== "function") {
      guarded[name] = member;
      continue;
    }
    const original: AnyMethod = (...args) => Reflect.apply(member, service, args) as unknown;
    const addition = additions[name as MethodName] as AnyAddition | undefined;
    guarded[name] = addition === undefined ? original : withAddition(name, original, addition);
  }
  return guarded as unknown as Methods;

  function withAddition(name: string, original: AnyMethod, addition: AnyAddition): AnyMethod {
    return (...args) => {
      let answer: { readonly value: unknown } | undefined;
      let thrown: { readonly error: unknown } | undefined;
      const ask = (): unknown => {
        if (answer !== undefined) return answer.value;
        try {
          answer = { value: original(...args) };
        } catch (error) {
          thrown = { error };
          throw error;
        }
        return answer.value;
      };
      try {
        return isOn() ? addition(ask, ...args) : ask();
      } catch (error) {
        if (error === thrown?.error || isCancellation(error)) throw error;
        onCrash(name, error);
        return ask();
      }
    };
  }
}
