import { describe, expect, it } from "vitest";
import { examine } from "../../src/shape/constraints/examine";
import { getFormat } from "../../src/shape/constraints/formats";
import { markOpen, unknown, type Plain } from "../../src/shape/constraints/plain";
import type { Schema } from "../../src/shape/constraints/schema";
import type { Violation } from "../../src/shape/constraints/violation";

/** The verdict on a value, and what is said of it: `path keyword: found; expected`. */
function look(value: Plain, schema: Schema): readonly string[] {
  const said: string[] = [];
  const report = ({ path, keyword, found, expected, first }: Violation): void => {
    said.push(
      `${path.join(".")} ${keyword}: ${found}; ${expected}${first === undefined ? "" : `; ${first.join(".")}`}`,
    );
  };
  const verdict = examine(value, schema, [], report);
  expect(verdict === "fails").toBe(said.length > 0);
  // Who asks for the verdict alone gets the same.
  expect(examine(value, schema, [], undefined)).toBe(verdict);
  return verdict === "fails" ? said : [verdict];
}

const either: Schema = { oneOf: [{ required: ["a"] }, { required: ["b"] }] };

describe("a constraint", () => {
  it.each<[schema: Schema, value: Plain, expected: string]>([
    [{ pattern: "^a+$" }, "aaa", "fits"],
    [{ pattern: "b" }, "abc", "fits"],
    [{ pattern: "^a+$" }, "ab", " pattern: is `ab`; match `^a+$`"],
    [{ pattern: "(?=a)" }, "ab", "unknown"],
    [{ pattern: "^a" }, 1, "fits"],
    [{ minLength: 2, maxLength: 3 }, "😀", " minLength: has 1 character; have at least 2 characters"],
    [{ maxLength: 1 }, "😀", "fits"],
    [{ maxLength: 1 }, "ab", " maxLength: has 2 characters; have at most 1 character"],
    [{ format: "ipv4" }, "10.0.0.256", " format: is `10.0.0.256`; be an IPv4 address"],
    [{ format: "of-my-own" }, "x", "fits"],
    [{ minimum: 1 }, 0, " minimum: is `0`; be at least 1"],
    [{ minimum: 1, exclusiveMinimum: true }, 1, " minimum: is `1`; be greater than 1"],
    [{ exclusiveMaximum: 3 }, 3, " exclusiveMaximum: is `3`; be less than 3"],
    [{ maximum: 2 ** 53 }, 2n ** 53n + 1n, " maximum: is `9007199254740993`; be at most 9007199254740992"],
    [{ multipleOf: 0.1 }, 0.3, "fits"],
    [{ multipleOf: 5 }, 7, " multipleOf: is `7`; be a multiple of 5"],
    [{ format: "int32" }, 2 ** 31, " format: is `2147483648`; be from -2147483648 to 2147483647"],
    [{ minItems: 1 }, [], " minItems: is empty; have at least 1 item"],
    [{ minItems: 3 }, markOpen([1]), "unknown"],
    [{ maxItems: 1 }, markOpen([1, 2]), " maxItems: has 2 items; have at most 1 item"],
    [{ uniqueItems: true }, [{ a: 1, b: 2 }, 1, { b: 2, a: 1 }], "2 uniqueItems: is there twice; be there once; 0"],
    [{ "x-kubernetes-list-type": "set" }, ["1", 1, unknown, unknown], "unknown"],
    [
      { "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["name", "port"] },
      [{ name: "a" }, { name: "a", port: 1 }, { name: "a" }],
      "2 x-kubernetes-list-map-keys: repeats `name: a` and no `port`; differ from the others; 0",
    ],
    [{ minProperties: 1 }, {}, " minProperties: is empty; have at least 1 member"],
    [{ maxProperties: 1 }, { a: 1, b: 2 }, " maxProperties: has 2 members; have at most 1 member"],
    [{ propertyNames: { maxLength: 1 } }, { ab: 1 }, "ab propertyNames: has 2 characters; have at most 1 character"],
    [{ enum: ["a", { b: 1 }] }, { b: 1 }, "fits"],
    [{ enum: ["a", 1] }, "1", " enum: is `1`; be `a` or `1`"],
    [{ const: null }, 0, " const: is `0`; be `null`"],
    [{ type: "integer" }, 1.5, " type: is a number; be of type integer"],
    [{ type: "string", nullable: true, pattern: "a" }, null, "fits"],
    [{ required: ["a"] }, {}, "a required: is missing; be there"],
    [{ required: ["a"] }, markOpen({}), "unknown"],
    [{ required: ["a"], properties: { a: { enum: [1] } } }, { a: unknown }, "unknown"],
    [{ items: { minimum: 1 } }, [1, 0], "1 minimum: is `0`; be at least 1"],
    [{ additionalProperties: false, properties: { a: {} } }, { a: 1 }, "fits"],
    [either, {}, " oneOf: has none of `a` and `b`; have `a` or `b`"],
    [either, { a: 1, b: 1 }, " oneOf: has `a` and `b`; have only one of them"],
    [either, { a: 1 }, "fits"],
    [either, markOpen({ a: 1 }), "unknown"],
    [
      { anyOf: [{ format: "ipv4" }, { format: "ipv6" }] },
      "x",
      " anyOf: is `x`; be an IPv4 address, or be an IPv6 address",
    ],
    [
      { anyOf: [{ properties: { t: { enum: ["a"] }, v: { minimum: 1 } } }, { properties: { t: { enum: ["b"] } } }] },
      { t: "a", v: 0 },
      "v minimum: is `0`; be at least 1",
    ],
    [{ not: { required: ["a"] } }, { a: 1 }, " not: has `a`; leave it out"],
    [{ not: { required: ["a"] } }, markOpen({}), "unknown"],
    [{ not: { properties: { a: { enum: [1] } } } }, markOpen({}), "unknown"],
    [{ allOf: [{ minimum: 1 }, { maximum: 3 }] }, 4, " maximum: is `4`; be at most 3"],
  ])("%o of %o: %s", (schema, value, expected) => {
    expect(look(value, schema)).toEqual([expected]);
  });

  it("with a pattern takes linear time", () => {
    expect(look("a".repeat(20_000), { pattern: "^(a+)+$" })).toEqual(["fits"]);
    expect(look(`${"a".repeat(20_000)}!`, { pattern: "^(a+)+$" })[0]).toContain("pattern");
  });
});

describe("a format", () => {
  it.each<[name: string, right: readonly string[], wrong: readonly string[]]>([
    ["byte", ["", "aGk="], ["a", "aGk*"]],
    ["cidr", ["10.0.0.0/8", "::/0"], ["10.0.0.0", "10.0.0.0/33", "::/129"]],
    ["date", ["2024-02-29", "2006-01-02"], ["2023-02-29", "2006-13-01", "2006-00-10", "06-1-2"]],
    ["date-time", ["2006-01-02T15:04:05Z", "2006-01-02t15:04:05.5+01:00"], ["2006-01-02", "2006-01-02T24:00:00Z"]],
    ["duration", ["1h30m", "0", "22 ns", "PT5M", "-1.5h"], ["1", "h", "soon"]],
    ["email", ["a@b.c", "A <a@b.c>"], ["a", "a@", "@b"]],
    ["hostname", ["example.com", "a-1.b"], ["-a.b", "a_b", "a..b"]],
    ["ipv6", ["::1"], ["1.2.3.4"]],
    ["mac", ["00:00:5e:00:53:01", "0000.5e00.5301"], ["00:00:5e:00:53", "00:00-5e:00:53:01"]],
    ["uri", ["https://a.b/c", "/a", "mailto:a@b"], ["a b", "a/b", ""]],
    ["uuid", ["123e4567-e89b-12d3-a456-426614174000", "123E4567E89B12D3A456426614174000"], ["123e4567"]],
    ["uuid4", ["123e4567-e89b-42d3-a456-426614174000"], ["123e4567-e89b-12d3-a456-426614174000"]],
    ["k8s-long-name", ["a.b-c.1"], ["A", "a..b", "-a", "a".repeat(254)]],
    ["k8s-short-name", ["a-1"], ["a.b", "a".repeat(64)]],
    ["k8s-generate-name", ["a-", "a"], ["-", "A-"]],
    ["k8s-label-key", ["app.kubernetes.io/name", "A_b"], ["", "a/b/c", "/a", "a/", "-a"]],
    ["k8s-label-value", ["", "A.b_c"], ["a b", "-a", "a".repeat(64)]],
    ["k8s-annotation-key", ["App.io/Name"], ["a b"]],
  ])("%s", (name, right, wrong) => {
    const format = getFormat(name);
    expect(right.filter((text) => format?.fits(text) !== true)).toEqual([]);
    expect(wrong.filter((text) => format?.fits(text) !== false)).toEqual([]);
  });
});
