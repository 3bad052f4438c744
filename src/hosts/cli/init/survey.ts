import { existsSync } from "node:fs";
import { join, relative } from "node:path";
import { mostBytes, tryReadText } from "../../../files/read";
import { discover } from "../check/discover";
import { fileTypeOf } from "../../shared/files/file-type";
import { type PackageFacts, readPackages } from "./packages";
import { groupUnseen, type LocatedUnseen, type UnseenCallee } from "../requests/unseen";
import {
  type CalledAddresses,
  type DescribedPlaces,
  googleHostOf,
  noteAddress,
  readDescribedPlaces,
  templatesOf,
} from "./addresses";
import { analyseFiles } from "../requests/analyse";
import { unseenIn } from "../requests/list";

/** What a repository contains of services and tools. File names are relative to its folder. */
export interface Survey {
  readonly openapi: readonly string[];
  readonly discovery: readonly string[];
  /** Custom resource definitions, and Crossplane's composite resource definitions. */
  readonly definitions: readonly string[];
  /** The manifest of a GitHub App. */
  readonly appManifest: string | undefined;
  /** Host -> number of files with a string that names it. */
  readonly hosts: ReadonlyMap<string, number>;
  /** The known addresses that the code calls; absent if not searched. */
  readonly called: CalledAddresses | undefined;
  /** What OpenAPI descriptions state of the service's location; absent if there are none. */
  readonly described: DescribedPlaces | undefined;
  /** Google services that the code names, with their versions: `drive/v3`. */
  readonly googleServices: readonly string[];
  /** Environment variables with tokens, as the code writes them. */
  readonly tokens: readonly string[];
  /** Files of other tools that already name the plugin or the program. */
  readonly configured: ReadonlySet<string>;
  /** Environment variables with addresses, as the code writes them: `process.env.API_URL`. */
  readonly settings: readonly string[];
  /** `apiVersion` of manifests of the built-in kinds, by kind. */
  readonly builtinKinds: ReadonlyMap<string, string>;
  readonly packages: PackageFacts;
  /** Functions that look as if they send requests but are not understood; absent if not searched. */
  readonly wrappers: readonly UnseenCallee[] | undefined;
  readonly eslintConfiguration: string | undefined;
  readonly hasTypeScript: boolean;
  /** The configuration file of the tool that runs git hooks. */
  readonly hooks: string | undefined;
  readonly files: { readonly code: number; readonly data: number };
}

/** Limit of surveyed files: more would add nothing new. */
const mostFiles = 20_000;

