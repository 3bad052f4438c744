import { expect, test } from "vitest";
import { requestsIn } from "../../harness/project-requests";
import { renderRequest } from "../../request/render";

const sentBy = (text: string): readonly string[] => requestsIn({ "a.ts": text }).map(renderRequest);

test.each([
  ["sets another value", "{ set(t: any, k: any, v: any) { t[k] = v + '!'; return true; } }", "p.v = 'b';", "GET /b []"],
  ["sets nothing", "{ set: () => true }", "p.v = 'b';", "GET /b []"],
  ["gives another value", "{ get: (t: any, k: any) => t[k] + '!' }", "p.v = 'b';", "GET /b []"],
  ["deletes nothing", "{ deleteProperty: () => true }", "delete p.v;", "GET /undefined []"],
])("nothing is known of a member of a proxy that %s", (_, handler, change, wrong) => {
  const sent = sentBy(`const p: any = new Proxy({ v: "a" }, ${handler}); ${change} await fetch("https://h/" + p.v);`);
  expect(sent).toHaveLength(1);
  expect(sent).not.toContain(wrong);
});

test("nothing is known of a member of a proxy that can be revoked", () => {
  const sent = sentBy(
    `const { proxy } = Proxy.revocable({ v: "a" } as any, { get: () => "c" }); proxy.v = "b"; await fetch("https://h/" + proxy.v);`,
  );
  expect(sent).toHaveLength(1);
  expect(sent).not.toContain("GET /b []");
});

test("what is assigned to an instance of another class is there", () => {
  const sent = sentBy(
    `import { Options } from "lib"; const p = new Options(); p.v = "b"; await fetch("https://h/" + p.v);`,
  );
  expect(sent).toEqual(["GET /b []"]);
});
