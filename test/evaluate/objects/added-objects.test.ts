import { describe, expect, test } from "vitest";
import { requestsIn } from "../../harness/project-requests";
import { renderRequest } from "../../request/render";

const sentBy = (text: string): readonly string[] => requestsIn({ "a.ts": text }).map(renderRequest);

const id = `class Id { constructor(private n: number) {} toString() { return "id-" + this.n; } valueOf() { return this.n; } }
class Name { constructor(private n: string) {} toString() { return this.n; } } const i = new Id(4), name = new Name("x");\n`;

describe("an object in a text", () => {
  test.each([
    ["is its value where it is added", `"https://h/" + i`, "GET /4 []"],
    ["is its value in front of a text", `"https://h/" + (i + "/x")`, "GET /4/x []"],
    ["is its value where a text grows", `grown`, "GET /4 []"],
    ["is its text in a template", "`https://h/${i}`", "GET /id-4 []"],
    ["is its text in a template that is added", '"https://h" + `/${i}`', "GET /id-4 []"],
    ["is its text where it has no value of its own", `"https://h/" + name`, "GET /x []"],
  ])("%s", (_, url, expected) => {
    expect(sentBy(`${id}let grown = "https://h/"; grown += i; await fetch(${url});`)).toEqual([expected]);
  });

  test("is not known where its value is not", () => {
    const sent = sentBy(
      `const o = { toString() { return "x"; }, valueOf() { return given(); } }; await fetch("https://h/" + o);`,
    );
    expect(sent).not.toContain("GET /x []");
    expect(sent).toHaveLength(1);
  });
});
