import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** The first code of each group's rules, by which tsserver numbers diagnostics. */
const firstCodes: Readonly<Record<string, number>> = {
  fields: 100101,
  patch: 100201,
  transport: 100301,
  permissions: 100401,
  kinds: 100501,
};

/**
 * Creates the files of a new rule: the rule, a first fixture, and its page. Nothing has to be registered, because `npm
 * run generate` finds them.
 *
 * @param name `<group>/<id>`.
 * @returns the written paths, relative to `root`.
 * @throws Error if the name has another form, the group is unknown, or the rule exists.
 */
export function createRule(root: string, name: string): readonly string[] {
  const [, group = "", id = ""] = /^([a-z]+)\/([a-z]+(?:-[a-z]+)+)$/u.exec(name) ?? [];
  const firstCode = firstCodes[group];
  if (firstCode === undefined)
    throw new Error(`Name the rule <group>/<id>, with a group of: ${Object.keys(firstCodes).join(", ")}.`);
  const path = `rules/${group}/${id}.ts`;
  if (existsSync(join(root, path))) throw new Error(`${path} exists.`);
  const on = group === "kinds" ? "manifest" : "request";
  const extension = on === "manifest" ? "yaml" : "ts";
  const files: readonly (readonly [string, string])[] = [
    [path, ruleText(id, nextCode(join(root, "rules", group), firstCode), on)],
    [`fixtures/rules/${id}/incorrect-first.${extension}`, fixtureText(on)],
    [`docs/rules/${id}.md`, pageText(extension)],
  ];
  for (const [file, text] of files) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  return files.map(([file]) => file);
}

function nextCode(folder: string, first: number): number {
  const files = existsSync(folder) ? readdirSync(folder).filter((file) => file.endsWith(".ts")) : [];
  const used = files.map((file) =>
    Number(/^ {2}code: (\d+),$/mu.exec(readFileSync(join(folder, file), "utf8"))?.[1] ?? 0),
  );
  return Math.max(first - 1, ...used) + 1;
}

function ruleText(id: string, code: number, on: "request" | "manifest"): string {
  return `import { defineRule } from "../../src/rule/define";

export const rule = defineRule<"${on}", Readonly<Record<string, never>>>({
  id: "${id}",
  code: ${code},
  on: "${on}",
  docs: {
    summary: "Disallow ….",
    why: "The service ….",
    clauses: ["conventions …"],
    preset: "recommended",
    severity: "error",
  },
  messages: {
    found: "What is wrong, and what the service does about it. What to do.",
  },
  options: {},
  fixable: false,
  hasSuggestions: false,
  check(${on}, context) {
    context.report({ message: "found", range: ${on === "request" ? "request.anchor" : "manifest.value.range"} });
  },
});
`;
}

function pageText(language: string): string {
  return `What the rule looks at, and where it is silent.

## Examples

### ❌ Incorrect

\`\`\`${language}
\`\`\`

### ✅ Correct

\`\`\`${language}
\`\`\`

## When Not To Use It

Services and projects for which the rule is wrong, and what to set instead.
`;
}

function fixtureText(on: "request" | "manifest"): string {
  if (on === "manifest") return "apiVersion: example.dev/v1alpha1\nkind: Table\n# @ 1:1-3:1 found\n";
  return 'await fetch("https://api.example.com/v1/tables");\n//    ~~~~~ found\n';
}

if (require.main === module) {
  try {
    for (const path of createRule(join(__dirname, "../../.."), process.argv[2] ?? ""))
      process.stdout.write(`written: ${path}\n`);
    process.stdout.write("Now fill them in and run `npm run generate`: see docs/adding-a-rule.md.\n");
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 2;
  }
}
