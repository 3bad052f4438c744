import { describe, expect, it } from "vitest";
import { explainRule, findBrokenRules } from "../../src/shape/cel/rules";
import { markOpen, unknown, type Plain } from "../../src/shape/constraints/plain";
import type { ValidationRule } from "../../src/shape/constraints/schema";
import type { Shape } from "../../src/shape/shape";

const any: Shape = { type: "any" };

function evaluate(rule: ValidationRule, self: Plain, shape: Shape = any): ReturnType<typeof findBrokenRules> {
  expect(explainRule(rule)).toBeUndefined();
  return findBrokenRules(self, { ...shape, constraints: { "x-kubernetes-validations": [rule] } });
}

const self: Plain = {
  n: 5,
  text: "aé😀",
  list: [3, 1, 2],
  names: ["b", "a"],
  map: { a: 1 },
  items: [{ name: "x" }, { name: "y", port: 80 }],
};

describe("a rule is met", () => {
  it.each([
    "self.n == 5 && self.n > 4.5 && self.n / 2 == 2",
    "self.text.size() == 3 && size(self.list) == 3",
    "has(self.n) && !has(self.m) && !has(self.items[0].port) && has(self.items[1].port)",
    "self.items.all(i, i.name != '') && self.items.exists_one(i, has(i.port) && i.port == 80)",
    "self.items.filter(i, has(i.port)).map(i, i.name) == ['y']",
    "self.map.all(key, self.map[key] == 1) && 'a' in self.map",
    "self.list.sum() == 6 && self.list.min() == 1 && self.list.max() == 3 && !self.list.isSorted()",
    "self.list.indexOf(1) == 1 && self.names.lastIndexOf('a') == 1 && self.names.join('-') == 'b-a'",
    "sets.contains(self.list, [1]) && sets.equivalent([1, 1], [1]) && !sets.intersects([1], [2])",
    "'a-b-c'.replace('-', '') == 'abc' && 'a-b-c'.replace('-', '', 1) == 'ab-c' && 'abc'.charAt(1) == 'b'",
    "'TacoCÆt'.lowerAscii() == 'tacocÆt' && 'cαt'.upperAscii() == 'CαT' && '\\u0085 a\\ufeff '.trim() == 'a\\ufeff'",
    "'Abc'.lowerAscii() == 'abc' && 'a,b'.split(',').size() == 2 && 'abc'.substring(1, 2) == 'b' && 'abc'.reverse() == 'cba'",
    "'a1b22'.find('[0-9]+') == '1' && 'a1b22'.findAll('[0-9]+') == ['1', '22'] && matches('abc', '^a.c$')",
    "'matches(has(' != '' && r'\\d'.matches('^.d$')",
    "'%s has %d, %.1f'.format(['a', 2, 1.25]) == 'a has 2, 1.3'",
    "quantity('1.5Gi').isGreaterThan(quantity('1500M')) && quantity('100m').compareTo(quantity('0.1')) == 0",
    "isQuantity('1e3') && !isQuantity('1 Gi') && quantity('2k').asInteger() == 2000 && quantity('1').add(1).sign() == 1",
    "isURL('https://a.b:80/c?d=e') && url('https://a.b:80/c?d=e').getPort() == '80' && url('/a').getHost() == ''",
    "url('https://[::1]:80/').getHostname() == '::1' && url('https://a/?k=1&k=2').getQuery()['k'] == ['1', '2']",
    "isIP('::1') && ip('127.0.0.1').isLoopback() && ip('10.0.0.1').family() == 4 && !isIP('1.2.3') && ip.isCanonical('2001:db8::1')",
    "cidr('10.0.0.0/8').containsIP('10.1.2.3') && !cidr('10.0.0.0/8').containsCIDR('10.0.0.0/7') && cidr('10.1.2.3/8').masked() == cidr('10.0.0.0/8')",
    "!format.dns1123Label().validate('a-b').hasValue() && format.dns1123Label().validate('A').hasValue()",
    "self.?m.orValue(3) == 3 && optional.of(1).hasValue()",
    "duration('1h') > duration('59m') && timestamp('2024-01-01T00:00:00Z') < timestamp('2024-01-02T00:00:00Z')",
    "type(self.n) == int && string(self.n) == '5' && int('3') == 3 && double(self.n) == 5.0",
  ])("%s", (rule) => {
    expect(evaluate({ rule: `!(${rule})` }, self)).toHaveLength(1);
    expect(evaluate({ rule }, self)).toEqual([]);
  });
});

describe("a rule that is not met", () => {
  it("has the message that it computes, else the fixed one", () => {
    const rule = { rule: "self.n < 3", message: "too many" };
    expect(evaluate(rule, self)[0]?.message).toBe("too many");
    expect(evaluate({ ...rule, messageExpression: "'has ' + string(self.n)" }, self)[0]?.message).toBe("has 5");
    expect(evaluate({ ...rule, messageExpression: "'has ' + self.absent" }, self)[0]?.message).toBe("too many");
  });

  it("names its field", () => {
    expect(evaluate({ rule: "false", fieldPath: ".spec['a-b'].c" }, self)[0]?.path).toEqual(["spec", "a-b", "c"]);
  });

  it("sees names of fields as the service writes them, and numbers by their type", () => {
    const field = (name: string, shape: Shape): [string, { name: string; shape: Shape; required: boolean }] => [
      name,
      { name, shape, required: false },
    ];
    const shape: Shape = {
      type: "object",
      open: false,
      fields: new Map([
        field("a-b", any),
        field("namespace", any),
        field("x.y", any),
        field("price", { type: "number" }),
      ]),
    };
    const value = { "a-b": 1, namespace: 2, "x.y": 3, price: 4 };
    const rule = "self.a__dash__b == 1 && self.__namespace__ == 2 && self.x__dot__y == 3 && type(self.price) == double";
    expect(evaluate({ rule: `!(${rule})` }, value, shape)).toHaveLength(1);
  });
});

