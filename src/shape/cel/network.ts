import { noForm } from "./failure";
import type { Functions } from "./functions";
import { isIPv4, isIPv6 } from "node:net";

/** An address as a number. */
export class Address {
  constructor(
    readonly bits: bigint,
    readonly family: 4 | 6,
    readonly text: string,
  ) {}
}

/** A range of addresses. */
export class AddressRange {
  constructor(
    readonly address: Address,
    readonly length: number,
  ) {}
}

/** @returns the address; `undefined` if the text is none. Addresses with zones, and IPv4 addresses embedded in IPv6, are rejected. */
export function parseAddress(text: string): Address | undefined {
  if (isIPv4(text)) return new Address(joinParts(text.split(".").map(Number), 8), 4, text);
  if (!isIPv6(text) || text.includes("%") || text.includes(".")) return undefined;
  const [head = "", tail] = text.split("::");
  const parse = (part: string): number[] => (part === "" ? [] : part.split(":").map((each) => parseInt(each, 16)));
  const [first, last] = [parse(head), parse(tail ?? "")];
  const gap = new Array<number>(8 - first.length - last.length).fill(0);
  return new Address(joinParts([...first, ...gap, ...last], 16), 6, text);
}

function joinParts(parts: readonly number[], width: number): bigint {
  return parts.reduce((bits, part) => (bits << BigInt(width)) | BigInt(part), 0n);
}

export function parseRange(text: string): AddressRange | undefined {
  const [, base = "", length = ""] = /^([^/]+)\/(\d{1,3})$/.exec(text) ?? [];
  const address = parseAddress(base);
  if (address === undefined || Number(length) > widthOf(address)) return undefined;
  return new AddressRange(address, Number(length));
}

function widthOf({ family }: Address): number {
  return family === 4 ? 32 : 128;
}

function contains(range: AddressRange, address: Address, length = widthOf(address)): boolean {
  if (range.address.family !== address.family || length < range.length) return false;
  const shift = BigInt(widthOf(address) - range.length);
  return range.address.bits >> shift === address.bits >> shift;
}

function isWithin(text: string): (address: Address) => boolean {
  const range = parseRange(text);
  return (address) => range !== undefined && contains(range, address);
}

const either = (...ranges: readonly string[]): ((address: Address) => boolean) => {
  const tests = ranges.map(isWithin);
  return (address) => tests.some((test) => test(address));
};

const loopback = either("127.0.0.0/8", "::1/128");
const linkLocal = either("169.254.0.0/16", "fe80::/10");
const linkLocalMulticast = either("224.0.0.0/24", "ff02::/16");
const multicast = either("224.0.0.0/4", "ff00::/8");

function isGlobalUnicast(address: Address): boolean {
  const isBroadcast = address.family === 4 && address.bits === 0xffffffffn;
  return address.bits !== 0n && !isBroadcast && ![loopback, linkLocal, multicast].some((test) => test(address));
}

function canonical({ bits, family }: Address): string {
  if (family === 4) return [24n, 16n, 8n, 0n].map((shift) => String((bits >> shift) & 255n)).join(".");
  const parts = Array.from({ length: 8 }, (_, index) => ((bits >> BigInt(112 - 16 * index)) & 0xffffn).toString(16));
  const gap = /(?:^|:)0(?::0)+(?=:|$)/g;
  const text = parts.join(":");
  const longest = [...text.matchAll(gap)].sort((a, b) => b[0].length - a[0].length || a.index - b.index)[0];
  if (longest === undefined) return text;
  const [before, after] = [text.slice(0, longest.index), text.slice(longest.index + longest[0].length)];
  return `${before}::${after.replace(/^:/, "")}`;
}

/** Whether an IPv6 address ends in IPv4 notation. The service accepts some of these. */
function isMixed(text: string): boolean {
  return text.includes(":") && text.includes(".");
}

function asAddress(text: string): Address {
  const address = parseAddress(text);
  if (address !== undefined) return address;
  if (isMixed(text)) throw new Error("a form of addresses that is not known");
  throw noForm(text, "address");
}

function asRange(text: string): AddressRange {
  const range = parseRange(text);
  if (range !== undefined) return range;
  if (isMixed(text)) throw new Error("a form of addresses that is not known");
  throw noForm(text, "range of addresses");
}

function maskOf({ address, length }: AddressRange): AddressRange {
  const shift = BigInt(widthOf(address) - length);
  const bits = (address.bits >> shift) << shift;
  return new AddressRange(new Address(bits, address.family, canonical(new Address(bits, address.family, ""))), length);
}

/** The receiver of `ip.isCanonical()`. */
export class IpNamespace {
  readonly name = "ip";
}

/** The functions of addresses and address ranges, by signature. */
export const networkFunctions: Functions = {
  "isIP(string): bool": (text: string) => parseAddress(text) !== undefined,
  "ip(string): Address": asAddress,
  "IpNamespace.isCanonical(string): bool": (_: unknown, text: string) => canonical(asAddress(text)) === text,
  "Address.family(): int": ({ family }: Address) => BigInt(family),
  "Address.isUnspecified(): bool": ({ bits }: Address) => bits === 0n,
  "Address.isLoopback(): bool": loopback,
  "Address.isLinkLocalUnicast(): bool": linkLocal,
  "Address.isLinkLocalMulticast(): bool": linkLocalMulticast,
  "Address.isGlobalUnicast(): bool": isGlobalUnicast,
  "string(Address): string": canonical,
  "isCIDR(string): bool": (text: string) => parseRange(text) !== undefined,
  "cidr(string): AddressRange": asRange,
  "AddressRange.containsIP(string): bool": (range: AddressRange, text: string) => contains(range, asAddress(text)),
  "AddressRange.containsIP(Address): bool": (range: AddressRange, address: Address) => contains(range, address),
  "AddressRange.containsCIDR(string): bool": (range: AddressRange, text: string) => {
    const other = asRange(text);
    return contains(range, other.address, other.length);
  },
  "AddressRange.containsCIDR(AddressRange): bool": (range: AddressRange, other: AddressRange) => {
    return contains(range, other.address, other.length);
  },
  "AddressRange.ip(): Address": ({ address }: AddressRange) => address,
  "AddressRange.masked(): AddressRange": maskOf,
  "AddressRange.prefixLength(): int": ({ length }: AddressRange) => BigInt(length),
  "string(AddressRange): string": ({ address, length }: AddressRange) => `${canonical(address)}/${length}`,
};
