import { describe, expect, it } from "vitest";
import { requestsOf } from "../harness/project-requests";

describe("modules of TypeScript's older form", () => {
  const agent = "class Agent { get(path: string) { return fetch(path); } }\nexport = Agent;";

  it("are what they export as a whole", () => {
    const file = 'import Agent = require("./agent");\nnew Agent().get("/one");';
    expect(requestsOf({ "a.ts": file, "agent.ts": agent })).toEqual(["GET /one"]);
  });

  it("are so where they import something themselves", () => {
    const file = 'import Agent = require("./agent");\nnew Agent().get("/one");';
    const importing = `import settings = require("./settings");\n${agent}`;
    expect(requestsOf({ "a.ts": file, "agent.ts": importing, "settings.ts": "export = {};" })).toEqual(["GET /one"]);
  });
});

describe("requests of another file's top level", () => {
  it("are not those of the files that import it", () => {
    const imported = 'export const settings = fetch("/settings");';
    const file = 'import { settings } from "./b";\nexport const held = settings;\nfetch("/own");';
    expect(requestsOf({ "a.ts": file, "b.ts": imported })).toEqual(["GET /own"]);
    expect(requestsOf({ "b.ts": imported })).toEqual(["GET /settings"]);
  });

  it("are not those of the files that load it where they first use it", () => {
    const api = `import { createApi, fetchBaseQuery } from "@reduxjs/toolkit/query/react";
export const api = createApi({
  baseQuery: fetchBaseQuery({ baseUrl: "/api" }),
  endpoints: (builder) => ({ read: builder.query({ query: (id) => \`/widgets/\${id}\` }) }),
});`;
    const file = 'import { api } from "./b";\nexport const use = () => api.useReadQuery("1");\nfetch("/own");';
    expect(requestsOf({ "a.ts": file, "b.ts": api })).toEqual(["GET /own"]);
    expect(requestsOf({ "b.ts": api })).toEqual(["GET /api/widgets/{id}"]);
  });
});

describe("hooks of TanStack Query that the project hands on", () => {
  const hooks = `import { useMutation, useQuery } from "@tanstack/react-query";
export const useApi = () => ({ useMutation, useQuery });
export function useRemoval(path: string) {
  const { useMutation } = useApi();
  return { ...useMutation<unknown>({ mutationFn: () => fetch(path, { method: "DELETE" }) }) };
}
export function useSaving(path: string) {
  const { useMutation } = useApi();
  return useMutation({ mutationFn: (data: object) => fetch(path, { method: "PUT", body: JSON.stringify(data) }) });
}
export const useReading = (path: string, options?: object) =>
  useApi().useQuery({ queryKey: [path], queryFn: () => fetch(path), ...options });`;

  it("run what they are given for the caller of the project's own hook", () => {
    const file = `import { useReading, useRemoval } from "./hooks";
export const One = () => useRemoval("/one");
export const Two = () => useReading("/two", { enabled: true });`;
    expect(requestsOf({ "a.ts": file, "hooks.ts": hooks })).toEqual(["DELETE /one", "GET /two"]);
  });

  it("run a mutation with what it is called with", () => {
    const file = `import { useSaving } from "./hooks";
export function Form() {
  const { mutateAsync } = useSaving("/one");
  return async (name: string) => { await mutateAsync({ name }); };
}`;
    expect(requestsOf({ "a.ts": file, "hooks.ts": hooks })).toEqual(["PUT /one json unknown", "PUT /one json {name}"]);
  });
});
