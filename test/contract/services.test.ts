import { describe, expect, it } from "vitest";
import { parseFields } from "../../src/fields/parse";
import { publicServices } from "../../src/contract/services";
import { endpointKey } from "../../src/contract/description/description-file";

/** Facts of an endpoint, as a person may write them. */
const names = [
  "source",
  "requires",
  "returns",
  "ifMatch",
  "replaces",
  "clears",
  "elsewhere",
  "tokens",
  "sendsBack",
  "clearsOfBody",
  "isReported",
  "selectedBy",
  "parts",
  "withHeader",
  "keptBy",
  "single",
  "refusesWhole",
  "takesForms",
  "forms",
];

describe.each(publicServices.map((service) => [service.name, service] as const))(
  "%s",
  (_, { hosts, endpoints, readsUntypedJson, takesForms, headers = {}, most }) => {
    it("has hosts of its own", () => {
      expect(hosts.every((host) => /^[a-z\d.-]+\.[a-z]+$/u.test(host))).toBe(true);
      const others = publicServices.filter(({ hosts: each }) => each !== hosts).flatMap((each) => each.hosts);
      expect(hosts.filter((host) => others.includes(host))).toEqual([]);
    });

    it("has a source for what is so of all requests", () => {
      const sources = [
        readsUntypedJson,
        takesForms,
        most?.source,
        ...Object.values(headers).map(({ source }) => source),
      ];
      for (const source of sources) if (source !== undefined) expect(source).toMatch(/^https:/u);
    });

    it.each(Object.entries(endpoints))("%s: every fact has a source", (key, facts) => {
      expect(key).toMatch(endpointKey);
      const given = Object.keys(facts);
      expect(given.filter((name) => !names.includes(name))).toEqual([]);
      if (given.length > 0) expect(facts.source).toMatch(/^https:\/\/[\w.-]+\/\S+$/u);
      if (facts.returns !== undefined) expect(parseFields({ text: facts.returns, holes: [] }).mistakes).toEqual([]);
    });
  },
);
