import { describe, expect, test } from "vitest";
import { requestsOf } from "../../harness/project-requests";

const base = `export class Resource {
  constructor() { this.base = "/api"; }
  url(id) { return this.base + "/" + this.name + "/" + id; }
  remove(id) { return fetch(this.url(id), { method: "DELETE" }); }
  ping() { return fetch("/ping"); }
}
export class Users extends Resource { constructor() { super(); this.name = "users"; } again(id) { return super.remove(id); } }
export class Groups extends Resource { constructor() { super(); this.name = "groups"; } }`;

const using = (call: string): readonly string[] =>
  requestsOf({
    "use.ts": `import { Groups, Resource, Users } from "./base";\nexport class Page { constructor(private users: Users, private any: Resource) {} run(id: string) { ${call} } }`,
    "base.ts": base,
  });

describe("a call of an inherited method supplies what the subclass has", () => {
  test("an instance that is known by its type", () => {
    expect(using("this.users.remove(id);")).toEqual(["DELETE /api/users/{id}"]);
  });

  test("`super`", () => {
    expect(requestsOf({ "base.ts": base })).toContain("DELETE /api/users/{id}");
  });

  test("not what the class has that declares the method, whose own call tells it", () => {
    expect(using("this.any.remove(id);")).toEqual([]);
  });

  test("nor for a request that needs nothing of the instance", () => {
    expect(using("this.users.ping();")).toEqual([]);
  });
});