const url = /(?<=["'`])https?:\/\/([a-z\d][a-z\d.-]*\.[a-z]{2,})(?=[:/"'`?])/giu;
const setting = /\b(?:process\.env|import\.meta\.env)\.[A-Z\d_]*(?:URL|HOST|ENDPOINT|ORIGIN)\b/gu;
const token = /\b(?:process\.env|import\.meta\.env)\.[A-Z\d_]*TOKEN\b/gu;
/** `google.drive("v3")`, `google.drive({ version: "v3" })`, and addresses below `www.googleapis.com`. */
const googleService =
  /\bgoogle\.(\w+)\(\s*(?:\{[^{}]*?version:\s*)?["'](v\d\w*)["']|www\.googleapis\.com\/(\w+)\/(v\d\w*)\//gu;
/** Hosts of documents, schemas and examples, which are not services. */
const noService =
  /(?:^|\.)(?:w3\.org|json-schema\.org|schemastore\.org|example\.(?:com|org|net)|localhost|npmjs\.com|unpkg\.com|jsdelivr\.net|shields\.io|schema\.org|opensource\.org)$|^(?:github\.com|docs\.|www\.)|\.md$/iu;

const builtinKind = /^kind:[ \t]*["']?(Database|Table|Application|Function|InvokeFunction)["']?[ \t]*\r?$/mu;

/** Reads the files of a folder by text, without running or resolving anything. */
export function survey(folder: string): Survey {
  const found = {
    openapi: [] as string[],
    discovery: [] as string[],
    definitions: [] as string[],
    hosts: new Map<string, number>(),
    settings: new Set<string>(),
    googleServices: new Set<string>(),
    tokens: new Set<string>(),
    builtinKinds: new Map<string, string>(),
    files: { code: 0, data: 0 },
  };
  for (const path of discover([folder], folder).files.slice(0, mostFiles)) {
    const file = relative(folder, path).replaceAll("\\", "/");
    const type = fileTypeOf(path);
    const isData = type === "yaml" || type === "json";
    const text = tryReadText(path, isData ? mostBytes.manifest : mostBytes.code);
    if (text === undefined) continue;
    if (isData) lookAtData(file, text, found);
    else lookAtCode(text, found);
  }
  const present = (names: readonly string[]): string | undefined =>
    names.find((name) => existsSync(join(folder, name)));
  const eslintConfiguration = present(["js", "mjs", "cjs", "ts", "mts", "cts"].map((end) => `eslint.config.${end}`));
  const hooks = present([".pre-commit-config.yaml", "lefthook.yml", "lefthook.yaml", ".husky"]);
  const names = [
    eslintConfiguration,
    "tsconfig.json",
    hooks === ".husky" ? ".husky/pre-commit" : hooks,
    "package.json",
  ];
  return {
    ...found,
    settings: [...found.settings].sort(),
    googleServices: [...found.googleServices].sort(),
    tokens: [...found.tokens].sort(),
    configured: new Set(
      names.flatMap((name) => (name !== undefined && namesUs(join(folder, name), name) ? [name] : [])),
    ),
    described: found.openapi.length > 0 ? readDescribedPlaces(found.openapi, folder) : undefined,
    ...lookAtCalls(folder, found),
    appManifest: present(["app.yml", ".github/app.yml"]),
    packages: readPackages(folder),
    eslintConfiguration,
    hasTypeScript: existsSync(join(folder, "tsconfig.json")),
    hooks,
  };
}

interface Finds {
  readonly openapi: string[];
  readonly discovery: string[];
  readonly definitions: string[];
  readonly hosts: Map<string, number>;
  readonly settings: Set<string>;
  readonly googleServices: Set<string>;
  readonly tokens: Set<string>;
  readonly builtinKinds: Map<string, string>;
  readonly files: { code: number; data: number };
}

function lookAtData(file: string, text: string, found: Finds): void {
  found.files.data += 1;
  if (/^\s*\{?\s*["']?openapi["']?\s*:\s*["']?3\./u.test(text) || /^openapi\s*:\s*["']?3\./mu.test(text))
    found.openapi.push(file);
  else if (/["']kind["']\s*:\s*["']discovery#restDescription["']/u.test(text)) found.discovery.push(file);
  else if (/^kind:[ \t]*["']?(?:CustomResourceDefinition|CompositeResourceDefinition)\b/mu.test(text))
    found.definitions.push(file);
  else {
    const kind = builtinKind.exec(text)?.[1];
    const version = /^apiVersion:[ \t]*["']?([^\s"'#]+)/mu.exec(text)?.[1];
    if (kind !== undefined && version?.includes("/") === true) found.builtinKinds.set(kind, version);
  }
}

function lookAtCode(text: string, found: Finds): void {
  found.files.code += 1;
  const hosts = new Set([...text.matchAll(url)].map(([, host = ""]) => host.toLowerCase()));
  for (const host of hosts) if (!noService.test(host)) found.hosts.set(host, (found.hosts.get(host) ?? 0) + 1);
  for (const [name] of text.matchAll(setting)) found.settings.add(name);
  for (const [name] of text.matchAll(token)) found.tokens.add(name);
  for (const [, api, version, part = api, partVersion = version] of text.matchAll(googleService))
    found.googleServices.add(`${part ?? ""}/${partVersion ?? ""}`);
}

/** Minimum number of calls: with fewer, a function is probably not how the program sends its requests. */
const fewestCalls = 2;

/** Limit of analysed code files: with more, the analysis takes longer than a user waits for a proposal. */
const mostSurveyed = 400;

/**
 * Finds the called addresses, and functions that look as if they send requests but are not understood, without types.
 *
 * @returns these functions, the most often called first; `undefined` if there is too much code.
 */
function lookAtCalls(folder: string, { files, hosts }: Finds): Pick<Survey, "called" | "wrappers"> {
  if (files.code > mostSurveyed) return { called: undefined, wrappers: undefined };
  const calls: LocatedUnseen[] = [];
  const called = new Map<string, Set<string>>();
  // Unreadable files are reported by `restraint check`.
  analyseFiles(["."], { cwd: folder, types: false, tests: false }, (file) => {
    calls.push(...unseenIn(file));
    for (const request of file.analysis.requests) {
      const google = googleHostOf(request);
      if (google !== undefined) hosts.set(google, hosts.get(google) ?? 1);
      for (const path of templatesOf(request)) noteAddress(request, called, path);
    }
  });
  return { called, wrappers: groupUnseen(calls).filter(({ count }) => count >= fewestCalls) };
}

/** Whether another tool's file already contains the lines that would be proposed for it. */
function namesUs(path: string, name: string): boolean {
  const text = tryReadText(path, mostBytes.code) ?? "";
  return name === "package.json" ? /"restraint check|restraint check"/u.test(text) : text.includes("restraint");
}
