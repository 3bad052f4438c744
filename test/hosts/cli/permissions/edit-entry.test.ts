import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { editEntry, type TablePath } from "../../../../src/hosts/cli/permissions/edit-entry";

const scope: TablePath = ["permissions", "repository"];

describe("an entry is edited in place", () => {
  it.each([
    [
      "a level",
      "permissions: # why\n    repository: # these\n        issues:   write # here\n",
      "issues",
      "read",
      "permissions: # why\n    repository: # these\n        issues:   read # here\n",
    ],
    [
      "a level in quotes",
      'permissions: {repository: {issues: "write"}} # all\n',
      "issues",
      "read",
      "permissions: {repository: {issues: read}} # all\n",
    ],
    [
      "a new one, before the comments that follow",
      "permissions:\n    repository:\n        issues: write # here\n    # the end\nrules: {}\n",
      "contents",
      "read",
      "permissions:\n    repository:\n        issues: write # here\n        contents: read\n    # the end\nrules: {}\n",
    ],
    [
      "a new one in braces",
      "permissions:\n  repository: { issues: write } # all\n",
      "contents",
      "read",
      "permissions:\n  repository: { issues: write, contents: read } # all\n",
    ],
    [
      "a new scope",
      "permissions: # why\n  user:\n    gists: read\n\npreset: strict\n",
      "contents",
      "read",
      "permissions: # why\n  user:\n    gists: read\n  repository:\n    contents: read\n\npreset: strict\n",
    ],
    [
      "a new scope in braces",
      "permissions: { user: { gists: read } }\n",
      "contents",
      "read",
      "permissions: { user: { gists: read }, repository: { contents: read } }\n",
    ],
    [
      "all, where there was nothing",
      "events:\n- push\n# the end",
      "contents",
      "read",
      "events:\n- push\n# the end\npermissions:\n  repository:\n    contents: read\n",
    ],
    [
      "all, below empty braces",
      "permissions: {} # none yet\npreset: strict\n",
      "contents",
      "read",
      "permissions: # none yet\n  repository:\n    contents: read\npreset: strict\n",
    ],
    [
      "all, below a key alone",
      "permissions: # none yet\npreset: strict\n",
      "contents",
      "read",
      "permissions: # none yet\n  repository:\n    contents: read\npreset: strict\n",
    ],
    [
      "one that goes",
      "permissions:\n  repository:\n    issues: write # here\n    # next\n    pages: read\n",
      "issues",
      undefined,
      "permissions:\n  repository:\n    # next\n    pages: read\n",
    ],
    [
      "the last one that goes, in braces",
      "permissions: { repository: { pages: read, issues: write } }\n",
      "issues",
      undefined,
      "permissions: { repository: { pages: read } }\n",
    ],
    [
      "the first one that goes, in braces",
      "permissions: { repository: { issues: write, pages: read } }\n",
      "issues",
      undefined,
      "permissions: { repository: { pages: read } }\n",
    ],
    [
      "Windows line breaks",
      "permissions:\r\n  repository:\r\n    issues: write\r\n",
      "contents",
      "read",
      "permissions:\r\n  repository:\r\n    issues: write\r\n    contents: read\r\n",
    ],
  ])("%s", (_what, text, name, level, expected) => {
    expect(editEntry(text, scope, name, level)).toBe(expected);
  });

  it.each([
    ["an alias", "base: &base { issues: write }\npermissions: { repository: *base }\n", "issues", "read"],
    ["a mapping that would be left empty", "permissions:\n  repository:\n    issues: write\n", "issues", undefined],
    ["a list", "permissions: [repository]\n", "issues", "read"],
    ["no mapping at all", "[]\n", "issues", "read"],
    ["what is not valid", "permissions: {\n", "issues", "read"],
  ])("%s is left to somebody else", (_what, text, name, level) => {
    expect(editEntry(text, scope, name, level)).toBeUndefined();
  });
});

const names = ["issues", "contents", "pages", "checks"];
const level = fc.constantFrom("read", "write");
const comment = fc.constantFrom("", " # a comment", '   # it\'s "odd": {x}');
const entries = fc.uniqueArray(fc.tuple(fc.constantFrom(...names), level, comment), {
  selector: ([name]) => name,
  minLength: 1,
});

/** A file with a table in lines or braces, and with other things around it. */
const files = fc
  .record({ entries, inBraces: fc.boolean(), indent: fc.constantFrom(1, 2, 4), after: comment, last: comment })
  .map(({ entries: all, inBraces, indent, after, last }) => {
    const space = " ".repeat(indent);
    const table = inBraces
      ? ` { ${all.map(([name, access]) => `${name}: ${access}`).join(", ")} }${after}\n`
      : `${after}\n${all.map(([name, access, why]) => `${space}${space}${name}: ${access}${why}\n`).join("")}`;
    return `# top\nlist:\n- 1\npermissions:${last}\n${space}repository:${table}\n# below\nend: 'x'${last}\n`;
  });

describe("whatever the file looks like", () => {
  it("the entry is as asked for, and no other line changes", { tags: ["long"] }, () => {
    fc.assert(
      fc.property(files, fc.constantFrom(...names), fc.option(level, { nil: undefined }), (text, name, access) => {
        const edited = editEntry(text, scope, name, access);
        interface File {
          readonly permissions: { readonly repository: Record<string, string> };
        }
        const expected = parse(text) as File;
        if (access === undefined) Reflect.deleteProperty(expected.permissions.repository, name);
        else expected.permissions.repository[name] = access;
        if (Object.keys(expected.permissions.repository).length === 0) {
          expect(edited).toBeUndefined();
          return;
        }
        expect(parse(edited ?? "")).toEqual(expected);
        const lines = (edited ?? "").split("\n");
        const before = text.split("\n");
        const gone = before.filter((line) => !lines.includes(line));
        const come = lines.filter((line) => !before.includes(line));
        expect([gone.length, come.length].every((count) => count <= 1)).toBe(true);
        expect([...gone, ...come].every((line) => line.includes(`${name}: `) || line.includes("{"))).toBe(true);
      }),
    );
  });
});
