import { Failure, noForm } from "./failure";
import type { Functions } from "./functions";

/** A quantity of Kubernetes without rounding: `100m`, `1.5Gi`, `2e3`. The unit of `nanos` is 10⁻⁹. */
export class Quantity {
  constructor(readonly nanos: bigint) {}
}

const binary: Readonly<Record<string, bigint>> = { Ki: 1n, Mi: 2n, Gi: 3n, Ti: 4n, Pi: 5n, Ei: 6n };
const decimal: Readonly<Record<string, number>> = { n: -9, u: -6, m: -3, "": 0, k: 3, M: 6, G: 9, T: 12, P: 15, E: 18 };

/** Larger powers of ten do not occur in practice, and would be slow to compute. */
const greatestPower = 60;

/** @returns the quantity; `undefined` if the text is none. Parts below a billionth are rounded up, as in the server. */
export function parseQuantity(text: string): Quantity | undefined {
  const form = /^([+-]?)(\d{1,80})?(?:\.(\d{0,80}))?(?:([KMGTPE]i)|([numkMGTPE])|[eE]([+-]?\d{1,3}))?$/;
  const [whole, sign, digits = "", fraction = "", power, suffix = "", exponent] = form.exec(text) ?? [];
  if (whole === undefined || digits + fraction === "") return undefined;
  const shift = exponent === undefined ? (decimal[suffix] ?? 0) : Number(exponent);
  if (Math.abs(shift) > greatestPower) return undefined;
  const number = BigInt(digits + fraction) * (power === undefined ? 1n : 1024n ** (binary[power] ?? 0n));
  const places = shift + 9 - fraction.length;
  const nanos = places >= 0 ? number * 10n ** BigInt(places) : divideUp(number, 10n ** BigInt(-places));
  return new Quantity(sign === "-" ? -nanos : nanos);
}

function divideUp(number: bigint, by: bigint): bigint {
  return (number + by - 1n) / by;
}

const one = 10n ** 9n;

/** The functions of quantities, by signature. */
export const quantityFunctions: Functions = {
  "isQuantity(string): bool": (text: string) => parseQuantity(text) !== undefined,
  "quantity(string): Quantity": (text: string) => {
    const quantity = parseQuantity(text);
    if (quantity !== undefined) return quantity;
    // Numbers of this length are not computed here, but may be valid in the service.
    if (text.length > 80 || /^[+-]?[\d.]+[eE][+-]?\d+$/.test(text)) throw new Error("a number that is not computed");
    throw noForm(text, "quantity");
  },
  "Quantity.add(Quantity): Quantity": (left: Quantity, right: Quantity) => new Quantity(left.nanos + right.nanos),
  "Quantity.add(int): Quantity": (left: Quantity, right: bigint) => new Quantity(left.nanos + right * one),
  "Quantity.sub(Quantity): Quantity": (left: Quantity, right: Quantity) => new Quantity(left.nanos - right.nanos),
  "Quantity.sub(int): Quantity": (left: Quantity, right: bigint) => new Quantity(left.nanos - right * one),
  "Quantity.compareTo(Quantity): int": (left: Quantity, right: Quantity) => {
    return left.nanos === right.nanos ? 0n : left.nanos < right.nanos ? -1n : 1n;
  },
  "Quantity.isGreaterThan(Quantity): bool": (left: Quantity, right: Quantity) => left.nanos > right.nanos,
  "Quantity.isLessThan(Quantity): bool": (left: Quantity, right: Quantity) => left.nanos < right.nanos,
  "Quantity.isInteger(): bool": ({ nanos }: Quantity) => nanos % one === 0n,
  "Quantity.asInteger(): int": ({ nanos }: Quantity) => {
    if (nanos % one !== 0n) throw new Failure("a quantity is no whole number");
    return nanos / one;
  },
  "Quantity.asApproximateFloat(): double": ({ nanos }: Quantity) => Number(nanos) / 1e9,
  "Quantity.sign(): int": ({ nanos }: Quantity) => (nanos === 0n ? 0n : nanos < 0n ? -1n : 1n),
};
