import { expect, test } from "vitest";
import { requestsIn } from "../harness/project-requests";
import { renderRequest } from "../request/render";

/** A constructor that calls methods of its own, of a class that many extend. */
const program = (size: number): string => `abstract class Base {
  protected items: any[] = [];
  protected get allowed(): string[] { return ["a"]; }
  constructor() { this.#first(); this.#second(); }
  #first() { this.items.push(() => this.allowed); }
  #second() { this.items.unshift({ list: this.allowed }); }
}
abstract class One extends Base { protected get resource() { return "/one/"; } }
abstract class Two extends Base { protected get resource() { return "/two/"; } }
${Array.from(
  { length: size },
  (
    _,
    index,
  ) => `class C${index} extends ${index % 2 === 0 ? "One" : "Two"} { last: any; run(id: string) { this.last = id; return fetch(this.resource + id); } }
export const c${index} = new C${index}();`,
).join("\n")}`;

test("each of many classes has what its own superclass gives, whatever their constructors share", () => {
  const found = requestsIn({ "a.ts": program(60) }).map((each) => renderRequest(each));
  expect(found.filter((each) => each.startsWith("GET /one/{id}"))).toHaveLength(30);
  expect(found.filter((each) => each.startsWith("GET /two/{id}"))).toHaveLength(30);
});
