import { expect, test } from "vitest";
import { Editor } from "../../../harness/hosts/edited";
import { linkedFiles } from "../../../harness/hosts/linked-files";
import { runsOf, week } from "../../../harness/runs";

/** What is known of a project holds over edits: it says what a project that is read anew says, and takes less. */

const names = Object.keys(linkedFiles);
const first = Object.fromEntries(names.map((name) => [name, linkedFiles[name]?.[0] ?? ""]));

test("an edit has the graph of the edited file made again, and nothing followed anew", () => {
  const editor = new Editor(first);
  const text = first["src/through.ts"] ?? "";
  expect(editor.countsOf("src/through.ts").flows).toBe(1);
  for (const id of ["60", "61", "62"]) {
    editor.texts.set("src/through.ts", text.replace("things/6", `things/${id}`));
    expect(editor.countsOf("src/through.ts")).toEqual({ graphs: 1, flows: 0 });
    expect(editor.countsOf("src/by-type.ts")).toEqual({ graphs: 0, flows: 0 });
    editor.texts.set("test/uses.test.ts", `${first["test/uses.test.ts"] ?? ""}void ${id};\n`);
    expect(editor.countsOf("test/uses.test.ts").flows).toBe(0);
  }
  // Others get something else of a wrapper.
  editor.texts.set("src/send.ts", (first["src/send.ts"] ?? "").replace("PATCH", "PUT"));
  editor.countsOf("src/send.ts");
  expect(editor.countsOf("src/through.ts").flows).toBe(1);
});

test(
  "what is kept of texts that are gone is let go of, and files that nobody edits count as none",
  { tags: ["long"] },
  () => {
    const editor = new Editor(first);
    const text = first["src/through.ts"] ?? "";
    expect(editor.countsOf("src/through.ts").flows).toBe(1);
    const flows = Array.from({ length: 60 }, (_, id) => {
      editor.texts.set("src/through.ts", text.replace("things/6", `things/${100 + id}`));
      return editor.countsOf("src/through.ts").flows + editor.countsOf("src/by-type.ts").flows;
    });
    expect(flows.filter((each) => each > 0)).toEqual([1]);
  },
);

/** What people type, beside what makes a file another one. */
const typed: readonly ((text: string) => string)[] = [
  (text) => `${text}void 0;\n`,
  (text) => text.replace("things", "others"),
  (text) => text.replace("tags", "labels"),
  (text) => text.replace("PATCH", "PUT"),
  (text) => `${text}void fetch("https://api.example.com/v1/things/20?fields=a,");\n`,
  (text) => `// a comment\n${text}`,
  (text) => text.replace("send(", "run("),
  (text) => text.slice(0, -3),
];

const rounds = runsOf(150, 1 / 15);

test(`finds after any ${rounds} edits what is found anew`, { timeout: 900_000, tags: ["long"] }, () => {
  const editor = new Editor(first);
  let state = week * 7919;
  const draw = (count: number): number => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) % count;
  for (const name of names) editor.check(name);
  for (let round = 0; round < rounds; round += 1) {
    const name = names[draw(names.length)] ?? "";
    const forms = linkedFiles[name] ?? [];
    const form = forms[draw(101) % forms.length] ?? "";
    const before = editor.texts.get(name) ?? "";
    const edit = typed[draw(typed.length * 3)];
    editor.texts.set(name, edit ? edit(draw(3) === 0 ? before : form) : form);
    const asked = [name, ...(draw(2) === 0 ? [names[draw(names.length)] ?? "", names[draw(names.length)] ?? ""] : [])];
    editor.check(name);
    for (const each of asked) {
      const { kept, anew } = editor.check(each);
      expect(kept, `round ${round}: ${each} after an edit of ${name}`).toEqual(anew);
    }
  }
});
