/** Functions and classes of the language and the platform, as tables from abstract values to abstract values. */

export { regularExpression } from "./classes/regexp";
export { concat } from "./texts/concat";
export { keyOf, textForm } from "./texts/form";
export { memberOfText } from "./texts/methods";
export {
  copy,
  elementsOf,
  globalBuiltin,
  memberOfArray,
  memberOfFunction,
  memberOfNumber,
  memberOfObject,
  memberOfUnknown,
  promiseMember,
  writeToPlatformObject,
} from "./pending";
