export const isSize = (argument: unknown): boolean => Number.isInteger(argument) && Number(argument) >= 0;
export const isNumber = (argument: unknown): boolean => Number.isFinite(argument);
export const isFlag = (argument: unknown): boolean => typeof argument === "boolean";

/** Keywords that bound sizes and numbers in every dialect of JSON Schema, each with a type check of its argument. */
export const bounds: Readonly<Record<string, (argument: unknown) => boolean>> = {
  maxItems: isSize,
  maxLength: isSize,
  maxProperties: isSize,
  maximum: isNumber,
  minItems: isSize,
  minLength: isSize,
  minProperties: isSize,
  minimum: isNumber,
  multipleOf: isNumber,
};
