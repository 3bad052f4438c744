import type { Sent } from "../../src/clients/native";
import type { Draft } from "../harness/evaluating";
import { contradiction } from "../harness/holds";
import type { Arrival } from "../harness/running";

function argumentOf(sent: Sent, index: number) {
  return (sent.draft as Draft).arguments[index];
}

/** The claims that may be meant for what arrived: those with its tag, or, where no call shows the tag, all that leave it open. */
function claimsFor(sent: readonly Sent[], { tag }: Arrival): readonly Sent[] {
  const own = sent.filter((each) => {
    const claimed = argumentOf(each, 0);
    return claimed?.kind === "number" && claimed.value === tag;
  });
  return own.length > 0 ? own : sent.filter((each) => argumentOf(each, 0)?.kind !== "number");
}

/** @returns every arrival that none of the claims for it allows. */
export function contradictionsIn(sent: readonly Sent[], arrivals: readonly Arrival[]): string[] {
  return arrivals.flatMap((arrival): string[] => {
    const claims = claimsFor(sent, arrival);
    if (claims.length === 0) return [`nothing is known of the call with tag ${String(arrival.tag)}`];
    const reasons = claims.map((claim) => {
      const value = argumentOf(claim, 1);
      return value ? contradiction(value, arrival.value) : undefined;
    });
    return reasons.every((reason) => reason !== undefined)
      ? [`tag ${String(arrival.tag)}: ${reasons.join("\n or ")}`]
      : [];
  });
}
