import type { Abstract } from "../domain";
import type { Evaluation } from "../evaluation";
import { mapOptions } from "../values";

/** @returns the native that a name denotes, in place of an unknown value or of unknown options; undefined if the name denotes none. */
export function knownNative(
  { surroundings: { library } }: Evaluation,
  value: Abstract,
  nameOf: () => string | undefined,
): Abstract | undefined {
  const isUnknown = value.kind === "unknown" && value.is === undefined && value.nullish !== true;
  if (value.kind === "alternatives" && value.options.some(({ kind }) => kind === "unknown")) {
    const name = nameOf();
    const native = name === undefined ? undefined : library.named(name);
    return (
      native &&
      mapOptions(value, (option) =>
        option.kind === "unknown" ? { kind: "native", place: option.place, native, origin: option.origin } : option,
      )
    );
  }
  if (!isUnknown && !("described" in library)) return undefined;
  const name = nameOf();
  if (name === undefined) return undefined;
  const native = library.described?.(name) ?? (isUnknown ? library.named(name) : undefined);
  return native && { kind: "native", place: value.place, native, origin: "origin" in value ? value.origin : undefined };
}
