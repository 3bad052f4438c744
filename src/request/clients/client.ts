import type TS from "typescript";
import type { Native, TypeOrigin } from "../../clients/native";
import type { Range } from "../../text/range";
import type { Way } from "../drafts/hooks/elsewhere";

/**
 * A client library: the names by which files use it, and the native behind each name.
 *
 * The words that make a file worth looking at are derived from these names (`words.ts`), so no client that is known here can be overlooked.
 */
export interface Client {
  /** As its file is called. */
  readonly name: string;
  /** It sends nothing by itself, but passes clients on: its name alone makes no file worth looking at. */
  readonly quiet?: true;
  /** Globals that are not shadowed: `fetch`. */
  readonly globals?: Makers;
  /** Module specifiers, each with the module's namespace; `@scope/*` stands for all packages of a scope. */
  readonly modules?: Makers;
  /** Declared types, for parameters and fields that are otherwise unknown. */
  readonly types?: readonly ClientType[];
  /** The first parameter that a framework passes to a function which it finds by name and file. */
  readonly handed?: (ts: typeof TS, node: TS.FunctionLikeDeclaration) => Native | undefined;
  /**
   * Names of variables and members that nobody gives to anything else (`octokit`), alone or with the name before (`$.ajax`), anywhere in a
   * dotted expression.
   */
  readonly names?: Readonly<Record<string, (expression: string, context: ClientContext) => Native | undefined>>;
}

/** The parts of the host that a client may need, for one analysis. */
export interface ClientContext {
  /** The TypeScript of the syntax trees. */
  readonly ts: typeof TS;
  /** A file of an installed package, as resolved from the file `from`: some clients list their methods only there. */
  packageText(from: string, path: string): string | undefined;
  /**
   * The header fields that files of the project which import another may add to a client of axios that a call there makes, in small letters; `any` where that
   * is not known. Absent: no file sets defaults or adds interceptors.
   */
  fieldsAddedTo(made: TS.Node): ReadonlySet<string> | "any" | undefined;
  /**
   * Whether a file of the project may set hooks that write the bodies of requests.
   *
   * @param made the file that creates an instance of axios; absent for what the whole program shares.
   * @param known hooks that count for nothing, as it is known what they write.
   */
  writesBodies(way: Way, made?: TS.SourceFile, known?: ReadonlySet<TS.Node>): boolean;
  /**
   * The header fields that interceptors which a file sets may write to requests of axios, in small letters; `any` where that is not known.
   *
   * @param made the call that makes the client; absent: it is what the whole program shares.
   */
  interceptorFields(file: TS.SourceFile, made?: TS.Node): ReadonlySet<string> | "any";
  /** Whether another file may have jQuery add header fields to all requests. */
  setsHeaders(): boolean;
}

/** Makes the native of a name, once per program. All files share it, so what it learns about an instance is kept in `Learned`. */
export type Maker = (context: ClientContext, name: string) => Native | undefined;

export type Makers = Readonly<Record<string, Maker>>;

export interface ClientType {
  readonly names: readonly string[];
  /** The packages that declare it, `@scope/*` and `name-*` for several; absent: any. */
  readonly packages?: readonly string[];
  /** Counts only if the package is known, as others use the name for other things. */
  readonly needsPackage?: true;
  readonly make: (context: ClientContext, name: string, from: TypeOrigin) => Native | undefined;
}

/** Whether a name matches a pattern, in which a `*` at the end stands for anything. */
export function fits(pattern: string, name: string): boolean {
  return pattern.endsWith("*") ? name.startsWith(pattern.slice(0, -1)) : name === pattern;
}

const fileOfPackage = /^((?:@[^/]+\/)?[^/.][^/]*\/.+)\.js$/u;

/** @returns the name of a module, without the scheme of Node's own and without `.js` behind a path within a package. */
export function moduleName(specifier: string): string {
  return specifier.replace(/^node:/, "").replace(fileOfPackage, "$1");
}

/** The range of a native that a declared type or a name gives. It takes the range of its use. */
export const nowhere: Range = { start: 0, end: 0 };