describe("texts of a format are", () => {
  const object = (format: string): Shape => ({
    type: "object",
    open: false,
    fields: new Map([["a", { name: "a", shape: { type: "string", constraints: { format } }, required: false }]]),
  });

  it.each([
    ["date-time", "2024-01-01T00:00:00Z", "self.a > timestamp('2023-12-31T23:00:00Z') && timestamp(self.a) == self.a"],
    ["date", "2024-01-01", "self.a == timestamp('2024-01-01T00:00:00Z') && self.a.getFullYear() == 2024"],
    ["duration", "1h", "duration(self.a) == duration('60m') && self.a.getMinutes() == 60"],
    ["byte", "aGVsbG8=", "self.a == b'hello' && size(self.a) == 5"],
  ])("what a %s says", (format, a, rule) => {
    expect(evaluate({ rule: `!(${rule})` }, { a }, object(format))).toHaveLength(1);
    expect(evaluate({ rule }, { a }, object(format))).toEqual([]);
  });

  it("nothing where they do not have its form", () => {
    expect(evaluate({ rule: "self.a == duration('48h')" }, { a: "2 days" }, object("duration"))).toEqual([]);
  });
});

describe("a rule that fails is told, with the reason:", () => {
  it.each<[reason: string, rule: string, self: Plain]>([
    ["there is no `high`", "self.low <= self.high", { low: 1 }],
    ["there is no `high`", "has(self.high.end) || self.low > 3", { low: 1 }],
    ["there is no `b`", "self['b'] == 1", { a: 1 }],
    ["`open` is no whole number", "self.all(key, int(self[key]) > 0)", { door: "open" }],
    ["`0x1F` is no whole number", "int(self) > 0", "0x1F"],
    ["an empty text is no whole number", "int(self) == 0", ""],
    ["a number does not fit into 64 bits", "int(self) > 0", "9223372036854775808"],
    ["`1,5` is no number", "double(self) > 1.0", "1,5"],
    ["`2 days` is no duration", "duration(self) > duration('1s')", "2 days"],
    ["`yesterday` is no point in time", "timestamp(self) < timestamp('2024-01-01T00:00:00Z')", "yesterday"],
    ["`much` is no quantity", "quantity(self).isGreaterThan(quantity('1'))", "much"],
    ["a quantity is no whole number", "quantity(self).asInteger() > 0", "1.5"],
    ["`a b` is no URL", "url(self).getHost() == 'a'", "a b"],
    ["`300.1.1.1` is no address", "ip(self).family() == 4", "300.1.1.1"],
    ["`10.0.0.0` is no range of addresses", "cidr(self).prefixLength() > 8", "10.0.0.0"],
    ["it takes an element that the list does not have", "self[0] == 'a'", []],
    ["a list is empty", "self.max() > 1", []],
    ["it divides by zero", "10 / self == 1", 0],
    ["it takes a value that is not there", "self.?a.value() == 1", {}],
  ])("%s", (failure, rule, value) => {
    expect(evaluate({ rule }, value)).toEqual([expect.objectContaining({ failure })]);
  });

  it.each<[rule: string, self: Plain]>([
    ["duration(self) == duration('0s')", "0"],
    ["duration(self) > duration('0s')", "1μs"],
    ["timestamp(self) > timestamp('2023-12-31T00:00:00Z')", "2024-01-01T00:00:00.5+01:00"],
    ["int(self) == 7", "+007"],
    ["double(self) == 1500.0", "1.5e3"],
    ["url(self).getHost() == ''", "/a b"],
    ["type(self) == string && int(3.9) == 3 && int(timestamp('1970-01-01T00:01:00Z')) == 60", "x"],
  ])("but %s is met", (rule, value) => {
    expect(evaluate({ rule }, value)).toEqual([]);
  });
});

describe("a rule says nothing", () => {
  it.each<[why: string, rule: string, self: Plain]>([
    ["where a value is not known", "self.a == 1", { a: unknown }],
    ["where there may be more", "has(self.a)", markOpen({})],
    ["where another part decides", "self.absent == 1 || true", {}],
    ["where another element decides", "self.all(k, int(k) > 0) == false", { a: 1, "0": 1 }],
    ["where it fails here alone", "url('mailto:ann').getHost() == 'a'", {}],
    ["of names that the service fills in", "self.metadata.name == 'a'", { metadata: { generateName: "a-" } }],
    ["of a value that may not be used", "cel.bind(a, self.absent, true)", {}],
    ["of null", "self == 1", null],
    [
      "where its loops would take too long",
      "self.all(a, self.all(b, self.all(c, a + b + c < 0)))",
      Array.from({ length: 200 }, (_, index) => index),
    ],
  ])("%s", (_, rule, value) => {
    expect(evaluate({ rule }, value)).toEqual([]);
  });

  it.each([
    ["self == oldSelf", "it compares with the object before the update (`oldSelf`)"],
    ["self.a +", "Unexpected token"],
    ["nothing(self)", "nothing"],
  ])("that is %s, and says why", (rule, reason) => {
    expect(explainRule({ rule })).toContain(reason);
    expect(findBrokenRules({}, { ...any, constraints: { "x-kubernetes-validations": [{ rule }] } })).toEqual([]);
  });

  it("after a time that an evil pattern would take", () => {
    expect(evaluate({ rule: "self.matches('^(a+)+$')" }, `${"a".repeat(5000)}!`)).toHaveLength(1);
  });
});
