import { InvalidArgumentError } from "commander";

/** Reads an option's value. */
export function seconds(text: string): number {
  const value = Number(text);
  if (!/^\d+(?:\.\d+)?$/u.test(text) || !(value > 0)) throw new InvalidArgumentError("It has to be a number above 0.");
  return value;
}
