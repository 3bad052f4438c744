import type TS from "typescript";
import type { Native, TypeOrigin } from "../../clients/native";
import type { Range } from "../../text/range";
import type { Way } from "../drafts/hooks/elsewhere";

/**
 * A client library: the names by which files use it, and the native for each name.
 *
 * `words.ts` derives from these names the words for which files are analysed, so every client here is found.
 */
export interface Client {
  /** The name of the client's file. */
  readonly name: string;
  /** Set if the client sends no requests itself but passes clients through. Its name alone does not select a file for analysis. */
  readonly quiet?: true;
  /** Natives of globals that are not shadowed: `fetch`. */
  readonly globals?: Makers;
  /** Namespace natives by module specifier. `@scope/*` matches all packages of a scope. */
  readonly modules?: Makers;
  /** Declared types, which identify parameters and fields whose value is unknown. */
  readonly types?: readonly ClientType[];
  /** @returns the native of the first parameter that a framework passes to a function, which it finds by name and file. */
  readonly handed?: (ts: typeof TS, node: TS.FunctionLikeDeclaration) => Native | undefined;
  /**
   * Names of variables and members that are used for nothing else, alone (`octokit`) or with their owner (`$.ajax`). They match anywhere in a dotted
   * expression.
   */
  readonly names?: Readonly<Record<string, (expression: string, context: ClientContext) => Native | undefined>>;
}

/** Services of the host that a client may need during one analysis. */
export interface ClientContext {
  /** The TypeScript that parsed the syntax trees. */
  readonly ts: typeof TS;
  /** @returns the text of a file in a package resolved from the file `from`. Some clients list their methods only there. */
  packageText(from: string, path: string): string | undefined;
  /**
   * @returns the header fields, in lower case, that importing files may add to an axios client that a call creates; `any` if unknown, `undefined` if no file
   * sets defaults or adds interceptors.
   */
  fieldsAddedTo(made: TS.Node): ReadonlySet<string> | "any" | undefined;
  /**
   * Whether a file of the project may set hooks that write request bodies.
   *
   * @param made the file that creates an axios instance; absent for the global instance.
   * @param known hooks to ignore because their writes are known.
   */
  writesBodies(way: Way, made?: TS.SourceFile, known?: ReadonlySet<TS.Node>): boolean;
  /**
   * @returns the header fields, in lower case, that a file's interceptors may write to axios requests; `any` if unknown.
   *
   * @param made the call that creates the client; absent for the global instance.
   */
  interceptorFields(file: TS.SourceFile, made?: TS.Node): ReadonlySet<string> | "any";
  /** Whether another file may add header fields to all jQuery requests. */
  setsHeaders(): boolean;
}

/** Creates the native of a name, once per program. All files share the native, so what is learned about an instance is kept in `Learned`. */
export type Maker = (context: ClientContext, name: string) => Native | undefined;

export type Makers = Readonly<Record<string, Maker>>;

export interface ClientType {
  readonly names: readonly string[];
  /** The declaring packages, where `@scope/*` and `name-*` match several; absent: any package. */
  readonly packages?: readonly string[];
  /** The type counts only if its package is known, because other libraries use the name too. */
  readonly needsPackage?: true;
  readonly make: (context: ClientContext, name: string, from: TypeOrigin) => Native | undefined;
}

/** Whether a name matches a pattern. A trailing `*` matches anything. */
export function fits(pattern: string, name: string): boolean {
  return pattern.endsWith("*") ? name.startsWith(pattern.slice(0, -1)) : name === pattern;
}

const fileOfPackage = /^((?:@[^/]+\/)?[^/.][^/]*\/.+)\.js$/u;

/** @returns a module specifier without the `node:` scheme, and without `.js` after a path within a package. */
export function moduleName(specifier: string): string {
  return specifier.replace(/^node:/, "").replace(fileOfPackage, "$1");
}

/** The range of natives found by declared type or name. The engine replaces it by the range of their use. */
export const nowhere: Range = { start: 0, end: 0 };
