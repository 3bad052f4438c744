import { expect, test } from "vitest";
import { requestsOf } from "../../harness/project-requests";

/** @param trace what the logger of a program does with what it is given. */
const sent = (trace: string, method = "trace"): readonly string[] =>
  requestsOf({
    "a.ts": `import { write } from "unheard";
class Log { queue: (() => void)[] = []; ${method}(what: any): void { ${trace} } }
export const logger = new Log();
export const go = () => { const options = { method: "PUT" }; logger.${method}(options); return fetch("https://h/a", options); };`,
  });

test.each(["write(what);", "this.queue.push(() => write(what));", "write({ ...what }); write(what);"])(
  "what writes a log does not change what it hands on: %s",
  (trace) => {
    expect(sent(trace)).toEqual(["PUT https://h/a"]);
  },
);

test("what it is seen to change is changed", () => {
  expect(sent("write(what); delete what.method;")).not.toContain("PUT https://h/a");
  expect(sent("what.method = 'POST';")).toEqual(["POST https://h/a"]);
});

test("what does something else may change it", () => {
  expect(sent("write(what);", "prepare")).toEqual([expect.stringMatching(/^\? /u)]);
});
