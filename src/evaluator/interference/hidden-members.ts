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
    if (field && !lasting.isAssigned) {
      const value = withoutChanged(field.value, lasting.methods);
      // A member that stays as it is must stay the same object: whoever writes the content back has not assigned it.
      if (value !== field.value) fields.set(key, { ...field, value });
      continue;
    }
    const place = field?.value.place ?? otherwise;
    const values = possibleValues(content, field, lasting, place);
    if (values.length > 0) fields.set(key, fieldOf(joinAll(values, place), field?.keyPlace ?? place, "maybe"));
  }
  return fields.size > 0 ? setFields(content, fields) : content;
}

/** @returns what a member may hold that is assigned at another time, with what it may hold from before. */
function possibleValues(
  content: Content,
  field: Field | undefined,
  lasting: TimelessValues,
  place: Place,
): readonly Abstract[] {
  if (field && !lasting.others) return [withoutChanged(field.value, lasting.methods), ...lasting.beside(field.value)];
  const assigned = lasting.beside(undefined);
  const others: Abstract[] = [];
  if (lasting.others) {
    const pointsTo = field ? cellsOf(field.value) : [];
    others.push(unknown("assigned by code that runs at another time", place, { pointsTo }));
  }
  // An open content may have had any value under the key.
  if (!field && content.open && assigned.length > 0) others.push(openMember(content, place));
  return [...others, ...assigned];
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
