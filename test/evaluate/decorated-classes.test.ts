import { describe, expect, test } from "vitest";
import { requestsIn } from "../harness/project-requests";
import { renderRequest } from "../request/render";

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
