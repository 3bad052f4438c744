import { createRequire } from "node:module";
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Rule as EslintRule } from "eslint";
import type { Facts } from "../../../contract/configuration/configuration";
import type { Project } from "../../../contract/configuration/load";
import { mayDeclareResources } from "../../../analysis/relevance";
import { configurationDigest } from "../../shared/files/configuration-digest";
import { digestOf } from "../../shared/sources/asked";
import { packageRoot, packageVersion } from "../../shared/package/root";
import type { Follow } from "../../shared/memory/project-record";
import { type FileMemory, memoryOf, type ProjectMemory } from "./memory";
import { ProjectRoots } from "../../shared/files/project-roots";

/** @returns the memory of the project at a root, unless it is switched off. */
export function projectMemory(root: string): ProjectMemory | undefined {
  return process.env.RESTRAINT_CACHE === "off" ? undefined : memoryOf(root, programVersion);
}

/** @returns the memory of a code file, or `undefined` for a file with types, which may depend on any declaration. */
export function fileMemory(
  context: EslintRule.RuleContext,
  project: Project,
  facts: Facts,
  follow: Follow,
): FileMemory | undefined {
  const { sourceCode, filename, physicalFilename } = context;
  const services = sourceCode.parserServices as { readonly program?: unknown } | undefined;
  if (filename !== physicalFilename || (services?.program ?? undefined) !== undefined || isSwitchedOff(context))
    return undefined;
  if (project.problems.length > 0) return undefined;
  const memory = projectMemory(roots.of(filename));
  const setup = [setupOf(project), `${facts.tokens.default ?? ""} ${parserOf(context)}`] as const;
  const isPlain = !mayDeclareResources(sourceCode.text, project.contract);
  return memory?.of(filename, sourceCode.text, setup, { isPlain, follow });
}

/** Must be called before a file is analysed: the analysis then records its questions for later runs. */
export function enterFile(path: string, project: Project): void {
  projectMemory(roots.of(path))?.enter(path, setupOf(project));
}

/** Whether the settings contain `restraint: { cache: false }`. */
function isSwitchedOff({ settings }: EslintRule.RuleContext): boolean {
  return (settings.restraint as { readonly cache?: unknown } | undefined)?.cache === false;
}

const roots = new ProjectRoots();

const setups = new Map<string, string>();

/** @returns a digest of a project's configuration and contracts. */
function setupOf({ files, configurationPath = "" }: Project): string {
  const places = [configurationPath, ...files].join("\n");
  let setup = setups.get(places);
  if (setup === undefined) {
    setup = digestOf(`${configurationPath}\n${configurationDigest(files)}`);
    setups.set(places, setup);
  }
  return setup;
}

/** @returns a text that changes with the parser, its options, and the syntax version. */
function parserOf({ languageOptions }: EslintRule.RuleContext): string {
  const {
    parser,
    parserOptions = {},
    ...rest
  } = languageOptions as {
    readonly parser?: { readonly meta?: { readonly name?: string; readonly version?: string } };
    readonly parserOptions?: Readonly<Record<string, unknown>>;
    readonly sourceType?: unknown;
    readonly ecmaVersion?: unknown;
  };
  const { name = "", version = "" } = parser?.meta ?? {};
  const plain = Object.entries(parserOptions).filter(([, value]) => typeof value !== "object" || value === null);
  return JSON.stringify([name, version, plain, parserOptions.ecmaFeatures, rest.sourceType, rest.ecmaVersion]);
}

let known: string | undefined;

/** @returns a text that changes with the build of this program and with the installed TypeScript. */
function programVersion(): string {
  if (known === undefined) {
    const { version } = createRequire(__filename)("typescript/package.json") as { readonly version: string };
    known = [packageVersion(), version, process.version, buildOf(join(packageRoot(), "dist"))].join(" ");
  }
  return known;
}

/** Digest of the build's files: builds of one version may differ while somebody develops or patches the program. */
function buildOf(folder: string): string {
  const parts: string[] = [];
  const folders = [folder];
  for (let current = folders.pop(); current !== undefined; current = folders.pop())
    for (const entry of readdirSync(current, { withFileTypes: true })) {
      const path = join(current, entry.name);
      if (entry.isDirectory()) folders.push(path);
      else if (entry.name.endsWith(".js")) {
        const { mtimeMs, size } = statSync(path);
        parts.push(`${path} ${mtimeMs} ${size}`);
      }
    }
  return digestOf(parts.sort().join("\n"));
}
