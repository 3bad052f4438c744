import { describe, expect, it } from "vitest";
import { describeValue } from "../../../src/generate/describe-value";
import { type Draft, evaluateText } from "../../harness/evaluating";

const given = (source: string): readonly string[] =>
  evaluateText(source).sent.map(({ draft }) => (draft as Draft).arguments.map(describeValue).join("; "));

describe("the statics of a class", () => {
  it.each([
    ["stay known where unknown code gets an instance", "unknown(this);", "/models"],
    ["stay known where a member of an instance is written that has their name", "this.path = this.own;", "/models"],
    ["are not known where unknown code gets the class", "const it = Model; unknown(it);", "unknown"],
    ["may be what others write", "const it = Model; it.path = this.own;", '"/models" | "x"'],
  ])("%s", (_, change, expected) => {
    const source = `export class Model { static path = "/models"; own = "x"; give() { ${change} } }
      export function reads() { send(Model.path); }`;
    expect(given(source)).toEqual([expect.stringContaining(expected)]);
  });

  it("are written by static methods", () => {
    const source = `class Model { static path = "/models"; static move() { this.path = "/moved"; } }
      export function reads() { send(Model.path); } export const move = () => Model.move();`;
    expect(given(source)).toEqual(['"/models" | "/moved"']);
  });

  const model = (body: string, others: string): string =>
    `class Model { static path() { return "/models"; } ${body} }
     class User extends Model { static path() { return "/users"; } ${others} }`;

  it("are those of the class of an instance, by its constructor", () => {
    const source = model("run() { send(this.constructor.path()); }", "own() { send(this.constructor.path()); }");
    expect(given(source)).toEqual(['"/models" | "/users"', '"/users"']);
    expect(given(`${source} new User().run(); new Model().run();`).slice(0, 2)).toEqual(['"/users"', '"/models"']);
  });

  it("may be those of a subclass that a static member is called on", () => {
    const source = model("static run() { send(this.path()); }", "static own() { send(this.path()); }");
    expect(given(source)).toEqual(['"/models" | "/users"', '"/users"']);
    expect(given(`${source} User.run(); Model.run();`).slice(0, 2)).toEqual(['"/users"', '"/models"']);
  });

  it("make instances of the class that they are called on", () => {
    const source = model("static make() { return new this(); } show() { send(this.constructor.path()); }", "");
    expect(given(`${source} Model.make().show(); User.make().show();`).slice(0, 2)).toEqual(['"/models"', '"/users"']);
  });
});
