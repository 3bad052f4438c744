import { classOf } from "../store/builtin-class";
import { keptFields } from "../domain/class-fields";
import { fieldOf, unknown } from "../domain/constructors";
import type { Abstract, Cell, Content, Field, Place } from "../domain/domain";
import { cellsOf, joinAll, mapOptions } from "../domain/values";
import type { Program } from "../program";
import { lostContent, openMember, setFields } from "../store/content";
import type { TimelessValues } from "./timeless-values";

/** What is left of objects that code changes at an unknown time. */

/**
 * @param written the members that are changed, with their new values.
 * @param otherwise the place of members that the object does not have.
 * @returns the content without what was known of these members.
 */
export function hide(
  content: Content,
  written: readonly (readonly [string, TimelessValues])[],
  otherwise: Place,
): Content {
  const fields = new Map<string, Field>();
  for (const [key, lasting] of written) {
    const field = fields.get(key) ?? content.fields.get(key);
    const place = field?.value.place ?? otherwise;
    const pointsTo = field && lasting.others ? cellsOf(field.value) : [];
    const others = lasting.others
      ? [unknown("assigned by code that runs at another time", place, { pointsTo })]
      : field
        ? [withoutChanged(field.value, lasting.methods)]
        : [];
    const values = lasting.beside(lasting.others ? undefined : field?.value);
    // An open content may have had any value under the key.
    if (!field && content.open && values.length > 0) others.push(openMember(content, place));
    const assigned = [...others, ...values];
    if (assigned.length === 0) continue;
    const isChangedOnly = !lasting.others && lasting.beside(undefined).length === 0 && field !== undefined;
    const value = joinAll(assigned, place);
    // A member that stays as it is must stay the same object: whoever writes the content back has not assigned it.
    if (isChangedOnly && value === field.value) continue;
    fields.set(key, isChangedOnly ? { ...field, value } : fieldOf(value, field?.keyPlace ?? place, "maybe"));
  }
  return fields.size > 0 ? setFields(content, fields) : content;
}

/**
 * @param methods called on the value at other times.
 * @returns the value without objects that the methods may change. Methods of the program's own classes are run, and libraries' clients do not
 *   change.
 */
export function withoutChanged(value: Abstract, methods: ReadonlySet<string>): Abstract {
  if (methods.size === 0) return value;
  return mapOptions(value, (option) => {
    if (option.kind !== "reference") return option;
    const { fields } = option.cell.slot.value;
    const { constructedBy } = option.cell;
    const own = classOf(option.cell);
    const lasting = own?.keepsNothing === true ? own.methods : undefined;
    const hasOwn = (method: string): boolean =>
      constructedBy !== undefined ||
      fields.get(method)?.value.kind === "callable" ||
      (lasting !== undefined && Object.hasOwn(lasting, method));
    if ([...methods].every(hasOwn)) return option;
    const { cell, place } = option;
    return unknown("changed by code that runs at another time", place, { is: cell.type, pointsTo: [cell] });
  });
}

/** @returns the content of an object that code may have changed in any way. An instance keeps the fields that only its class may set. */
export function lose({ ts }: Program, { constructedBy }: Cell, content: Content): Content {
  const fields = constructedBy && keptFields(ts, constructedBy, content.fields);
  return fields && fields.size > 0 ? { ...lostContent, fields } : lostContent;
}
