import { describe, expect, test } from "vitest";
import { requestsOf } from "../../harness/project-requests";

const base = `export abstract class Store {
  prefix = "/base";
  constructor(protected readonly root: unknown) {}
  load = (id: string) => fetch("https://h/base/" + id);
}`;

describe("a field of a subclass", () => {
  test.each([
    ["that has a constructor", "constructor(root: unknown) { super(root); }"],
    [
      "that has a constructor, and does more in it",
      "count; constructor(root: unknown) { super(root); this.count = 1; }",
    ],
    ["that has none", ""],
  ])("stands in the place of that of its superclass, in one %s", (_, made) => {
    const files = {
      "use.ts": `import { Users } from "./users";
export const byType = (users: Users) => users.load("1");
export const ofInstance = () => new Users(0).load("1");`,
      "users.ts": `import { Store } from "./store";
export class Users extends Store { ${made} load = (id: string) => fetch("https://h/users/" + id); }`,
      "store.ts": base,
    };
    expect(new Set(requestsOf(files))).toEqual(new Set(["GET https://h/users/1"]));
  });

  test("reads what the constructor of its superclass has made", () => {
    const files = {
      "a.ts": `import { Store } from "./store";
class Users extends Store { constructor() { super(0); } url = "https://h" + this.prefix; list() { return fetch(this.url); } }
new Users().list();`,
      "store.ts": base,
    };
    expect(requestsOf(files)).toContain("GET https://h/base");
  });

  test("is what a parameter gives, after the superclass has given its own", () => {
    const files = {
      "a.ts": `import { Store } from "./store";
class Users extends Store { constructor(public prefix: string) { super(0); } list() { return fetch("https://h" + this.prefix); } }
new Users("/own").list();`,
      "store.ts": base,
    };
    expect(requestsOf(files)).toContain("GET https://h/own");
    expect(requestsOf(files)).not.toContain("GET https://h/base");
  });
});

describe("a field that a constructor assigns where no subclass has", () => {
  const files = {
    "a.ts": `import { plural } from "words";
class Store {
  endpoint: string;
  constructor(name: string) { if (!this.endpoint) this.endpoint = plural(name); }
  create(name: string) { return fetch(\`/api/\${this.endpoint}.create\`, { method: "POST", body: JSON.stringify({ name }) }); }
}
class Shares extends Store { constructor() { super("share"); } }
class Clients extends Store { endpoint = "oauthClients"; constructor() { super("client"); } }
export const byType = (shares: Shares) => shares.create("a");
export const own = (clients: Clients) => clients.create("b");
export const made = () => new Shares().create("c");`,
  };

  test("is never without a value", () => {
    const sent = requestsOf(files);
    expect(sent.filter((each) => each.includes("undefined"))).toEqual([]);
    expect(sent).toContain("POST /api/{plural()}.create json {name}");
  });

  test("may be other than what a subclass has", () => {
    expect(requestsOf(files)[0]).toBe("POST /api/{plural()}.create | /api/oauthClients.create json {name}");
  });
});
