import { expect, it } from "vitest";
import { load, problems } from "./loading";

const contract = "service: { servers: [https://api.example.com/v2] }\nendpoints: { GET /beds: {} }\n";

function problemsOf(base: string): readonly string[] {
  const configuration = `service: { baseUrls: ["${base}"] }\ncontract: [contract.yaml]\nbuiltin: false\n`;
  return problems(load(configuration, { "contract.yaml": contract }));
}

it.each(["https://api.example.com/v2/v2", "https://api.example.com/v2/v2/"])(
  "a base with its path twice is told: %s",
  (base) => {
    expect(problemsOf(base)).toEqual([
      `1:23 warn \`${base}\` has a path twice: the description's server is \`https://api.example.com/v2\`. Write that.`,
    ]);
  },
);

it.each([
  "https://api.example.com/v2",
  "https://api.example.com/v1/v1",
  "https://other.example.com/v2/v2",
  "https://api.example.com",
])("%s is none", (base) => {
  expect(problemsOf(base)).toEqual([]);
});
