import { scalar, unknown } from "../domain/constructors";
import type { Abstract, Builtin, Call, Frame, Place } from "../domain/domain";
import type { Program } from "../program";
import { escape } from "../store/escape";

/** Helpers to write builtins with. */

export type Implementation = (call: Call) => Abstract;

export function method(label: string, call: Implementation): Builtin {
  return { type: "builtin", label, call };
}

/** A namespace such as `JSON`, with its functions. */
export function namespace(
  label: string,
  members: Readonly<Record<string, Implementation>>,
  more: Partial<Builtin> = {},
): Builtin {
  const made = new Map<string, Builtin>();
  return {
    type: "builtin",
    label,
    get: (name) => {
      const call = Object.hasOwn(members, name) ? members[name] : undefined;
      if (!call) return undefined;
      let builtin = made.get(name);
      if (!builtin) made.set(name, (builtin = method(`${label}.${name}`, call)));
      return builtin;
    },
    ...more,
  };
}

/** A function that neither keeps nor changes its arguments, and whose result is unknown. */
export function pure(
  program: Program,
  label: string,
  is?: Extract<Abstract, { kind: "unknown" }>["is"],
): Implementation {
  return (call) =>
    unknown(`the result of \`${label}\``, placeOf(program, call), { is, origin: { trail: [`${label}()`] } });
}

export function placeOf(program: Program, call: { readonly frame: Frame; readonly node: Call["node"] }): Place {
  return program.place(call.frame, call.node);
}

/** @returns an argument; `undefined` (the value) where there is none. */
export function argument(program: Program, call: Call, index: number): Abstract {
  const given = call.args.values[index];
  const place = placeOf(program, call);
  return given ?? (call.args.more ? unknown("an argument that is not known", place) : scalar(undefined, place));
}

/** Whether a static method is called on a class of the program, of which it makes an instance then: `Array.of.call(C, …)`, `Sub.resolve()`. */
export function isOfAnotherClass({ self }: Call): boolean {
  return self?.kind === "callable" && self.target.type === "closure";
}

/** Gives up on a call: its arguments escape. */
export function giveUp(program: Program, call: Call, label: string): Abstract {
  if (call.self) escape(program, call.self);
  for (const value of call.args.values) escape(program, value);
  program.pass.identities.given(call.args.values);
  return unknown(`the result of \`${label}\``, placeOf(program, call), { origin: { trail: [`${label}()`] } });
}

/** @returns a method of all values of a kind. It is one object, so that a call on alternatives is made once for all of them. */
export function sharedMethod(program: Program, label: string, call: Implementation): Builtin {
  const known = program.methods.get(label);
  if (known) return known;
  const made = method(label, call);
  program.methods.set(label, made);
  return made;
}
