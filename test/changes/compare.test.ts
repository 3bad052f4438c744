import { describe, expect, it } from "vitest";
import { compareDescriptions } from "../../src/changes/compare/descriptions";
import { checks } from "../../src/changes/checks";
import { importOpenapi } from "../../src/contract/import/openapi/openapi";
import { type Case, cases } from "./cases";
import { describeCases } from "./described-cases";

function contractOf(one: Case, version: "older" | "newer"): ReturnType<typeof importOpenapi>["contract"] {
  return importOpenapi([{ file: "a.json", value: describeCases([one], version) }], { isWhole: true }).contract;
}

describe("the comparison of two versions", () => {
  it.each(cases.map((one): [string, Case] => [one.ids.join(), one]))("finds %s, and its opposite", (_, one) => {
    const [older, newer] = [contractOf(one, "older"), contractOf(one, "newer")];
    const changes = compareDescriptions(older, newer);
    expect(changes.map(({ id }) => id).sort()).toEqual([...one.ids].sort());
    for (const { id, effect } of changes) expect({ id, effect }).toEqual({ id, effect: checks[id]?.effect });
    const back = compareDescriptions(newer, older);
    expect(back.map(({ id }) => id).sort()).toEqual([...one.back].sort());
    for (const { id, effect } of back) expect({ id, effect }).toEqual({ id, effect: checks[id]?.effect });
    expect(compareDescriptions(older, older)).toEqual([]);
    expect(effectOf(one)).toBe(changes.some(({ effect }) => effect !== "nobody"));
  });
});

/** Whether some code is hit, or may be. */
function effectOf({ hit = [], unknown = [] }: Case): boolean {
  return hit.length + unknown.length > 0;
}
