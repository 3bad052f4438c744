import { describe, expect, it } from "vitest";
import { nestByBrackets } from "../../../src/request/derived/form";
import { objectOf } from "../../../src/request/drafts/objects";
import type { ObjectValue, Value } from "../../../src/value/value";

const at = { start: 0, end: 1 };

function formOf(...keys: readonly string[]): ObjectValue {
  const value: Value = { kind: "undefined", range: at };
  return objectOf(
    keys.map((key) => ({ key, keyRange: at, value, presence: "always" })),
    at,
  );
}

type Shown = Readonly<Record<string, unknown>>;

/** @returns the keys of an object, and what is inside each. */
function shown(value: Value): unknown {
  return value.kind === "object"
    ? Object.fromEntries(value.members.map((each) => [each.key, shown(each.value)]))
    : value.kind;
}

describe("fields with brackets", () => {
  it("are nested by them", () => {
    expect(shown(nestByBrackets(formOf("a", "b[c]", "b[d][e]", "f[]")))).toEqual({
      a: "undefined",
      b: { c: "undefined", d: { e: "undefined" } },
      f: { "": "undefined" },
    });
    expect(shown(nestByBrackets(formOf("b", "b[c]")))).toEqual({ b: "unknown" });
  });

  it("are not known where thousands of them are nested", () => {
    let inner: unknown = shown(nestByBrackets(formOf(`a${"[b]".repeat(20_000)}`)));
    let levels = 0;
    for (; typeof inner === "object" && inner !== null; levels += 1) inner = Object.values(inner as Shown)[0];
    expect(inner).toBe("unknown");
    expect(levels).toBeLessThan(20);
  });
});
