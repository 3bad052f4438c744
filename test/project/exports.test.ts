import { describe, expect, it } from "vitest";
import type { Export } from "../../src/code/types";
import type { Exported } from "../../src/project/exports";
import { type Graph, projectOf } from "./graphs";

/** @returns what a file exports under a name, in words. */
function exported(graphs: Readonly<Record<string, Graph>>, file: string, name: string): string {
  const project = projectOf(graphs);
  const found = project.file(file);
  return told(found && project.exportOf(found, name));
}

function told(found: Exported | undefined): string {
  if (!found) return "nothing";
  if (found.kind === "file") return `namespace of ${found.file.name}`;
  if (found.kind === "package") return `${found.name} of ${found.specifier}`;
  return `${found.file.name}#${found.value}${found.member === undefined ? "" : `.${found.member}`}`;
}

const from = (name: string, specifier: string, imported = name): Export => ({
  kind: "from",
  name,
  specifier,
  imported,
});
const all = (specifier: string): Export => ({ kind: "all", specifier });
const value = (name: string, id = 0): Export => ({ kind: "value", name, value: id });

describe("what an export is", () => {
  it("is followed through files that hand it on under other names", () => {
    const graphs = {
      "a.ts": { exports: [from("x", "./b", "y")] },
      "b.ts": { exports: [all("./c")] },
      "c.ts": { exports: [value("y", 3)] },
    };
    expect(exported(graphs, "a.ts", "x")).toBe("c.ts#3");
    expect(exported(graphs, "a.ts", "y")).toBe("nothing");
  });

  it("is a file's own before that of a file of which it exports all", () => {
    const graphs = { "a.ts": { exports: [all("./b"), value("x", 1)] }, "b.ts": { exports: [value("x", 2)] } };
    expect(exported(graphs, "a.ts", "x")).toBe("a.ts#1");
  });

  it("is nothing where two files have it, and one where both hand on the same", () => {
    const graphs = {
      "a.ts": { exports: [all("./b"), all("./c")] },
      "b.ts": { exports: [value("x"), from("y", "./d")] },
      "c.ts": { exports: [value("x"), all("./d")] },
      "d.ts": { exports: [value("y", 4)] },
    };
    expect(exported(graphs, "a.ts", "x")).toBe("nothing");
    expect(exported(graphs, "a.ts", "y")).toBe("d.ts#4");
  });

  it("is found in circles, from whichever file of them it is asked for", () => {
    const graphs = {
      "a.ts": { exports: [all("./b")] },
      "b.ts": { exports: [all("./a"), all("./c"), from("z", "./b")] },
      "c.ts": { exports: [value("x", 7)] },
    };
    const project = projectOf(graphs);
    for (const name of ["a.ts", "b.ts", "a.ts"]) {
      const file = project.file(name);
      expect(told(file && project.exportOf(file, "x"))).toBe("c.ts#7");
      expect(told(file && project.exportOf(file, "z"))).toBe("nothing");
    }
  });

  it("does not come with all exports where it is the default", () => {
    const graphs = { "a.ts": { exports: [all("./b")] }, "b.ts": { exports: [value("default", 1)] } };
    expect(exported(graphs, "a.ts", "default")).toBe("namespace of a.ts");
    expect(exported(graphs, "b.ts", "default")).toBe("b.ts#1");
  });

  it("is a namespace, or an export of a package", () => {
    const graphs = {
      "a.ts": { exports: [from("b", "./b", "*"), from("axios", "axios", "default"), all("ky")] },
      "b.ts": { exports: [] },
    };
    expect(exported(graphs, "a.ts", "b")).toBe("namespace of b.ts");
    expect(exported(graphs, "a.ts", "axios")).toBe("default of axios");
    expect(exported(graphs, "a.ts", "HTTPError")).toBe("HTTPError of ky");
  });

  it("is what an exported import binds", () => {
    const graphs: Record<string, Graph> = {
      "a.ts": {
        imports: [{ specifier: "./b", name: "x", local: "x" }],
        values: [{ kind: "imported", import: 0 }],
        exports: [value("default", 0)],
      },
      "b.ts": { exports: [value("x", 5)] },
    };
    expect(exported(graphs, "a.ts", "default")).toBe("b.ts#5");
  });
});

describe("what a module exports as a whole", () => {
  const member = { kind: "value", keyStart: 0, keyEnd: 0 } as const;
  const required = { name: "*", local: undefined };
  const graphs: Record<string, Graph> = {
    "literal.ts": {
      imports: [{ specifier: "./other", ...required }],
      values: [
        {
          kind: "object",
          members: [
            { ...member, key: "x", value: 1 },
            { kind: "spread", value: 2 },
          ],
        },
        { kind: "literal", value: 1 },
        { kind: "imported", import: 0 },
      ],
      exports: [{ kind: "whole", value: 0 }],
    },
    "other.ts": { exports: [value("y", 8)] },
    "function.ts": {
      values: [
        { kind: "function", function: 1 },
        { kind: "write", object: 0, key: "x", value: 2 },
        { kind: "literal", value: 1 },
      ],
      exports: [{ kind: "whole", value: 1 }],
    },
    "handed.ts": {
      imports: [{ specifier: "./literal", ...required }],
      values: [{ kind: "imported", import: 0 }],
      exports: [{ kind: "whole", value: 0 }],
    },
  };

  it.each([
    ["literal.ts", "default", "literal.ts#0"],
    ["literal.ts", "*", "literal.ts#0"],
    ["literal.ts", "x", "literal.ts#1"],
    ["literal.ts", "y", "other.ts#8"],
    ["literal.ts", "z", "nothing"],
    ["function.ts", "default", "function.ts#1"],
    ["function.ts", "x", "function.ts#2"],
    ["function.ts", "y", "function.ts#1.y"],
    ["handed.ts", "x", "literal.ts#1"],
    ["other.ts", "default", "namespace of other.ts"],
  ])("%s has %s", (file, name, expected) => {
    expect(exported(graphs, file, name)).toBe(expected);
  });
});
