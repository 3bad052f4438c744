import { describe, expect, test } from "vitest";
import { requestsIn } from "../../harness/project-requests";
import { renderRequest } from "../../request/render";

const sentBy = (text: string): readonly string[] => requestsIn({ "a.ts": text }).map(renderRequest);

const users = `class Users { prefix = "/none"; list() { return fetch("https://h" + this.prefix); } }
await new Users().list();`;

describe("a class with a decorator of the project", () => {
  test("is the class that it puts there", () => {
    const sent =
      sentBy(`const At = (prefix: string) => <T extends new (...a: any[]) => any>(C: T) => class extends C { prefix = prefix; };
@At("/users") ${users}`);
    expect(new Set(sent)).toEqual(new Set(["GET /users []"]));
  });

  test("is as it is written where it puts nothing there", () => {
    const sent = sentBy(`const known: unknown[] = []; const Register = (c: unknown) => { known.push(c); };
@Register ${users}`);
    expect(new Set(sent)).toEqual(new Set(["GET /none []"]));
  });

  test("is not known where it puts something there that is not followed", () => {
    const sent = sentBy(`declare const wrap: any; const Other = (c: any) => wrap(c);\n@Other ${users}`);
    expect(sent.at(-1)).not.toBe("GET /none []");
  });
});

describe("a static field", () => {
  const sentWith = (decorators: string, code: string): readonly string[] => sentBy(`${decorators}\n${code}`);

  test.each([
    [
      "at the class",
      "const At = (path: string) => (c: any) => { c.path = path; };",
      '@At("/a") class R { static path = "/none"; }',
    ],
    [
      "at a member",
      'const At = (t: any, k: string) => { t.constructor.path = "/" + k; };',
      'class R { static path = "/none"; @At a() {} }',
    ],
    [
      "in a function inside it",
      'const At = (c: any) => { [1].forEach(() => { c.path = "/a"; }); };',
      '@At class R { static path = "/none"; }',
    ],
  ])("may be what a decorator %s assigns", (_, decorator, made) => {
    const sent = sentWith(decorator, `${made} await fetch("https://h" + R.path);`);
    expect(sent).not.toContain("GET /none []");
    expect(sent.length).toBeGreaterThan(0);
  });

  test("is its initial value where decorators assign another one", () => {
    const sent = sentWith(
      'const At = (c: any) => { c.other = "/b"; };',
      '@At class R { static path = "/none"; } await fetch("https://h" + R.path);',
    );
    expect(sent).toEqual(["GET /none []"]);
  });
});
