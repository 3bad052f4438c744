import { describe, expect, it } from "vitest";
import { type Case, cases } from "../../../changes/cases";
import { describeCases, pathOf } from "../../../changes/described-cases";
import { makeFolder, runProgram } from "../program";

interface Printed {
  readonly changes: readonly {
    readonly id: string;
    readonly breaks: string;
    readonly endpoint: string;
    readonly hit: readonly { readonly line: number }[];
    readonly unknown: readonly { readonly line: number }[];
    readonly spared: number;
  }[];
  readonly summary: Readonly<Record<string, number>>;
}

type Fate = "hit" | "spared" | "unknown";
const fates: readonly Fate[] = ["hit", "spared", "unknown"];

/** One file, with a call on each line. */
const lines: readonly { readonly code: string; readonly index: number; readonly fate: Fate }[] = cases.flatMap(
  (one, index) =>
    fates.flatMap((fate) =>
      (one[fate] ?? []).map((code) => ({
        code: code.replaceAll("{url}", `https://api.example.com${pathOf(index)}`),
        index,
        fate,
      })),
    ),
);

const client = `export async function all(given: string, input: Record<string, string>, anything: unknown, send: (value: unknown) => void) {
${lines.map(({ code }) => `  { ${code} }\n`).join("")}}
`;

function diff(args: readonly string[] = []): { readonly status: number | null; readonly printed: Printed } {
  const folder = makeFolder({
    "client.ts": client,
    "old.json": JSON.stringify(describeCases(cases, "older")),
    "new.json": JSON.stringify(describeCases(cases, "newer")),
  });
  const { status, stdout } = runProgram(folder, ["diff", "old.json", "new.json", "--format", "json", ...args]);
  return { status, printed: JSON.parse(stdout) as Printed };
}

let made: ReturnType<typeof diff> | undefined;

/** One run serves all tests. */
const report = (): ReturnType<typeof diff> => (made ??= diff());

/** What the report says of the calls of a case: a call that one change hits is hit. */
function fatesOf(printed: Printed, index: number): Readonly<Record<Fate, readonly string[]>> {
  const path = pathOf(index);
  const breaking = printed.changes.filter(
    ({ endpoint, breaks }) => endpoint.split(" ")[1] === path && breaks !== "nobody",
  );
  const linesIn = (fate: "hit" | "unknown"): ReadonlySet<number> =>
    new Set(breaking.flatMap((change) => change[fate].map(({ line }) => line)));
  const [hit, unknown] = [linesIn("hit"), linesIn("unknown")];
  const fateOf = (line: number): Fate => (hit.has(line) ? "hit" : unknown.has(line) ? "unknown" : "spared");
  const told = lines
    .map(({ code, index: of }, at) => ({ code, of, fate: fateOf(at + 2) }))
    .filter(({ of }) => of === index);
  const ofFate = (fate: Fate): readonly string[] => told.filter((each) => each.fate === fate).map(({ code }) => code);
  return { hit: ofFate("hit"), spared: ofFate("spared"), unknown: ofFate("unknown") };
}

describe("a client of a service with many changes", () => {
  it("is hit, so that the program fails", () => {
    const { status, printed } = report();
    expect(status).toBe(1);
    expect(cases.length).toBeGreaterThan(50);
    expect(printed.summary.hit).toBe(lines.filter(({ fate }) => fate === "hit").length);
  });

  it.each(cases.map((one, index): [string, number, Case] => [one.ids.join(), index, one]))(
    "%s (case %i) hits exactly the calls that it breaks",
    (_, index) => {
      const expected = (fate: Fate): readonly string[] =>
        lines.filter((each) => each.index === index && each.fate === fate).map(({ code }) => code);
      expect(fatesOf(report().printed, index)).toEqual({
        hit: expected("hit"),
        spared: expected("spared"),
        unknown: expected("unknown"),
      });
    },
  );
});
