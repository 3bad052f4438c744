import { describe, expect, it } from "vitest";
import { Editor } from "../../../harness/hosts/edited";
import { linkedFiles } from "../../../harness/hosts/linked-files";
import { runsOf, week } from "../../../harness/runs";

/** An editor is answered at once by what was followed before an edit, and exactly after the project has been followed again. */

const options = `headers: { "Content-Type": "application/json", "If-Match": "x" }`;

/** Two files that import each other, as most files of a large application do in the end. */
const cyclic = {
  "src/send.ts": `import { prefix, verb } from "./uses";
export const send = (path: string, body: object) =>
  fetch("https://api.example.com/v1" + prefix + path, { method: verb, ${options}, body: JSON.stringify(body) });
`,
  "src/uses.ts": `import { send } from "./send";
export const prefix = "/things";
export const verb = "PATCH";
export const rename = (id: string) => send("/" + id + "?fields=data/id", { name: "a" });
`,
  "src/plain.ts": "export const nothing = 1;\n",
};

const edited = (editor: Editor, from: string, to: string): void => {
  editor.texts.set("src/uses.ts", (editor.texts.get("src/uses.ts") ?? "").replace(from, to));
};
const findings = (said: readonly string[]): readonly string[] => said.filter((each) => !each.startsWith("request"));

describe("an edit of a file in a cycle of imports", () => {
  it("is answered without following the project, and the same after it has been followed", () => {
    const editor = new Editor(cyclic);
    const before = editor.checkSoon("src/uses.ts");
    expect(before).toMatchObject({ isSettled: true, flows: 1 });
    expect(findings(before.said)).toEqual([expect.stringContaining("data")]);

    edited(editor, "data/id", "name");
    const soon = editor.checkSoon("src/uses.ts");
    expect(soon).toMatchObject({ isSettled: false, graphs: 1, flows: 0 });
    expect(findings(soon.said)).toEqual([]);
    // The same question again takes nothing.
    expect(editor.checkSoon("src/uses.ts")).toMatchObject({ graphs: 0, flows: 0 });

    expect(editor.follow("src/uses.ts")).toBeGreaterThan(0);
    const settled = editor.checkSoon("src/uses.ts");
    expect(settled).toMatchObject({ isSettled: true, flows: 0 });
    expect(findings(settled.said)).toEqual([]);
    expect(settled.said).toEqual(editor.check("src/uses.ts").anew);
  });

  it("is found out by the check after the project has been followed where others tell the file something else", () => {
    const editor = new Editor(cyclic);
    editor.checkSoon("src/uses.ts");
    edited(editor, "PATCH", "PUT");
    const soon = editor.checkSoon("src/uses.ts");
    editor.follow("src/uses.ts");
    const settled = editor.checkSoon("src/uses.ts");
    expect(settled.isSettled).toBe(true);
    expect(settled.said).toEqual(editor.check("src/uses.ts").anew);
    expect(settled.said).not.toEqual(soon.said);
  });

  it("is answered by the earlier state while the project is followed in the background", () => {
    const editor = new Editor(cyclic);
    editor.checkSoon("src/uses.ts");
    edited(editor, "data/id", "data/name");
    editor.checkSoon("src/uses.ts");
    editor.follow("src/uses.ts", 1);
    edited(editor, "data/name", "name");
    const soon = editor.checkSoon("src/uses.ts");
    expect(soon).toMatchObject({ isSettled: false, flows: 0 });
    expect(findings(soon.said)).toEqual([]);
  });

  it("is overdue for a project to be followed after many of them, each of which leaves data behind", () => {
    const editor = new Editor(cyclic);
    editor.checkSoon("src/uses.ts");
    const overdue = Array.from({ length: 51 }, () => {
      edited(editor, "rename", "rename1");
      return editor.checkSoon("src/uses.ts").isOverdue;
    });
    expect(overdue.indexOf(true)).toBe(49);
    editor.follow("src/uses.ts");
    expect(editor.checkSoon("src/uses.ts")).toMatchObject({ isSettled: true, isOverdue: false });
  });

  it("gives completion and hover what they need without following the project", () => {
    const editor = new Editor(cyclic);
    editor.checkSoon("src/uses.ts");
    edited(editor, "data/id", "data");
    expect(editor.around("src/uses.ts", "data")).toEqual({ count: 1, flows: 0 });
  });
});

