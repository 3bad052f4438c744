import { noForm, Failure } from "./failure";
import type { Functions } from "./functions";

/** Conversions of texts as in the service's own library, which is stricter than JavaScript: `0x1F` and the empty text are not numbers. */

const greatest = 2n ** 63n;

function toInteger(text: string): bigint {
  if (!/^[+-]?\d{1,400}$/.test(text)) throw noForm(text, "whole number");
  const number = BigInt(text.replace("+", ""));
  if (number >= greatest || number < -greatest) throw new Failure("a number does not fit into 64 bits");
  return number;
}

function truncate(number: number): bigint {
  if (!(number < Number(greatest) && number > -Number(greatest)))
    throw new Failure("a number does not fit into 64 bits");
  return BigInt(Math.trunc(number));
}

const named: Readonly<Record<string, number>> = { inf: Infinity, infinity: Infinity, nan: NaN };

function toDouble(text: string): number {
  if (/^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(text)) return Number(text);
  const [, sign, word = ""] = /^([+-]?)([a-z]+)$/i.exec(text) ?? [];
  const value = named[word.toLowerCase()];
  if (value !== undefined) return sign === "-" ? -value : value;
  // The service's library accepts hexadecimal fractions, so this is not a certain failure.
  if (/^[+-]?0x/i.test(text)) throw new Error("a form of numbers that is not known");
  throw noForm(text, "number");
}

/** The JavaScript library may not support all of these forms. */
const durationForm = /^[+-]?(?:0|(?:(?:\d+\.?\d*|\.\d+)(?:ns|us|µs|μs|ms|s|m|h))+)$/;
const timestampForm = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:[.,]\d+)?(?:Z|[+-]\d\d:\d\d)$/i;

/** A conversion of the JavaScript library. Called only with texts in the form that the service accepts. */
type Convert = (text: string) => unknown;

function checked(form: RegExp, words: string, convert: Convert): Convert {
  return (text) => {
    if (!form.test(text)) throw noForm(text, words);
    return convert(text);
  };
}

/**
 * The conversions by signature. `library.ts` redirects calls of the usual names to them.
 *
 * @param convert the library's own conversions of texts.
 */
export function makeConversions(convert: { readonly duration: Convert; readonly timestamp: Convert }): Functions {
  const same = <T>(value: T): T => value;
  const readDuration = (text: string): unknown =>
    convert.duration(/^[+-]?0$/.test(text) ? "0s" : text.replaceAll("μ", "µ"));
  return {
    "toInt(string): int": toInteger,
    "toInt(int): int": same,
    "toInt(double): int": truncate,
    "toInt(google.protobuf.Timestamp): int": (time: Date) => BigInt(Math.floor(time.getTime() / 1000)),
    "toDouble(string): double": toDouble,
    "toDouble(double): double": same,
    "toDouble(int): double": Number,
    "toDouble(uint): double": Number,
    "toDuration(string): google.protobuf.Duration": checked(durationForm, "duration", readDuration),
    "toDuration(google.protobuf.Duration): google.protobuf.Duration": same,
    "toTimestamp(string): google.protobuf.Timestamp": checked(timestampForm, "point in time", convert.timestamp),
    "toTimestamp(int): google.protobuf.Timestamp": convert.timestamp,
    "toTimestamp(google.protobuf.Timestamp): google.protobuf.Timestamp": same,
  };
}
