import { expect, test } from "vitest";
import { requestsIn } from "../../harness/project-requests";
import { renderRequest } from "../render";

/** Octokit's plugins add methods; what `defaults` gives to requests is sent with each. */

const sentBy = (text: string): readonly string[] =>
  requestsIn({ "a.ts": `import { Octokit } from "octokit"; ${text}` }).map(renderRequest);

test("methods of a plugin send, whatever its parameters are called", () => {
  const [own, called] = sentBy(
    `const plugin = (kit: any, _: any) => ({ api: { save: (p: any) => kit.request("PUT /a/{id}", p) } });
     const Made: any = Octokit.plugin(plugin); export const f = () => new Made({ baseUrl: "https://h" }).api.save({ id: 7, x: 1 });`,
  );
  expect(own).toContain("PUT /a/");
  expect(called).toContain("PUT /a/7");
  expect(called).toContain("{x: 1}");
});

test("a function that is given elsewhere gets no client", () => {
  expect(
    sentBy(
      `const plugin = (kit: any) => ({ save: (p: any) => kit.request("PUT /a/{id}", p) }); register(plugin); export const made = new Octokit();`,
    ),
  ).toEqual([]);
});

test("parameters of `defaults` are sent with each request, under those of the call", () => {
  expect(
    sentBy(
      `const o = new Octokit(); export const f = () => o.request.defaults({ x: 1, y: 2 })("PUT /a/{id}", { id: 7, y: 3 });`,
    ),
  ).toEqual([expect.stringContaining("{x: 1, y: 3}")]);
});
