import { expect, it } from "vitest";
import { load, problems } from "./loading";

const contract = "service: { servers: [https://api.example.com/v2] }\nendpoints: { GET /beds: {} }\n";

function problemsOf(base: string, described = contract): readonly string[] {
  const configuration = `service: { baseUrls: ["${base}"] }\ncontract: [contract.yaml]\nbuiltin: false\n`;
  return problems(load(configuration, { "contract.yaml": described }));
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

const inPaths = (...paths: readonly string[]): string =>
  `service: { servers: [https://api.example.com] }\nendpoints: { ${paths.map((path) => `GET ${path}: {}`).join(", ")} }\n`;

it("a base with the path twice with which all paths of the description begin is told", () => {
  const base = "https://api.example.com/v2/v2";
  expect(problemsOf(base, inPaths("/v2/beds", "/v2/plants"))).toEqual([
    "1:23 warn `https://api.example.com/v2/v2` has a path twice: all paths of the description begin with `/v2`. Write `https://api.example.com/v2`.",
  ]);
});

it.each([
  ["https://api.example.com/v2", ["/v2/beds"]],
  ["https://api.example.com/v2/v2", ["/v2/beds", "/v1/beds"]],
  ["https://api.example.com/v2/v2", ["/v20/beds"]],
  ["https://api.example.com/v1/v2/v2", ["/v2/beds"]],
])("%s is none beside %j", (base, paths) => {
  expect(problemsOf(base, inPaths(...paths))).toEqual([]);
});
