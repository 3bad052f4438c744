import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { root } from "../../harness/fixtures";

/** A program by which a rule is tried: a whole file, as somebody might write it. */
export interface TrickyProgram {
  readonly rule: string;
  readonly title: string;
  readonly kind: "correct" | "incorrect";
  readonly text: string;
  /** Whether the rule needs types: the file is TypeScript then. */
  readonly typed: boolean;
}

const head = /^\/\/ (correct|incorrect): (.*)$/mu;

/**
 * Reads a folder of fixtures: a file for each rule, that begins with what all of its programs begin with. Each program begins with a line
 * `// correct: …` or `// incorrect: …`; `// service:` and `// intended:` say of the service what they say in the fixtures of rules.
 */
export function readTrickyPrograms(name = "programs"): readonly TrickyProgram[] {
  const folder = join(root, "fixtures", name);
  return readdirSync(folder)
    .sort()
    .flatMap((name) => {
      const [shared = "", ...parts] = readFileSync(join(folder, name), "utf8").split(head);
      const rule = basename(name).replace(/\.\w+$/u, "");
      const typed = name.endsWith(".ts");
      return Array.from({ length: parts.length / 3 }, (_, index): TrickyProgram => {
        const [kind, title = "", body = ""] = parts.slice(index * 3, index * 3 + 3);
        const imports = body.match(/^import .*$/gmu) ?? [];
        const text = `${imports.join("\n")}\n${shared}${body.replace(/^import .*$/gmu, "")}\nexport {};\n`;
        return { rule, title, kind: kind === "correct" ? "correct" : "incorrect", text, typed };
      });
    });
}
