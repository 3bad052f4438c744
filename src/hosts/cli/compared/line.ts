import { compareNames, someOf } from "../../../text/words";

/** The outcomes of a file's call sites, each counted once. Plain data: it crosses threads and is kept in the cache. */
export interface Coverage {
  /** Call sites whose requests were compared with the contract. */
  readonly compared: number;
  /** Those of them that an imported description does not list. */
  readonly unlisted: number;
  /** Call sites that certainly send elsewhere, counted by host or its substitute. */
  readonly others: Readonly<Record<string, number>>;
  /** Call sites that may send to the service, or that send to an unknown endpoint. */
  readonly unknown: number;
}

/** @returns the sum of the outcomes of all files. */
export function sumCoverage(parts: readonly (Coverage | undefined)[]): Coverage {
  const others: Record<string, number> = {};
  const sum = { compared: 0, unlisted: 0, unknown: 0 };
  for (const part of parts) {
    if (!part) continue;
    sum.compared += part.compared;
    sum.unlisted += part.unlisted;
    sum.unknown += part.unknown;
    for (const [host, number] of Object.entries(part.others)) others[host] = (others[host] ?? 0) + number;
  }
  return { ...sum, others };
}

/** Limit of the hosts in the line. */
const mostHosts = 4;

/** @returns the line that tells how many of the code's requests were compared with the contract. */
export function describeCoverage({ compared, unlisted, others, unknown }: Coverage): string {
  const hosts = Object.entries(others).sort((a, b) => b[1] - a[1] || compareNames(a[0], b[0]));
  const total = hosts.reduce((sum, [, number]) => sum + number, 0);
  const names = hosts.map(([host]) => host);
  const parts = [
    `${compared} ${compared === 1 ? "request" : "requests"} compared`,
    ...(unlisted > 0 ? [`${unlisted} of them to no endpoint of the contract`] : []),
    ...(total > 0
      ? [`${total} to ${someOf(names, mostHosts)}, which ${hosts.length === 1 ? "is" : "are"} not the service's`]
      : []),
    ...(unknown > 0 ? [`${unknown} not understood`] : []),
  ];
  return `${parts.join(", ")}${total + unknown + unlisted > 0 ? ": `restraint requests`" : ""}`;
}
