import ts from "typescript";
import { expect, test } from "vitest";
import { FileChecker } from "../../../../src/hosts/editor/file-checker";

const call = `fetch("https://api.example.com/v1/things/1?fields=data/id");\n`;
const text = Array.from({ length: 40 }, (_, index) => `export function f${index}() {\n  ${call}  ${call}}\n`).join("");

function programOf(name: string): ts.Program {
  const options = { noLib: true, types: [] };
  const host = ts.createCompilerHost(options);
  const read = host.getSourceFile.bind(host);
  host.getSourceFile = (file, ...rest) =>
    file === name ? ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true) : read(file, ...rest);
  return ts.createProgram([name], options, host);
}

test("a cancelled check ends in the middle of the work, is no crash, and leaves nothing behind", () => {
  const crashes: unknown[] = [];
  const checker = new FileChecker(ts, (_, error) => crashes.push(error));
  const program = programOf("/restraint-virtual/a.ts");
  let looks = 0;
  const check = (cancelAt: number) =>
    checker.check(program, "/restraint-virtual/a.ts", () => {
      looks += 1;
      // TypeScript knows a cancelled request by this class, which is no Error.
      // eslint-disable-next-line @typescript-eslint/only-throw-error
      if (looks === cancelAt) throw new ts.OperationCanceledException();
    });
  expect(() => check(2)).toThrow(ts.OperationCanceledException);
  expect(looks).toBe(2);
  expect(check(0)?.findings).toHaveLength(80);
  expect(looks).toBeGreaterThan(3);
  expect(crashes).toEqual([]);
});
