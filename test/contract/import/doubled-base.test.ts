import { expect, it } from "vitest";
import { importOpenapi } from "../../../src/contract/import/openapi/openapi";

function notesOf(server: string, ...paths: readonly string[]): readonly string[] {
  const value = {
    openapi: "3.0.3",
    servers: [{ url: server }],
    paths: Object.fromEntries(paths.map((path) => [path, { get: { responses: {} } }])),
  };
  return importOpenapi([{ file: "a.json", value }]).notes;
}

it("a description that has the base's path in all of its paths as well is told", () => {
  expect(notesOf("https://api.example.com/v2", "/v2/beds", "/v2/plants/{id}")).toEqual([
    "the server https://api.example.com/v2 ends with /v2, and all paths begin with it: it is taken to stand there once",
  ]);
});

it.each([
  ["https://api.example.com/v2", ["/beds", "/v2/plants"]],
  ["https://api.example.com/v2", ["/v20/beds"]],
  ["https://api.example.com", ["/v2/beds"]],
  ["https://api.example.com/", ["/v2/beds"]],
  ["https://api.example.com/v2", []],
] as const)("%s with %j is none", (server, paths) => {
  expect(notesOf(server, ...paths)).toEqual([]);
});
