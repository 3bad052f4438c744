import { stringify } from "yaml";
import type { Convention } from "../../../contract/description/endpoint";
import { findPublicApi } from "../../../request/public-apis";
import { proposeBases } from "./addresses";
import { conventionLines } from "./conventions";
import { isAtLeast } from "./packages";
import type { Survey } from "./survey";
import { someOf } from "../../../text/words";

/** An import for the proposal to run. */
export interface ProposedImport {
  readonly command: "openapi" | "discovery" | "crd";
  readonly files: readonly string[];
  readonly output: string;
}

export interface Proposal {
  /** One sentence for each thing that was found. */
  readonly found: readonly string[];
  readonly imports: readonly ProposedImport[];
  /** The text of restraint.config.yaml; absent if nothing indicates a service. */
  readonly configuration?: string;
  /** Whether the configuration names a service; if so, the user is asked for its conventions. */
  readonly hasService: boolean;
  /**
   * Lines for files of other tools, by file name. They are only printed: a program must not rewrite files that people
   * maintain by hand.
   */
  readonly additions: readonly { readonly file: string; readonly lines: readonly string[] }[];
  /** Steps that the program cannot do itself, with instructions. */
  readonly advice: readonly string[];
}

/**
 * Derives a proposal from a survey of a repository.
 *
 * @param chosen the conventions of the service that the user confirmed.
 */
export function propose(survey: Survey, chosen: readonly Convention[] = []): Proposal {
  const imports = proposeImports(survey);
  const content = contentOf(survey, imports);
  return {
    found: describe(survey),
    imports,
    ...(Object.keys(content).length > 0 && { configuration: textOf(content, chosen) }),
    hasService: "service" in content,
    additions: Object.keys(content).length > 0 ? proposeAdditions(survey) : [],
    advice: proposeAdvice(survey),
  };
}

function proposeImports({ openapi, discovery, definitions }: Survey): readonly ProposedImport[] {
  return [
    ...(openapi.length > 0 ? [{ command: "openapi" as const, files: openapi, output: "restraint.openapi.yaml" }] : []),
    ...(discovery.length > 0
      ? [{ command: "discovery" as const, files: discovery, output: "restraint.discovery.yaml" }]
      : []),
    ...(definitions.length > 0 ? [{ command: "crd" as const, files: definitions, output: "restraint.crds.yaml" }] : []),
  ];
}

function usesGithub({ packages, appManifest, hosts }: Survey): boolean {
  const isClient = [...packages.names].some((name) => /^(?:@?octokit(?:\/|$)|probot$|@actions\/github$)/u.test(name));
  return isClient || appManifest !== undefined || hosts.has("api.github.com");
}

function usesGoogle({ packages, hosts }: Survey): boolean {
  const isClient = [...packages.names].some((name) => name === "googleapis" || name.startsWith("@googleapis/"));
  return isClient || googleHosts(hosts).length > 0;
}

function googleHosts(hosts: Survey["hosts"]): readonly string[] {
  return [...hosts.keys()].filter((host) => host.endsWith(".googleapis.com")).sort();
}

function contentOf(survey: Survey, imports: readonly ProposedImport[]): Readonly<Record<string, unknown>> {
  const service = serviceOf(survey);
  const groups = groupsOf(survey);
  return {
    ...(service && { service }),
    ...(imports.length > 0 && { contract: imports.map(({ output }) => output) }),
    ...(groups && { groups }),
    ...(usesGithub(survey) && survey.openapi.length === 0 && { aliases: { automation: "actions" } }),
  };
}

/**
 * Proposes the service's base URLs. A description already names its own servers, so only other called addresses are
 * proposed.
 */
function serviceOf(survey: Survey): Readonly<Record<string, unknown>> | undefined {
  const { described, called = new Map<string, ReadonlySet<string>>() } = survey;
  if (described) {
    const bases = proposeBases(called, described);
    return bases.length === 0 ? undefined : { baseUrls: bases };
  }
  if (survey.discovery.length > 0) return undefined;
  const hosts = googleHosts(survey.hosts);
  const google = usesGoogle(survey) ? (hosts.length > 0 ? hosts : ["www.googleapis.com"]).map(addressOf) : [];
  const own = proposeBases(called, undefined);
  const settings = own.length > 0 || google.length > 0 ? [] : survey.settings.map((name) => `\${${name}}`);
  const bases = [...new Set([...google, ...(own.length > 0 ? own : namedHosts(survey)), ...settings])];
  if (bases.length === 0) return undefined;
  return google.length > 0 ? { baseUrls: bases, wrapped: false } : { baseUrls: bases };
}

