import { expect, test } from "vitest";
import { emptyReport, unreadable } from "../../../../src/hosts/cli/check/report";
import { junit } from "../../../../src/hosts/cli/formats/junit";
import { finding, checked, outputOf } from "./sample";

test("tells passed, failed, skipped and unreadable files apart", () => {
  const files = [
    checked("a.ts", { findings: [finding()] }),
    checked("b.ts"),
    emptyReport("c.yaml"),
    unreadable("d.yaml", { message: "bad" }),
  ];
  expect(junit(outputOf(files))).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="restraint">
  <testsuite name="a.ts" tests="1" failures="1" errors="0" skipped="0">
    <testcase name="no-array-in-patch at 2:5" classname="a.ts"><failure type="error" message="This array replaces the whole one."/></testcase>
  </testsuite>
  <testsuite name="b.ts" tests="1" failures="0" errors="0" skipped="0">
    <testcase name="restraint" classname="b.ts"/>
  </testsuite>
  <testsuite name="c.yaml" tests="1" failures="0" errors="0" skipped="1">
    <testcase name="restraint" classname="c.yaml"><skipped/></testcase>
  </testsuite>
  <testsuite name="d.yaml" tests="1" failures="0" errors="1" skipped="0">
    <testcase name="readable" classname="d.yaml"><error type="unreadable" message="bad"/></testcase>
  </testsuite>
</testsuites>
`);
});

test("escapes markup, and replaces what XML cannot hold", () => {
  const findings = [finding({ message: `<a b="c">&\n\u0000\uD800` })];
  expect(junit(outputOf([checked("a.ts", { findings })]))).toContain(
    'message="&lt;a b=&quot;c&quot;&gt;&amp;&#10;\uFFFD\uFFFD"',
  );
});
