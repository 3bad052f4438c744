import { isIPv4, isIPv6 } from "node:net";
import { isAnnotationKey, isGenerateName, isLabelName, isLabelValue, isLongName, isQualifiedName } from "./names";

/** A string format: its test, and its description. */
export interface Format {
  readonly fits: (text: string) => boolean;
  /** Completes a sentence after "must be". */
  readonly words: string;
}

const uuid = (third: string, fourth: string): ((text: string) => boolean) => {
  const form = new RegExp(`^[0-9a-f]{8}-?[0-9a-f]{4}-?${third}-?${fourth}-?[0-9a-f]{12}$`, "i");
  return (text) => form.test(text);
};

const any4 = "[0-9a-f]{4}";

/** The supported formats, by name without dashes. Where servers differ, a value is valid if any of them accepts it. */
const formats: Readonly<Record<string, Format>> = {
  bsonobjectid: { words: "an object id of 24 hexadecimal digits", fits: (text) => /^[0-9a-f]{24}$/i.test(text) },
  byte: { words: "text in base64", fits: isBase64 },
  cidr: { words: "a range of addresses, such as 10.0.0.0/8", fits: isCidr },
  date: { words: "a date, such as 2006-01-02", fits: isDate },
  datetime: { words: "a date and time, such as 2006-01-02T15:04:05Z", fits: isDateTime },
  duration: { words: "a duration, such as 1h30m", fits: isDuration },
  email: { words: "an email address", fits: (text) => /^[^@]*[^@\s]@[^@\s][^@]*$/.test(text) || /^".*"@./.test(text) },
  hexcolor: { words: "a colour, such as #ffcc00", fits: (text) => /^#?(?:[0-9a-f]{3}|[0-9a-f]{6})$/i.test(text) },
  hostname: { words: "a host name", fits: isHostName },
  ipv4: { words: "an IPv4 address", fits: isIPv4 },
  ipv6: { words: "an IPv6 address", fits: isIPv6 },
  mac: { words: "a MAC address", fits: isMac },
  ssn: { words: "a social security number", fits: (text) => /^\d{3}[- ]?\d{2}[- ]?\d{4}$/.test(text) },
  uri: { words: "a URI, or a path that begins with a slash", fits: isRequestUri },
  uuid: { words: "a UUID", fits: uuid(any4, any4) },
  uuid3: { words: "a UUID of version 3", fits: uuid("3[0-9a-f]{3}", any4) },
  uuid4: { words: "a UUID of version 4", fits: uuid("4[0-9a-f]{3}", "[89ab][0-9a-f]{3}") },
  uuid5: { words: "a UUID of version 5", fits: uuid("5[0-9a-f]{3}", "[89ab][0-9a-f]{3}") },
  k8sshortname: { words: "a name of lower-case letters, digits and dashes", fits: isLabelName },
  k8slongname: { words: "a name of lower-case letters, digits, dashes and dots", fits: isLongName },
  k8spathsegment: {
    words: "a name without `/` and `%`",
    fits: (text) => !/[/%]/.test(text) && text !== "." && text !== "..",
  },
  k8sgeneratename: {
    words: "the beginning of a name of lower-case letters, digits, dashes and dots",
    fits: isGenerateName,
  },
  k8slabelkey: {
    words: "a key of letters, digits, `-`, `_` and `.`, after a domain and a slash if you like",
    fits: isQualifiedName,
  },
  k8slabelvalue: { words: "at most 63 letters, digits, `-`, `_` and `.`", fits: isLabelValue },
  k8sannotationkey: {
    words: "a key of letters, digits, `-`, `_` and `.`, after a domain and a slash if you like",
    fits: isAnnotationKey,
  },
};

/** @returns the format with a name such as `date-time`; `undefined` if it is not supported. */
export function getFormat(name: string): Format | undefined {
  const plain = name.replaceAll("-", "");
  return Object.hasOwn(formats, plain) ? formats[plain] : undefined;
}

function isBase64(text: string): boolean {
  return text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text);
}

function isCidr(text: string): boolean {
  const slash = text.lastIndexOf("/");
  const address = text.slice(0, Math.max(slash, 0));
  const length = text.slice(slash + 1);
  if (!/^\d{1,3}$/.test(length)) return false;
  return Number(length) <= (isIPv4(address) ? 32 : isIPv6(address) ? 128 : -1);
}

function isDate(text: string): boolean {
  const [, year = "", month = "", day = ""] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? [];
  if (year === "") return false;
  const days = new Date(Date.UTC(2000 + (Number(year) % 400), Number(month), 0)).getUTCDate();
  return Number(month) >= 1 && Number(month) <= 12 && Number(day) >= 1 && Number(day) <= days;
}

function isDateTime(text: string): boolean {
  const [date = "", time = ""] = text.split(/t/i);
  const [, hour = "", minute = "", second = ""] =
    /^(\d{2}):(\d{2}):(\d{2})(?:.\d+)?(?:z|[+-]\d{2}:\d{2})$/i.exec(time) ?? [];
  return isDate(date) && hour !== "" && hour <= "23" && minute <= "59" && second <= "60";
}

/** Accepts Go's notation (`1h30m`), words (`2 days`), and ISO 8601 (`PT5M`). */
function isDuration(text: string): boolean {
  const go = /^[-+]?(?:0|(?:\d+\.?\d*|\.\d+)(?:ns|us|µs|μs|ms|s|m|h))+$/;
  const words = /\d+\s*(?:ns|us|µs|ms|s|m|h|hr|d|w|nano|micro|milli|sec|min|hour|day|week)[a-z]*/i;
  // A longer text cannot have been meant as a duration, and is not checked.
  return text.length > 100 || go.test(text) || words.test(text) || /^-?P(?=.)[\d.,YMWDTHS]+$/.test(text);
}

function isHostName(text: string): boolean {
  return (
    text.length <= 255 &&
    text
      .split(".")
      .every(
        (label) => label.length <= 63 && /^[\p{L}\p{S}\p{N}](?:[\p{L}\p{S}\p{N}-]*[\p{L}\p{S}\p{N}])?$/u.test(label),
      )
  );
}

function isMac(text: string): boolean {
  return (
    /^(?:[0-9a-f]{2}([:-]))(?:[0-9a-f]{2}\1){4,18}[0-9a-f]{2}$/i.test(text) ||
    /^(?:[0-9a-f]{4}\.){2,9}[0-9a-f]{4}$/i.test(text)
  );
}

/** Accepts what a request line may contain: a URI with a scheme, or an absolute path. */
function isRequestUri(text: string): boolean {
  if (/[\u0000-\u0020\u007f]/.test(text)) return false;
  return /^[A-Za-z][A-Za-z0-9+.-]*:./.test(text) || text.startsWith("/") || text === "*";
}
