import ts from "typescript";
import { expect, it } from "vitest";
import { buildCode } from "../../src/code/build";
import { Project } from "../../src/project/project";

it("asks the host once where an import of a file leads", () => {
  const asked: string[] = [];
  const tree = ts.createSourceFile("a.ts", 'import { b } from "./b"; b();', ts.ScriptTarget.Latest, true);
  const project = new Project({
    ts,
    build: buildCode,
    isPackage: (specifier) => specifier === "client",
    sources: {
      find: (from, specifier) => {
        asked.push(`${from} ${specifier}`);
        return specifier === "./b" ? "b.ts" : undefined;
      },
      file: (name) => (name === "a.ts" ? tree : undefined),
    },
  });
  for (let count = 0; count < 3; count += 1) {
    expect(project.importedName({ name: "a.ts" }, "./b")).toBe("b.ts");
    expect(project.importedName({ name: "c.ts" }, "./gone")).toBeUndefined();
    expect(project.importedName({ name: "a.ts" }, "client")).toBeUndefined();
  }
  expect(asked).toEqual(["a.ts ./b", "c.ts ./gone"]);
});