function addressOf(host: string): string {
  return `https://${host}`;
}

/** Hosts that occur in strings of the code, used if no call shows an address. Known public services are left out. */
function namedHosts({ hosts }: Survey): readonly string[] {
  return [...hosts.keys()]
    .filter((host) => findPublicApi(host) === undefined)
    .sort()
    .map(addressOf);
}

const groupKeys: Readonly<Record<string, string>> = {
  Database: "a",
  Table: "a",
  Application: "b",
  Function: "b",
  InvokeFunction: "b",
};

function groupsOf({ builtinKinds }: Survey): Readonly<Record<string, unknown>> | undefined {
  const groups = [...builtinKinds].flatMap(([kind, version]) => {
    const key = groupKeys[kind];
    return key === undefined ? [] : [[key, { name: version.slice(0, version.lastIndexOf("/")) }] as const];
  });
  return groups.length === 0 ? undefined : Object.fromEntries(groups);
}

const page = "https://unpkg.com/eslint-plugin-restraint/docs/configuration.md";

function textOf(content: Readonly<Record<string, unknown>>, chosen: readonly Convention[]): string {
  const text = stringify(content, { lineWidth: 0 });
  const asked = "service" in content ? text.replace(/^service:\n/mu, `service:\n${conventionLines(chosen)}`) : text;
  return `# What Restraint checks, and under which contract. All keys: ${page}\n${asked}`;
}

function describe(survey: Survey): readonly string[] {
  const { openapi, discovery, definitions, hosts, settings, builtinKinds, appManifest, files } = survey;
  const list = (names: readonly string[]): string => someOf(names, 3);
  const addresses = proposeBases(survey.called ?? new Map<string, ReadonlySet<string>>(), undefined);
  const line = (count: number, text: string): readonly string[] => (count === 0 ? [] : [text]);
  return [
    `${files.code} files of code, ${files.data} of YAML and JSON.`,
    ...line(openapi.length, `OpenAPI descriptions: ${list(openapi)}.`),
    ...line(discovery.length, `Discovery documents: ${list(discovery)}.`),
    ...line(definitions.length, `Custom resource definitions: ${list(definitions)}.`),
    ...line(addresses.length, `Addresses that the code calls: ${list(addresses)}.`),
    ...line(addresses.length === 0 ? hosts.size : 0, `Hosts in the code: ${list([...hosts.keys()].sort())}.`),
    ...line(settings.length, `Addresses from the environment: ${list(settings)}.`),
    ...line(
      builtinKinds.size,
      `Manifests: ${list([...builtinKinds].map(([kind, version]) => `${kind} of ${version}`))}.`,
    ),
    ...(appManifest === undefined ? [] : [`A GitHub App: ${appManifest}.`]),
    ...line(Number(usesGithub(survey) && appManifest === undefined), "Calls of GitHub."),
    ...line(Number(usesGoogle(survey)), "Calls of Google's services."),
  ];
}

function proposeAdditions(survey: Survey): Proposal["additions"] {
  const { packages, hasTypeScript, hooks } = survey;
  const additions: { file: string; lines: readonly string[] }[] = [...proposeEslint(survey)];
  if (hasTypeScript && loadsPlugins(packages))
    additions.push({
      file: "tsconfig.json",
      lines: ['"compilerOptions": { "plugins": [{ "name": "eslint-plugin-restraint/tsserver" }] }'],
    });
  if (hooks === ".pre-commit-config.yaml")
    additions.push({
      file: hooks,
      lines: [
        "- repo: local",
        "  hooks:",
        "    - { id: restraint, name: restraint, entry: npx restraint check, language: system, require_serial: true }",
      ],
    });
  else if (hooks?.startsWith("lefthook") === true)
    additions.push({
      file: hooks,
      lines: ["pre-commit: { commands: { restraint: { run: npx restraint check {staged_files} } } }"],
    });
  else if (packages.names.has("lint-staged"))
    additions.push({
      file: "package.json",
      lines: ['"lint-staged": { "*.{ts,js,yaml,yml,json}": "restraint check" }'],
    });
  else if (hooks === ".husky") additions.push({ file: ".husky/pre-commit", lines: ["npx restraint check"] });
  return additions.filter(({ file }) => !survey.configured.has(file));
}

