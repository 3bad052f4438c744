import { describe, expect, it } from "vitest";
import { requestsOf } from "../../harness/project-requests";

const orders = `export const list = () => fetch("/orders");
export function get(id) { return fetch("/orders/" + id); }
export default () => fetch("/default");`;

/** @returns what `a.js` sends, which imports `orders.js` and `users.js` as a whole. */
function sent(text: string, more: Readonly<Record<string, string>> = {}): readonly string[] {
  const head = 'import * as orders from "./orders"; import * as users from "./users";\n';
  const users = 'export const me = () => fetch("/users/me"); export const list = () => fetch("/users");';
  return requestsOf({ "a.js": head + text, "orders.js": orders, "users.js": users, ...more });
}

describe("a copy of a module's namespace", () => {
  it.each([
    ["by a spread", "const api = { ...orders }; api.get(1);"],
    ["by `Object.assign`", "const api = Object.assign({}, orders); api.get(1);"],
    ["by another file", 'import api from "./api"; api.get(1);'],
    ["under a name of its own", "const api = { orders }; api.orders.get(1);"],
  ])("has its exports: %s", (_, text) => {
    const api =
      'import * as orders from "./orders"; import * as users from "./users"; export default { ...users, ...orders };';
    expect(sent(text, { "api.js": api })).toEqual(["GET /orders/1"]);
  });

  it("has those of the later one where two have one name", () => {
    expect(sent("const api = { ...orders, ...users }; api.list(); api.get(1); api.me();")).toEqual([
      "GET /users",
      "GET /orders/1",
      "GET /users/me",
    ]);
  });

  it("has what its module exports of others, but not their default", () => {
    const files = {
      "all.js": 'export * from "./orders"; export { me as self } from "./users"; export * as users from "./users";',
    };
    const text =
      'import * as all from "./all"; const api = { ...all }; api.get(1); api.self(); api.users.me(); api.default();';
    expect(sent(text, files)).toEqual(["GET /orders/1", "GET /users/me", "GET /users/me"]);
  });

  it("has no default export of what its module exports of others, which would hide one that stands there", () => {
    const files = { "all.js": 'export * from "./orders";' };
    const text =
      'import * as all from "./all"; const mine = (path) => fetch(path); const api = { default: mine, ...all }; api.default("/mine");';
    expect(sent(text, files)).toContain("GET /mine");
  });

  it("has more than is known where its module exports what a package does", () => {
    const files = { "all.js": 'export * from "./orders"; export * from "other-package";' };
    const text = 'import * as all from "./all"; const api = { ...all }; api.get(1); orders.get(2);';
    expect(sent(text, files)).toEqual(["GET /orders/2"]);
  });
});
