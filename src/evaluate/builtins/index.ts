/**
 * Functions and classes of the language and the platform, as tables from abstract values to abstract values. A method that changes its receiver says
 * by `after` what that is afterwards. There is no state.
 */

import { builtinValue } from "../make";
import type { Abstract, Place } from "../domain";
import { importMeta } from "./globals/environment";

export { elementsOf, maybe, someElement, withAll, emptyList } from "./arrays/elements";
export { memberOfArray } from "./arrays/methods";
export { headersOf, searchParamsOf } from "./classes/entry-methods";
export { hasHiddenMembers, memberOfObject, memberOfSet, ownMember, writeToPlatformObject } from "./classes/members";
export { isRegExp, regularExpression } from "./classes/regexp";
export { urlOf } from "./classes/url";
export { urlText } from "./classes/url-text";
export { globalBuiltin, isGlobalObject } from "./globals";
export { memberOfFunction, memberOfNumber, memberOfUnknown, promiseMember } from "./members";
export { copy } from "./objects/copying";
export { jsonOf } from "./objects/json";
export { emptyObject, type ObjectDraft, objectFromSpread, spreadInto, withMember } from "./objects/spread";
export { concat } from "./texts/concat";
export { keyOf, textForm } from "./texts/form";
export { memberOfText } from "./texts/methods";

/** @returns `import.meta`, whose `env` has variables of the environment. */
export function importMetaValue(place: Place): Abstract {
  return builtinValue(importMeta, place);
}
