// Measures the steps of a new user from an empty folder to the first finding, in commands and seconds.
//
//     node bench/first-finding.mjs
//
// Packs the package as it would be published. Each case begins with an empty folder and an empty cache of its tool.
// npm's own cache is warm, because the measurement is about this package, not the network.
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, writeFileSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const quiet = "--prefer-offline --no-audit --no-fund --ignore-scripts";
const environment = Object.fromEntries(
  Object.entries(process.env).filter(
    ([name]) => !/^(?:npm_(?!config_(?:userconfig|registry|cache)$)|GIT_|INIT_CWD)/u.test(name),
  ),
);

const code = 'await fetch("https://api.example.com/v1/things?fields=data/id");\nexport {};\n';
const table = `apiVersion: timestream.example.dev/v1alpha1
kind: Table
spec:
  providerRef: { name: main }
  resource: { databaseName: sales }
`;
const definition = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: widgets.shop.example.dev }
spec:
  group: shop.example.dev
  names: { kind: Widget, plural: widgets }
  scope: Namespaced
  versions:
    - name: v1
      served: true
      storage: true
      schema: { openAPIV3Schema: { type: object, properties: { spec: { type: object, required: [size], properties: { size: { type: integer } } } } } }
`;
const eslintConfiguration = `import restraint from "eslint-plugin-restraint";
import { defineConfig } from "eslint/config";
import tseslint from "typescript-eslint";

export default defineConfig(
  { files: ["**/*.{ts,tsx}"], languageOptions: { parser: tseslint.parser } },
  restraint.configs.recommended,
);
`;
const hook = (tarball) => `repos:
  - repo: local
    hooks:
      - id: restraint
        name: restraint
        entry: restraint check
        language: node
        additional_dependencies: [${JSON.stringify(tarball)}]
        files: \\.(?:ya?ml|json)$
        require_serial: true
`;

function pack() {
  const folder = mkdtempSync(join(tmpdir(), "restraint-first-"));
  const { status, stderr } = spawnSync("npm", ["pack", "--ignore-scripts", "--pack-destination", folder], {
    cwd: root,
    encoding: "utf8",
    env: environment,
  });
  if (status !== 0) throw new Error(stderr);
  return join(folder, readdirSync(folder)[0]);
}

/** Runs one command line, as a user would type it. */
function type(cwd, command) {
  const { stdout, stderr } = spawnSync("bash", ["-c", command], {
    cwd,
    encoding: "utf8",
    env: { ...environment, NO_COLOR: "1" },
    maxBuffer: 1 << 26,
  });
  return stdout + stderr;
}

/** Opens a file in tsserver as an editor does, and waits for the first finding. */
function openInEditor(cwd, file) {
  const server = spawn(
    process.execPath,
    [join(cwd, "node_modules/typescript/lib/tsserver.js"), "--allowLocalPluginLoads"],
    { cwd },
  );
  const send = (seq, command, args) =>
    server.stdin.write(`${JSON.stringify({ seq, type: "request", command, arguments: args })}\n`);
  return new Promise((resolve) => {
    let output = "";
    server.stdout.on("data", (data) => {
      output += String(data);
      if (!output.includes("restraint/")) return;
      server.kill();
      resolve(output);
    });
    server.on("exit", () => resolve(output));
    send(1, "open", { file });
    send(2, "semanticDiagnosticsSync", { file });
  });
}

const tarball = pack();
const cases = [
  {
    name: "the program",
    files: { "src/things.ts": code },
    commands: [`npm install --save-dev ${quiet} ${tarball}`, "npx restraint check"],
    finds: "no-data-prefix",
  },
  {
    name: "ESLint with TypeScript",
    files: { "src/things.ts": code, "eslint.config.mjs": eslintConfiguration },
    commands: [`npm install --save-dev ${quiet} eslint@10 typescript-eslint ${tarball}`, "npx eslint ."],
    finds: "no-data-prefix",
  },
  {
    name: "tsserver in an editor",
    files: {
      "src/things.ts": code,
      "tsconfig.json": '{ "compilerOptions": { "plugins": [{ "name": "eslint-plugin-restraint/tsserver" }] } }',
    },
    commands: [
      `npm install --save-dev ${quiet} typescript@~6.0 ${tarball}`,
      (cwd) => openInEditor(cwd, join(cwd, "src/things.ts")),
    ],
    finds: "restraint/no-data-prefix",
  },
  {
    name: "pre-commit on manifests",
    files: { "deploy/table.yaml": table, ".pre-commit-config.yaml": hook(tarball) },
    commands: [
      "git init -q .",
      "pre-commit install",
      "git add -A",
      "git -c user.name=a -c user.email=a@example.com commit -m first",
    ],
    finds: "require-kind-fields",
  },
  {
    name: "somebody's own custom resource definitions",
    files: {
      "crds/widget.yaml": definition,
      "deploy/widget.yaml": "apiVersion: shop.example.dev/v1\nkind: Widget\nspec: {}\n",
      "restraint.config.yaml": "contract: [contract.yaml]\n",
    },
    commands: [
      `npm install --save-dev ${quiet} ${tarball}`,
      "npx restraint import crd crds/*.yaml --output contract.yaml",
      "npx restraint check",
    ],
    finds: "require-kind-fields",
  },
];

console.log(
  `load ${loadavg()[0].toFixed(1)}\n\n| case | commands | files written | seconds | of these, installing |\n|---|---|---|---|---|`,
);
for (const { name, files, commands, finds } of cases) {
  const folder = mkdtempSync(join(tmpdir(), "restraint-first-"));
  process.env.PRE_COMMIT_HOME = environment.PRE_COMMIT_HOME = join(folder, ".git/pre-commit-cache");
  for (const [path, text] of Object.entries({ "package.json": '{ "private": true, "type": "module" }', ...files })) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const times = [];
  let output = "";
  for (const command of commands) {
    const start = performance.now();
    output = typeof command === "string" ? type(folder, command) : await command(folder);
    times.push((performance.now() - start) / 1000);
  }
  if (!output.includes(finds)) throw new Error(`${name}: no finding in\n${output}`);
  const total = times.reduce((sum, time) => sum + time, 0);
  const installing = commands[0].startsWith("npm install") ? times[0].toFixed(1) : "with the commit";
  const written = Object.keys(files).filter((path) => !/^(?:src|deploy|crds)\//u.test(path)).length;
  console.log(`| ${name} | ${commands.length} | ${written} | ${total.toFixed(1)} | ${installing} |`);
}
