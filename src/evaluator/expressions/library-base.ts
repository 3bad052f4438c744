import { chainOf } from "../domain/class-fields";
import { nativeValue } from "../domain/constructors";
import type { Abstract, Content, Reference } from "../domain/domain";
import { baseKey } from "../syntax/private-names";

/**
 * What an instance of a class that extends one of a library has of that.
 *
 * @param key the member that is looked up in it. Where the library's class gets to it by way of another member, which the program's class has in its
 *   place, the native that stands for that gives it.
 */
export function libraryBase({ constructedBy }: Reference["cell"], content: Content, key: string): Abstract | undefined {
  const base = content.fields.get(baseKey)?.value;
  const through = base?.kind === "native" ? base.native.through : undefined;
  if (!base || !through || key === through.member) return base;
  const isOwn =
    content.fields.has(through.member) ||
    (constructedBy !== undefined &&
      chainOf(constructedBy).some((each) => each.classParts?.methods.has(through.member)));
  return isOwn ? nativeValue(through.instead, base.place, base.origin) : base;
}
