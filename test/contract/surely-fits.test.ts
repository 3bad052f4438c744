import Ajv from "ajv";
import fc from "fast-check";
import { expect, test } from "vitest";
import { rules } from "../../rules/index";
import { configurationSchema } from "../../src/contract/configuration/configuration-schema";
import { contractFileSchema } from "../../src/contract/file/contract-file-schema";
import { surelyFitsSchema } from "../../src/contract/file/surely-fits";
import { mutated, type Json } from "../harness/arbitraries/manifest-values";
import { runsOf } from "../harness/runs";

const configuration: Json = {
  service: { baseUrls: ["https://api.example.com/v1"], wrapped: true, etags: ["/items/{id}"] },
  contract: ["./contract.yaml"],
  clients: [
    { call: "api.update", method: "PATCH", path: 0, body: 1, headers: "2.headers" },
    { object: "ToolConfig.request", method: "PATCH", path: "url", query: "params" },
  ],
  tokens: { UAT: ["userToken"], default: "IAT" },
  permissions: { repository: { contents: "write" } },
  groups: { a: { name: "timestream.example.dev", version: "v0.5.0" } },
  aliases: { automation: "actions" },
  preset: "strict",
  rules: { "valid-kind-values": "warn", "require-if-match": ["error", { force: "report" }] },
  ignore: ["legacy/**"],
};

const contract: Json = {
  groups: { "example.dev": { versions: ["v1"] } },
  kinds: [
    {
      kind: "Thing",
      group: "example.dev",
      versions: ["v1"],
      schema: {
        type: "object",
        properties: { a: { type: "array", items: { type: "string", enum: ["x", 1] } } },
        required: ["a"],
        additionalProperties: false,
      },
    },
  ],
  permissions: [
    {
      scope: "repository",
      category: "Contents",
      access: "read",
      prefix: "/repos",
      tokens: ["UAT"],
      endpoints: ["GET /items"],
    },
  ],
};

const runs = runsOf(600);

test.each([
  ["a configuration", configuration, configurationSchema(rules)],
  ["a contract file", contract, contractFileSchema],
])("%s that surely fits is one that ajv accepts, however it is changed", { tags: ["long"] }, (_, value, schema) => {
  const validate = new Ajv({ strict: false }).compile(schema);
  expect(surelyFitsSchema(value, schema, schema)).toBe(true);
  let accepted = 0;
  fc.assert(
    fc.property(mutated(fc.constant(value)), (json) => {
      if (!surelyFitsSchema(json, schema, schema)) return;
      accepted++;
      expect(validate(json), JSON.stringify(json)).toBe(true);
    }),
    { numRuns: runs },
  );
  expect(accepted).toBeGreaterThan(runs / 6);
});
