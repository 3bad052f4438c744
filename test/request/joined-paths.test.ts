import fc from "fast-check";
import { posix } from "node:path";
import ts from "typescript";
import { joinURL } from "ufo";
import urlJoin from "url-join";
import { describe, expect, it } from "vitest";
import { analyseCode } from "../../src/analysis/code";
import { builtinContract } from "../../src/contract/builtin";
import { noFacts } from "../../src/contract/configuration/configuration";
import type { Value } from "../../src/value/value";
import { requestsOf } from "../harness/project-requests";
import { runsOf } from "../harness/runs";

const imports = `import path, { join, posix } from "node:path"; import { joinURL } from "ufo"; import urlJoin from "url-join";`;

/** What the expression is known to be, with the name of its parameters' values in place of what is unknown; `undefined` where it is not known at all. */
function known(expression: string): string | undefined {
  const text = `${imports} export const load = (v, w) => fetch("/x", { method: "POST", body: ${expression} });`;
  const sourceFile = ts.createSourceFile("a.js", text, ts.ScriptTarget.Latest, true);
  const [request] = analyseCode({ ts, sourceFile, contract: builtinContract, facts: noFacts }).requests;
  return textOf(request?.body?.value);
}

function textOf(value: Value | undefined): string | undefined {
  if (value?.kind !== "string") return undefined;
  return value.parts.map((part) => (part.kind === "text" ? part.text : "value")).join("");
}

describe("a joined path", () => {
  const libraries = [
    ["path.join", (...parts: string[]) => posix.join(...parts)],
    ["joinURL", (...parts: string[]) => joinURL(parts[0] ?? "", ...parts.slice(1))],
    ["urlJoin", (...parts: string[]) => urlJoin(...parts)],
  ] as const;
  const piece = fc.constantFrom("a", "b.c", "/", "//", ".", "..", "?x=1", "&", "#h", "", "https://h.example");
  const argument = fc.oneof(
    fc.constant(undefined),
    fc.array(piece, { maxLength: 4 }).map((pieces) => pieces.join("")),
  );

  const runs = runsOf(300, 1 / 5);

  it.each(libraries)("of %s is what it gives, also where parts are not known", (name, run) => {
    let count = 0;
    fc.assert(
      fc.property(fc.array(argument, { minLength: 1, maxLength: 4 }), (parts) => {
        const source = parts.map((part) => (part === undefined ? "v" : JSON.stringify(part))).join(", ");
        const found = known(`${name}(${source})`);
        if (found === undefined) return;
        count++;
        expect(found).toBe(run(...parts.map((part) => part ?? "value")));
      }),
      { numRuns: runs },
    );
    expect(count).toBeGreaterThan(runs / 2);
  });

  it.each([
    ["join('/api', v, 'items')", "/api/value/items"],
    ["posix.join(v, '/items')", "value/items"],
    ["path.posix.normalize('/api//items/../' + v)", "/api/value"],
  ])("is known by each way to name the function: %s", (expression, expected) => {
    expect(known(expression)).toBe(expected);
  });

  it("is not known where it leads up from a part that is not known", () => {
    expect(known("path.join('/api', v, '..')")).toBeUndefined();
    expect(known("path.join(...v)")).toBeUndefined();
  });

  it("is one for each value that a part may have", () => {
    const text = `${imports} export const load = (v) => fetch(path.join("/api", v ? "items" : "things/", "one"));`;
    expect(requestsOf({ "a.ts": text })).toEqual(["GET /api/items/one | /api/things/one"]);
  });
});
