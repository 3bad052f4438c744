// The code for the benchmarks: always the same thousand files of about 120 lines; one in ten calls a client.
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { cache, root } from "../measure.mjs";

/** @returns a file of ordinary code without requests. */
export function plainFile(index) {
  const functions = Array.from(
    { length: 8 },
    (_, at) => `
export function describe${at}(entries: readonly Entry${index}[], limit: number): string {
  const shown = entries.slice(0, limit).map((entry) => \`\${entry.name} (\${entry.count})\`);
  const total = entries.reduce((sum, entry) => sum + entry.count, 0);
  if (total === 0) return "nothing";
  for (const entry of entries) {
    if (entry.count < 0) throw new RangeError(\`\${entry.name} has a count below zero\`);
  }
  const options = { style: "percent" as const, maximumFractionDigits: ${at} };
  const share = new Intl.NumberFormat("en", options).format(shown.length / Math.max(1, entries.length));
  return [...shown, share].join(", ");
}
`,
  );
  return `export interface Entry${index} {\n  readonly name: string;\n  readonly count: number;\n}\n${functions.join("")}`;
}

/** @returns the same with two calls of a wrapper in another file. */
function callingFile(index) {
  return `import { send } from "../client";
${plainFile(index)}
export async function rename${index}(id: string, name: string, etag: string): Promise<void> {
  await send("PATCH", \`/entries/\${id}\`, { name }, etag);
}

export async function list${index}(): Promise<unknown> {
  const fields = ["id", "name", "count"].join(",");
  return send("GET", \`/entries?fields=items(\${fields})\`);
}
`;
}

const client = `const base = process.env.API ?? "https://api.example.com/v1";

export async function send(method: string, path: string, body?: object, etag?: string): Promise<unknown> {
  const headers: Record<string, string> = { Authorization: \`Bearer \${process.env.TOKEN}\` };
  if (body) headers["Content-Type"] = "application/json";
  if (etag) headers["If-Match"] = etag;
  const response = await fetch(base + path, { method, headers, body: body && JSON.stringify(body) });
  if (!response.ok) throw new Error(\`\${method} \${path}: \${response.status}\`);
  return response.json();
}
`;

/** ESLint configurations: the parser alone, and with our rules; without and with types. */
const configurations = {
  parser: `[{ files: ["**/*.ts"], languageOptions: { parser } }]`,
  rules: `[{ files: ["**/*.ts"], languageOptions: { parser } }, ...restraint.configs.recommended]`,
  typedParser: `[{ files: ["**/*.ts"], languageOptions: typed }]`,
  typedRules: `[{ files: ["**/*.ts"], languageOptions: typed }, ...restraint.configs.recommended]`,
};

/** @returns the project's folder, which contains the configurations \`eslint.<name>.mjs\`. */
export function codeProject(count = 1000) {
  const folder = join(cache, `code-${count}`);
  if (existsSync(join(folder, "done"))) return folder;
  mkdirSync(join(folder, "node_modules"), { recursive: true });
  symlinkSync(root, join(folder, "node_modules/eslint-plugin-restraint"), "dir");
  for (const name of ["eslint", "typescript", "typescript-eslint", "@types"])
    symlinkSync(join(root, "node_modules", name), join(folder, "node_modules", name), "dir");
  const options = {
    target: "es2022",
    module: "nodenext",
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: ["node"],
  };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions: options, include: ["src"] }));
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true }));
  for (let index = 0; index < count; index += 1) {
    const part = join(folder, "src", `part-${index % 20}`);
    mkdirSync(part, { recursive: true });
    writeFileSync(join(part, `file-${index}.ts`), index % 10 === 0 ? callingFile(index) : plainFile(index));
  }
  writeFileSync(join(folder, "src/client.ts"), client);
  for (const [name, list] of Object.entries(configurations)) {
    const head = `import restraint from "eslint-plugin-restraint";\nimport tseslint from "typescript-eslint";\n\nconst { parser } = tseslint;\nconst typed = { parser, parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } };\n`;
    writeFileSync(join(folder, `eslint.${name}.mjs`), `${head}void [restraint, typed];\nexport default ${list};\n`);
  }
  writeFileSync(join(folder, "done"), "");
  return folder;
}
