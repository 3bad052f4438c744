import type TS from "typescript";
import type { Native } from "../../evaluator/models/native";
import type { Range } from "../../text/range";

/**
 * A client library: by what names a file gets hold of it, and what stands behind each of them.
 *
 * The words by which a file is found worth looking at are taken from these names (`words.ts`), so that a client cannot be known and yet never looked for.
 */
export interface Client {
  /** As its file is called. */
  readonly name: string;
  /** Nothing of it sends by itself: it hands on what it is given, and no file is looked at for its sake. */
  readonly quiet?: true;
  /** Globals that are not shadowed: `fetch`. */
  readonly globals?: Makers;
  /** Module specifiers, each with the module's namespace; `@scope/*` stands for all packages of a scope. */
  readonly modules?: Makers;
  /** Declared types, for parameters and fields of which nothing else is known. */
  readonly types?: readonly ClientType[];
  /** Names of variables and members that nobody gives to anything else (`octokit`), or one with the name before it (`$.ajax`); anywhere in a dotted expression. */
  readonly names?: Readonly<Record<string, (expression: string) => Native | undefined>>;
}

/** What a client may need of the host, for one analysis. */
export interface ClientContext {
  /** The TypeScript that made the trees. */
  readonly ts: typeof TS;
  /** A file of an installed package, as the file `from` would find it: for clients whose methods stand in their package alone. */
  packageText(from: string, path: string): string | undefined;
}

/** Makes what a name stands for, once per analysis: natives keep what they learn of an instance. */
export type Maker = (context: ClientContext, name: string) => Native | undefined;

export type Makers = Readonly<Record<string, Maker>>;

export interface ClientType {
  readonly names: readonly string[];
  /** The packages that declare it, `@scope/*` and `name-*` for several; absent: any. */
  readonly packages?: readonly string[];
  /** Only where the package is known: others give the name to other things. */
  readonly needsPackage?: true;
  readonly make: Maker;
}

/** Whether a name is one of a pattern, in which a `*` at the end stands for anything. */
export function fits(pattern: string, name: string): boolean {
  return pattern.endsWith("*") ? name.startsWith(pattern.slice(0, -1)) : name === pattern;
}

/** @returns a module specifier without the scheme of Node's own modules. */
export function withoutScheme(specifier: string): string {
  return specifier.replace(/^node:/, "");
}

/** The place of what a declared type or a name brings in: it takes the place of its user. */
export const nowhere: Range = { start: 0, end: 0 };
