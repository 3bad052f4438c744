import { expect, test } from "vitest";
import { requestsOf } from "../../harness/project-requests";

/** More than a call may take. */
const long = Array.from({ length: 200 }, (_, index) => `options.part${index}`).join(" + ");

const names = ["first", "second", "third"];

const request = `const clean = (options: any) => {
  options.url = options.url.replace("//b", "/b");
};
export const request = (options: any) => {
  clean(options);
  return fetch(options.url, { method: options.method });
};`;

test("what a function reads of its callers is none of what its calls take", () => {
  const sent = requestsOf({
    "calls.ts": `import { request } from "./request";
${names.map((name) => `export const ${name} = (options: any) => request({ method: "PUT", url: "https://h.example.com/${name}/" + (${long}) });`).join("\n")}
export const short = () => request({ method: "POST", url: "https://h.example.com/a//b" });`,
    "request.ts": request,
  });
  expect(sent).toContain("POST https://h.example.com/a/b");
  expect(sent).toHaveLength(names.length + 1);
});
