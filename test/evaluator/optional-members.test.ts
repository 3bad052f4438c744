import ts from "typescript";
import { expect, test } from "vitest";
import { isOptionalMember } from "../../src/syntax/optional-members";
import { parse } from "../harness/evaluating";

test("the members of a type are looked at once, however many of them are asked for", () => {
  const names = Array.from({ length: 100 }, (_, index) => `m${index}`);
  const [alias] = parse(`type Big = { ${names.map((name) => `${name}?: string;`).join(" ")} };`).statements;
  if (!alias || !ts.isTypeAliasDeclaration(alias) || !ts.isTypeLiteralNode(alias.type)) throw new Error("no type");
  const { type } = alias;
  let looks = 0;
  for (const member of type.members) {
    const { name } = member;
    const get = (): typeof name => {
      looks += 1;
      return name;
    };
    Object.defineProperty(member, "name", { get });
  }
  for (const name of names) expect(isOptionalMember(ts, type, [name], () => undefined)).toBe(true);
  expect(looks).toBeLessThan(10 * names.length);
});