describe("a project that was not followed yet", () => {
  const wrapper = (index: number): string =>
    `import { send } from "./send";\nexport const f${index} = (id: string) => send("/" + id + "?fields=data/id", {});\n`;
  const many = Object.fromEntries(Array.from({ length: 450 }, (_, index) => [`src/f${index}.ts`, wrapper(index)]));

  it("is not waited for if it is large, and followed in pieces", () => {
    const editor = new Editor({ ...cyclic, ...many });
    expect(editor.mustFollow("src/plain.ts")).toBe(false);
    expect(editor.mustFollow("src/uses.ts")).toBe(true);
    expect(editor.around("src/uses.ts", "data")).toEqual({ count: undefined, flows: 0 });
    expect(() => editor.checkSoon("src/uses.ts")).toThrow();
    while (editor.mustFollow("src/uses.ts")) editor.follow("src/uses.ts", 10);
    expect(editor.checkSoon("src/uses.ts")).toMatchObject({ isSettled: true, flows: 0 });
  });

  it("stays followed if a check is stopped between two calls, which then goes on from there", () => {
    const call = `  void send("/1?fields=data/id", { name: "a" });\n`;
    const editor = new Editor({
      ...cyclic,
      "src/long.ts": `import { send } from "./send";\nexport const all = () => {\n${call.repeat(200)}};\n`,
    });
    editor.follow("src/long.ts");
    let looks = 0;
    const stop = (): void => {
      looks += 1;
      if (looks === 3) throw new Error("stopped");
    };
    expect(() => editor.checkSoon("src/long.ts", stop)).toThrow("stopped");
    expect(looks).toBe(3);
    const { said, isSettled, flows, graphs } = editor.checkSoon("src/long.ts");
    expect({ isSettled, flows, graphs }).toEqual({ isSettled: true, flows: 0, graphs: 0 });
    expect(findings(said)).toHaveLength(200);
    expect(said).toEqual(editor.check("src/long.ts").anew);
  });
});

const rounds = runsOf(100, 1 / 10);

describe("any edits", { tags: ["long"] }, () => {
  it(`are answered, ${rounds} times, and exactly after the project has been followed`, { timeout: 900_000 }, () => {
    const names = Object.keys(linkedFiles);
    const editor = new Editor(Object.fromEntries(names.map((name) => [name, linkedFiles[name]?.[0] ?? ""])));
    let state = week * 104_729;
    const draw = (count: number): number => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) % count;
    for (const name of names) {
      editor.follow(name);
      editor.checkSoon(name);
    }
    for (let round = 0; round < rounds; round += 1) {
      const name = names[draw(names.length)] ?? "";
      const forms = linkedFiles[name] ?? [];
      editor.texts.set(name, `${forms[draw(101) % forms.length] ?? ""}${draw(2) === 0 ? "" : "void 0;\n"}`);
      const asked = names[draw(names.length)] ?? "";
      const soon = editor.checkSoon(asked);
      expect(soon.flows, `round ${round}: ${asked} after an edit of ${name}`).toBe(0);
      if (soon.isSettled) expect(soon.said, `round ${round}: ${asked}`).toEqual(editor.check(asked).anew);
      if (draw(3) !== 0) continue;
      editor.follow(asked);
      const settled = editor.checkSoon(asked);
      expect(settled.isSettled, `round ${round}: ${asked}`).toBe(true);
      expect(settled.said, `round ${round}: ${asked}`).toEqual(editor.check(asked).anew);
    }
  });
});
