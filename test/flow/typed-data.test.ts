import { expect, test } from "vitest";
import { follow } from "./project";

/** What the flow need not ask the evaluation. */

test("asks nothing about what is declared to be data", () => {
  const data = (type: string): number => {
    const { flow, file, asked } = follow({
      "a.ts": `interface Pull { title: string; labels: readonly Label[] } type Label = { name: string };
        interface Job { steps: Step[]; run(): void } interface Step { job: Job }
        const held = { id: fetch } as unknown as { id: ${type} };
        function label(id: ${type}): ${type} { return id; }
        export const whole = label(held.id);
        whole.one(); whole.two().three();`,
    });
    flow.candidateCalls(file("a.ts"));
    return asked();
  };
  expect(data("any")).toBeGreaterThan(0);
  expect(data("Job")).toBeGreaterThan(0);
  for (const type of ["string", "Pull", "Promise<Label[]>", "'a' | 'b'", "Readonly<Record<string, number>>"])
    expect(data(type), type).toBe(0);
});
