import { expect, test } from "vitest";
import { rule } from "../../../rules/patch/no-required-null";
import { check } from "../../harness/check";
import { readSource } from "../../harness/fixtures";
import { typedText } from "../../harness/typed-text";

const fields = `
  plain: string;
  listed: string[];
  named: Named;
  literal: "a" | "b";
  union: string | null;
  first: null | { id: string };
  alias: Nullable<string>;
  aliases: Either;
  generic: Same<string>;
  looked: Named["id"];
  optional?: string;
`;

const code = `import axios from "axios";
interface Named { id: string }
type Nullable<T> = T | null;
type Either = Nullable<string>;
type Same<T> = T;
interface Order {${fields}}
class Made { initial = ""; declared: number = 1; }
const nothing = null;
await axios.patch<Order>(\`\${process.env.BASE_URL}/orders/1\`, {
  ${[...fields.matchAll(/^ {2}(\w+)/gmu)].map(([, name]) => `${name}: null`).join(", ")}
});
await axios.patch<Partial<Order>>(\`\${process.env.BASE_URL}/orders/1\`, { plain: nothing });
await axios.patch<Pick<Order, "plain" | "union">>(\`\${process.env.BASE_URL}/orders/1\`, { plain: nothing, union: null });
await axios.patch<Made>(\`\${process.env.BASE_URL}/orders/1\`, { initial: null, declared: null });
`;

/** @returns the paths that are reported, line by line. */
function reported(strictNullChecks: boolean): readonly string[] {
  const { sourceFile, checker } = typedText(code, { strictNullChecks });
  const source = readSource("/order.ts", code);
  return check(rule, source, { sourceFile, checker }).findings.map(
    ({ message }) => /`([\w/]+)`:/u.exec(message)?.[1] ?? message,
  );
}

// What a constant holds is reported where it is written, and so comes first.
test("with strictNullChecks, types tell whether a required field may be null", () => {
  const expected = ["plain", "plain", "listed", "named", "literal", "generic", "looked", "initial", "declared"];
  expect(reported(true)).toEqual(expected);
});

test("without strictNullChecks, declarations do", () => {
  expect(reported(false)).toEqual(["plain", "plain", "listed", "named", "literal", "declared"]);
});
