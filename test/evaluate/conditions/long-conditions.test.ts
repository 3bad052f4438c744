import { expect, test } from "vitest";
import { requestsOf } from "../../harness/project-requests";

const ids = [0, 1, 2, 3, 4, 5];

/** More than a question may take is in a few of these. */
const list = Array.from({ length: 900 }, (_, id) => `location.hash + ${id}`).join(", ");

test("a request behind conditions that take much is told, and these are undecided", () => {
  const sent = requestsOf({
    "a.ts": `import { ${ids.map((id) => `is${id}`).join(", ")} } from "./conditions";
export const go = () => {
  const headers: Record<string, string> = { a: "b" };
  ${ids.map((id) => `if (is${id}) headers.x${id} = "1";`).join("\n  ")}
  return fetch("https://h.example.com/a", { method: "PUT", headers });
};`,
    "conditions.ts": ids.map((id) => `export const is${id} = [${list}].includes(location.pathname);`).join("\n"),
  });
  expect(sent).toEqual([`PUT https://h.example.com/a [a, ${ids.map((id) => `x${id}?`).join(", ")}]`]);
});

test("a member that a condition was too long to read is read where it is sent", () => {
  const many = Array.from({ length: 200 }, (_, id) => `init.mode + ${id}`).join(", ");
  const sent = requestsOf({
    "a.ts": `const isLong = (init: any) => [${many}].includes(location.pathname) || JSON.stringify(init) === location.hash;
const send = (url: string, init?: any) => {
  const { timeout, ...rest } = init || {};
  if (isLong(rest)) console.log(url);
  const headers: Record<string, string> = {};
  if (isLong(rest) && timeout) headers.x = "1";
  return fetch(url, { ...rest, headers });
};
const request = (method: string, url: string) => send(url, { method, mode: "cors" });
export const go = () => request("PUT", "https://h.example.com/a");`,
  });
  expect(sent).toContain("PUT https://h.example.com/a [x?]");
});