/** ESLint has `defineConfig` since 9.22. For earlier or unknown versions, the proposal exports a plain array. */
function proposeEslint({ eslintConfiguration, packages }: Survey): Proposal["additions"] {
  const { eslint, isModule, names } = packages;
  if (eslintConfiguration === undefined && !names.has("eslint")) return [];
  if (eslint !== undefined && !isAtLeast(eslint, oldestEslint, 0)) return [];
  const file = eslintConfiguration ?? "eslint.config.mjs";
  const isCommon = /\.c[jt]s$/u.test(file) || (file.endsWith(".js") && !isModule);
  const importing = (what: string, from: string): string =>
    isCommon ? `const ${what} = require("${from}");` : `import ${what} from "${from}";`;
  const exporting = isCommon ? "module.exports =" : "export default";
  const rest = "/* , and what is there already */";
  if (eslint === undefined || !isAtLeast(eslint, 9, 22))
    return [
      {
        file,
        lines: [
          importing("restraint", "eslint-plugin-restraint"),
          `${exporting} [...restraint.configs.recommended ${rest}];`,
        ],
      },
    ];
  return [
    {
      file,
      lines: [
        importing("restraint", "eslint-plugin-restraint"),
        importing("{ defineConfig }", "eslint/config"),
        `${exporting} defineConfig(restraint.configs.recommended ${rest});`,
      ],
    },
  ];
}

/** The first major version with flat configuration. */
const oldestEslint = 9;

/** Whether TypeScript's server loads plugins. That of TypeScript 7 is a separate program, which does not. */
function loadsPlugins({ typescript }: Survey["packages"]): boolean {
  return typescript === undefined || !isAtLeast(typescript, 7, 0);
}

/** Advice on tool versions and on the code that cannot be written into a file. */
function adviseOnTools({ packages, hasTypeScript, wrappers }: Survey): readonly string[] {
  const { eslint } = packages;
  const [most] = wrappers ?? [];
  const isOld = eslint !== undefined && !isAtLeast(eslint, oldestEslint, 0);
  return [
    ...(isOld
      ? [
          `ESLint ${eslint.join(".")} has no flat configuration: the plugin needs 9.7 or later, \`restraint check\` needs none.`,
        ]
      : []),
    ...(hasTypeScript && !loadsPlugins(packages)
      ? ["The server of TypeScript 7 loads no plugins: editors run `restraint lsp --stdio` beside it."]
      : []),
    ...(most === undefined
      ? []
      : [
          `\`${most.callee}\` looks as if it sent requests (${most.count} calls, ${most.example.file}:${most.example.line}), and is not understood: \`restraint requests --suggest\` prints \`clients:\` for it.`,
        ]),
  ];
}

/** Addresses of discovery documents, by the scheme of Google's list of services. */
function discoveryOf({ googleServices }: Survey): string {
  const address = (service: string): string => `https://www.googleapis.com/discovery/v1/apis/${service}/rest`;
  const named = googleServices.slice(0, 3).map(address);
  return named.length > 0 ? named.join(", ") : `${address("SERVICE/VERSION")} for each`;
}

/** A token's type does not follow from its name, so the user must state it. */
function adviseOnTokens(survey: Survey): readonly string[] {
  const { tokens } = survey;
  if (tokens.length === 0 || !usesGithub(survey)) return [];
  const named = tokens.slice(0, 3).join(", ");
  return [
    `Tokens in the code: ${named}. \`tokens\` of the configuration says which are a user's (UAT) and which an installation's (IAT): \`tokens: { IAT: [${tokens[0] ?? ""}] }\`.`,
  ];
}

function proposeAdvice(survey: Survey): readonly string[] {
  const google = usesGoogle(survey) && survey.discovery.length === 0;
  return [
    ...(usesGithub(survey)
      ? [
          "GitHub publishes the permissions of its endpoints: `restraint import github-permissions --help` says where. With them, permissions and token types are those of today.",
          ...(survey.appManifest === undefined
            ? []
            : [`\`restraint permissions\` compares what the code needs with what ${survey.appManifest} grants.`]),
        ]
      : []),
    ...(google
      ? [
          `Google publishes a description of each service: save ${discoveryOf(survey)}, and run \`restraint import discovery\`.`,
        ]
      : []),
    ...adviseOnTokens(survey),
    ...adviseOnTools(survey),
  ];
}
