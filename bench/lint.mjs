// What our rules add to ESLint on other people's code: `node bench/lint.mjs FOLDER...` lints the code files of folders with the TypeScript parser alone, and
// with the recommended rules, each in a process of its own, and prints the CPU seconds and the memory of both.
import { spawnSync } from "node:child_process";
import { relative, resolve } from "node:path";
import { root } from "./measure.mjs";

/** Lints in this process. */
async function lint(folder, preset) {
  const { ESLint } = await import("eslint");
  const parser = await import("typescript-eslint");
  const { createRequire } = await import("node:module");
  const plugin = createRequire(import.meta.url)("../dist/src/hosts/eslint/plugin.js");
  const code = {
    files: ["**/*.{ts,tsx,js,jsx,mts,cts,mjs,cjs}"],
    ignores: ["**/*.d.ts", "**/node_modules/**"],
    languageOptions: { parser: parser.parser ?? parser.default.parser, parserOptions: { ecmaFeatures: { jsx: true } } },
  };
  const ours = preset === "parser" ? [] : plugin.configs[preset];
  const eslint = new ESLint({
    cwd: folder,
    overrideConfigFile: true,
    allowInlineConfig: false,
    warnIgnored: false,
    overrideConfig: [code, ...ours],
  });
  const before = process.cpuUsage();
  const results = await eslint.lintFiles(process.argv.slice(4));
  const { user, system } = process.cpuUsage(before);
  const messages = results.flatMap(({ messages: all }) => all.filter(({ ruleId }) => ruleId?.startsWith("restraint/")));
  return {
    files: results.length,
    findings: messages.length,
    cpu: (user + system) / 1e6,
    memory: process.resourceUsage().maxRSS / 1024,
  };
}

if (process.argv[2] === "--within") {
  process.stdout.write(JSON.stringify(await lint(process.cwd(), process.argv[3])));
} else {
  for (const folder of process.argv.slice(2)) {
    const ran = ["parser", "recommended"].map((preset) => {
      const { stdout, stderr } = spawnSync(process.execPath, [import.meta.filename, "--within", preset, "."], {
        cwd: resolve(folder),
        encoding: "utf8",
      });
      if (stdout === "") throw new Error(stderr);
      return JSON.parse(stdout);
    });
    const [alone, ours] = ran.map(({ cpu, memory }) => `${cpu.toFixed(1)} s, ${memory.toFixed(0)} MB`);
    const { files, findings } = ran[1];
    console.log(
      `${relative(root, folder)}: ${files} files, ${findings} findings; parser ${alone}; with recommended ${ours} (${(ran[1].cpu / ran[0].cpu).toFixed(2)} times)`,
    );
  }
}
