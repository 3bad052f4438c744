import { expect, test } from "vitest";
import { requestsOf } from "../../harness/project-requests";

/** @returns what a call sends that is given options of which nothing is known. */
function sent(library: string, call: string): readonly string[] {
  return requestsOf({ "a.ts": `import ${library};\nexport const go = (more: any) => ${call};` });
}

test.each([
  ["got from 'got'", "got.put('https://h.example/a', more)"],
  ["got from 'got'", "got.put('https://h.example/a', { ...more })"],
  ["ky from 'ky'", "ky.put('https://h.example/a', more)"],
  ["{ ofetch } from 'ofetch'", "ofetch('https://h.example/a', { ...more, method: 'PUT' })"],
  ["{ betterFetch } from '@better-fetch/fetch'", "betterFetch('https://h.example/a', { ...more, method: 'PUT' })"],
])("options that are not known are not taken to hold hooks: import %s, %s", (library, call) => {
  expect(sent(library, call)).toEqual([expect.stringMatching(/^PUT https:\/\/h\.example\/a\b/u)]);
});

test.each([
  ["got from 'got'", "got.put('https://h.example/a', { hooks: more })"],
  ["got from 'got'", "got.put('https://h.example/a', { ...more, handlers: [more] })"],
  ["ky from 'ky'", "ky.put('https://h.example/a', { hooks: { beforeRequest: more } })"],
  ["{ ofetch } from 'ofetch'", "ofetch('https://h.example/a', { method: 'PUT', onRequest: more })"],
])("a hook that is given, and not known, may change all: import %s, %s", (library, call) => {
  expect(sent(library, call)).toEqual([expect.not.stringContaining("PUT")]);
});

test("a base that nobody knows of does not stand before an address, which may be sent as it is", () => {
  expect(sent("ky from 'ky'", "ky.put('orders/1', more)")).toEqual([expect.stringMatching(/^PUT \S*orders\/1\b/u)]);
  expect(sent("ky from 'ky'", "ky.put('https://h.example/a', { prefixUrl: 'https://p.example' })")).toEqual([
    expect.stringContaining("https://p.example/https://h.example/a"),
  ]);
});
