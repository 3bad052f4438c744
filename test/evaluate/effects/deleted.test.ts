import { expect, test } from "vitest";
import { requestsIn } from "../../harness/project-requests";
import { renderRequest } from "../../request/render";

const requestOf = (body: string): string => {
  const text = `const names = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];
export const send = (key: string, more: string[]) => { const options: any = { method: "PUT", one: 1 }; ${body} return fetch("/a", options); };`;
  return requestsIn({ "a.ts": text }).map((each) => renderRequest(each))[0] ?? "";
};

test("members are deleted by names of a list, and others stay", () => {
  expect(requestOf("for (const name of names) delete options[name];")).toBe("PUT /a []");
  expect(requestOf("for (const name of [...names, 'ten']) delete options[name];")).toBe("PUT /a []");
});

test.each([
  ["by a name that is not known", "delete options[key];"],
  ["by names of a list that is not known", "for (const name of more) delete options[name];"],
  ["by one of several names", "for (const name of ['one', 'method']) delete options[name];"],
])("a member that may be deleted, %s, is perhaps not there", (_, body) => {
  expect(requestOf(body)).not.toMatch(/^PUT /u);
});
