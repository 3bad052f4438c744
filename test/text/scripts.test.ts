import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { blankOutsideScripts } from "../../src/text/scripts";
import { runsOf } from "../harness/runs";

/** What is left, in one line. */
const left = (source: string): string => blankOutsideScripts(source).text.replace(/\s+/gu, " ").trim();

describe("blanking outside scripts", () => {
  test.each([
    ["two blocks", "<script>a</script>\n<script setup>b</script>", "a; b;"],
    ["capitals and attributes", `<SCRIPT lang='ts' setup generic="T extends Map<string, {}>">a</SCRIPT >`, "a;"],
    ["a comment", "<!-- <script>a</script> --><script>b</script>", "b;"],
    ["an attribute's text", `<p title="<script>a</script>"></p><script>b</script>`, "b;"],
    ["an expression in an attribute", "<p on:click={() => f('<script>', {a: 1})}></p><script>b</script>", "b;"],
    ["data", `<script type="application/ld+json">{"a": 1}</script><script type="module">b</script>`, "b;"],
    ["a style", `<style>.a::before { content: "<script>a</script>" }</style><script>b</script>`, "b;"],
    ["an empty element", `<script src="a.js" /><p>a</p>`, ""],
    ["an unclosed block", "<script>a", "a"],
    ["an unclosed tag", "<script a='", ""],
    ["no tag at all", "a < b, c<d>", ""],
    ["less-than signs in a script", "<script>if (a <b) '</p>'</script>", "if (a <b) '</p>';"],
  ])("heeds %s", (_, source, expected) => {
    expect(left(source)).toBe(expected);
  });

  test.each([
    ["<script>a</script>", "js"],
    ["<script lang=ts>a</script>", "ts"],
    ['<script>a</script><script setup lang="tsx">', "tsx"],
  ])("finds the language of %s", (source, expected) => {
    expect(blankOutsideScripts(source).language).toBe(expected);
  });

  test("keeps every offset and line", () => {
    const piece = fc.constantFrom(
      "<script>",
      "</script>",
      "<!--",
      "-->",
      "<p a='",
      "'",
      '"',
      "{",
      "}",
      ">",
      "/>",
      "\n",
      "\r\n",
      "😀",
      "a",
      " ",
      "<style>",
      "</style>",
    );
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const source = pieces.join("");
        const { text } = blankOutsideScripts(source);
        expect(text.length).toBe(source.length);
        expect(text.split(/\r\n|\n/u).length).toBe(source.split(/\r\n|\n/u).length);
        for (let at = 0; at < text.length; at += 1) expect([source.charAt(at), " ", ";"]).toContain(text.charAt(at));
      }),
      { numRuns: runsOf(400) },
    );
  });
});
