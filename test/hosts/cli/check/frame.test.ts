import fc from "fast-check";
import { expect, test } from "vitest";
import { frameOf } from "../../../../src/hosts/cli/check/frame";
import { LineTable } from "../../../../src/text/lines";

function frame(text: string, start: number, end: number) {
  return frameOf(text, new LineTable(text, "code"), { start, end });
}

test("shows the line before, and the lines that a finding covers, four at most", () => {
  const text = "one\ntwo\n  three\nfour\nfive\nsix\n";
  expect(frame(text, text.indexOf("wo"), text.indexOf("wo") + 2).lines).toEqual([
    { number: 1, text: "one" },
    { number: 2, text: "two", mark: [1, 3] },
  ]);
  expect(frame(text, 0, text.length).lines).toEqual([
    { number: 1, text: "one", mark: [0, 3] },
    { number: 2, text: "two", mark: [0, 3] },
    { number: 3, text: "  three", mark: [2, 7] },
    { number: 4, text: "four", mark: [0, 4] },
  ]);
});

test("cuts a long line to what stands round the finding", () => {
  const text = `${"a".repeat(1000)}HERE${"b".repeat(1000)}`;
  const [line] = frame(text, 1000, 1004).lines;
  expect(line?.text).toMatch(/^…a+HEREb+…$/u);
  expect(line?.text.slice(...(line.mark ?? []))).toBe("HERE");
  expect(frame(`${"a".repeat(100)}HERE`, 100, 104).lines[0]?.text).toMatch(/^aaa/u);
});

test("is small, and marks within its lines, whatever the text", () => {
  fc.assert(
    fc.property(
      fc.string({
        unit: fc.constantFrom("a", " ", "\t", "\r\n", "\n", "\u2028", "é", "🙂", "x".repeat(90)),
        maxLength: 60,
      }),
      fc.nat(),
      fc.nat(),
      (text, from, length) => {
        const start = from % (text.length + 1);
        const end = Math.min(text.length, start + (length % 20));
        const { lines } = frame(text, start, end);
        expect(lines.length).toBeLessThanOrEqual(4);
        for (const line of lines) {
          expect(line.text.length).toBeLessThanOrEqual(141);
          expect(line.text).not.toMatch(/[\r\n\u2028]/u);
          if (line.mark) expect(line.mark[0]).toBeLessThan(line.mark[1]);
        }
      },
    ),
  );
});

test("takes as long on a line of megabytes as on short ones", () => {
  const number = 3000;
  /** In processor time: what else the machine does meanwhile does not count. */
  const time = (between: string): number => {
    const text = Array.from({ length: number }, () => "x".repeat(1000)).join(between);
    const lines = new LineTable(text, "data");
    const began = process.cpuUsage();
    for (let at = 0; at < number; at += 1) frameOf(text, lines, { start: at * 1001, end: at * 1001 + 5 });
    const { user, system } = process.cpuUsage(began);
    return (user + system) / 1000;
  };
  // The first run compiles. A line that is looked at as a whole takes hundreds of times as long.
  time("\n");
  expect(time(" ")).toBeLessThan(20 * time("\n") + 50);
});
