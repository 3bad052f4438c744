import { describe, expect, it } from "vitest";
import { requestsOf } from "../harness/project-requests";

/** What a call in a loop, or in a function that is called, makes of an object is known, though the object depends on that very call. */
describe("an object that calls change", () => {
  it.each([
    ["in a loop", `for (const each of list) query.append("k", each);`, "GET /a ?k?"],
    ["in a function that is called", `const add = () => query.append("k", "x"); add();`, "GET /a ?k?"],
    ["in a callback of a list that is known", `[1].forEach(() => query.append("k", "x"));`, "GET /a ?k?"],
    ["under a name that is not known", `for (const each of list) query.append(each, "x");`, "GET /a ?+"],
    ["once", `query.append("k", "x");`, "GET /a ?k"],
    ["by no call", `list.forEach((each) => other.append("k", each));`, "GET /a"],
  ])("%s", (_, changes, expected) => {
    const text = `const query = new URLSearchParams(); ${changes} fetch("/a?" + query.toString());`;
    expect(requestsOf({ "a.ts": text })).toEqual([expected]);
  });
});
