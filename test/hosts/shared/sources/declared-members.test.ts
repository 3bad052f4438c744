import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { DeclaredMembers } from "../../../../src/hosts/shared/sources/declared-members";
import { makeFolder } from "../../cli/program";

describe("the index of what files declare", () => {
  const files = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`docs/${index}.md`, ""]));

  it("goes through so many entries of folders, whatever they are, and knows nothing of a project with more", () => {
    const folder = makeFolder({ ...files, "src/a.js": "class A {\n  send() {}\n}\n" });
    // Two folders, and the files in them.
    const entries = 2 + 30 + 1;
    expect(new DeclaredMembers(folder, entries).of("send")).toEqual([join(folder, "src/a.js")]);
    expect(new DeclaredMembers(folder, entries - 1).of("send")).toEqual([]);
  });
});
