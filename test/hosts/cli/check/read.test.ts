import { describe, expect, test } from "vitest";
import { decodeText } from "../../../../src/hosts/cli/check/read";

describe("a NUL in a file", () => {
  const list = "// what the list below is made of\n".repeat(5);

  test("is a character of a text", () => {
    const code = `const bucket = "\0other";\n${list}`;
    expect(decodeText(Buffer.from(code)).text).toBe(code);
  });

  test.each([
    ["there are many", `Table\0\x01\0\x02${list.slice(0, 60)}`],
    ["it is one of few letters", "Table\0\x01\x02"],
  ])("is a byte where %s", (_, text) => {
    expect(() => decodeText(Buffer.from(text))).toThrow("is a binary file");
  });

  test("is a byte beside what is no UTF-8", () => {
    expect(() => decodeText(Buffer.from(`\0\xE4${list}`, "latin1"))).toThrow("is a binary file");
  });
});
