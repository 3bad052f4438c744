import { existsSync, statSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import type TS from "typescript";
import type { Sources } from "../../../project/sources";
import type { AskedFiles } from "./asked";
import { OptionsReader } from "./compiler-options";
import { DeclaredMembers } from "./declared-members";
import { Dependencies } from "./dependencies";
import { sourceOfOutput } from "./outputs";
import { readPackageFile } from "./package-file";
import { ParsedFiles } from "./parsed-files";
import { Rest } from "./rest";
import { entryCandidates, type WorkspacePackage, Workspaces } from "./workspace";
import { readerOf } from "../typescript/reader";

/**
 * The source files of one repository, found by TypeScript's own module resolution and by parsing alone, so that imports
 * are followed without a type checker. Reads nothing outside of the repository, and in `node_modules` only what a
 * client library asks for.
 */
export class SourceFiles implements Sources {
  readonly #ts: typeof TS;
  readonly #root: string;
  readonly asked: AskedFiles | undefined;
  readonly #files: ParsedFiles;
  readonly #members: DeclaredMembers;
  #reader: OptionsReader;
  #dependencies: Dependencies;
  #caches = new Map<TS.CompilerOptions, TS.ModuleResolutionCache>();
  #paths = new Map<string, string | undefined>();
  /** By package and subpath. */
  #inWorkspace = new Map<string, string | undefined>();
  #workspaces: Workspaces;
  #packageTexts = new Map<string, string | undefined>();
  readonly #rest = new Rest();
  #version = {};

  /**
   * @param root the repository's folder, absolute.
   * @param asked records questions about the files.
   */
  constructor(ts: typeof TS, root: string, asked?: AskedFiles) {
    this.#ts = ts;
    this.#root = root;
    this.asked = asked;
    this.#files = new ParsedFiles(ts, root);
    this.#members = new DeclaredMembers(root);
    this.#reader = new OptionsReader(ts, root, asked);
    this.#dependencies = new Dependencies(root);
    this.#workspaces = new Workspaces(root);
  }

  /** See {@link Sources.find}. Never throws. */
  find(from: string, specifier: string): string | undefined {
    const key = `${dirname(from)}\0${specifier}`;
    if (!this.#paths.has(key)) this.#paths.set(key, this.#resolve(from, specifier));
    return this.#paths.get(key);
  }

  /** See {@link Sources.declaring}. Never throws. */
  declaring(member: string): readonly string[] {
    const files = this.#members.of(member);
    this.asked?.member(member, files);
    return files;
  }

  /** See {@link Sources.declared}. Never throws. */
  declared(_: string, members: readonly string[]): ReadonlyMap<string, readonly string[]> {
    return new Map(
      members.flatMap((member) => {
        const files = this.declaring(member);
        return files.length > 0 ? [[member, files] as const] : [];
      }),
    );
  }

  /** See {@link Sources.file}. Never throws. */
  file(name: string): TS.SourceFile | undefined {
    return this.#files.get(name);
  }

  /** See {@link ParsedFiles.adopt}. Never throws. */
  adopt(path: string, tree: TS.SourceFile): TS.SourceFile {
    return this.#files.adopt(path, tree);
  }

  /** See {@link Sources.text}. Never throws. */
  text(name: string): string | undefined {
    return this.#files.textOf(name);
  }

  /** See {@link Sources.all}. Never throws. */
  all(): readonly string[] {
    return this.#members.files;
  }

  /** See {@link Sources.packageText}. Never throws. */
  packageText(from: string, path: string): string | undefined {
    const key = `${dirname(from)}\0${path}`;
    if (!this.#packageTexts.has(key)) this.#packageTexts.set(key, readPackageFile(this.#root, from, path));
    const text = this.#packageTexts.get(key);
    this.asked?.package(dirname(from), path, text);
    return text;
  }

  /**
   * Drops data that may have changed. Must be called before a file is analysed.
   *
   * @returns the same object as long as nothing was dropped.
   */
  refresh(): object {
    if (this.#rest.hasPassed()) {
      this.asked?.forget();
      this.#reader = new OptionsReader(this.#ts, this.#root, this.asked);
      this.#dependencies = new Dependencies(this.#root);
      this.#caches = new Map();
      this.#paths = new Map();
      this.#inWorkspace = new Map();
      this.#workspaces = new Workspaces(this.#root);
      this.#members.refresh();
      this.#packageTexts = new Map();
      this.#version = {};
    }
    return this.#version;
  }

  #resolve(from: string, text: string): string | undefined {
    if (text.startsWith("node:") || /\.(?:json|css|s[ac]ss|less|svg|png|jpe?g|wasm|html|graphql)$/u.test(text))
      return undefined;
    const resolved = this.#byCompiler(text, from) ?? this.#byAlias(text, from);
    if (resolved !== undefined) return this.#toSource(resolved);
    return text.startsWith(".") ? this.#unbuilt(from, text) : this.#byWorkspace(from, text);
  }

  #byCompiler(text: string, from: string): string | undefined {
    const ts = this.#ts;
    const { options } = this.#reader.of(dirname(from));
    let cache = this.#caches.get(options);
    if (!cache) {
      cache = ts.createModuleResolutionCache(this.#root, (name) => name, options);
      this.#caches.set(options, cache);
    }
    const host: TS.ModuleResolutionHost = {
      // `x.vue` counts as `x.vue.ts`, because the compiler recognises only its own endings.
      fileExists: (path) => this.#exists(componentOf(path) ?? path),
      readFile: (path) => (this.#isInside(path) ? this.#read(path) : undefined),
      directoryExists: (path) => (this.#isInside(path) || this.#root.startsWith(path)) && this.#isFolder(path),
      realpath: (path) => this.#real(path),
    };
    const found = ts.resolveModuleName(text, from, options, host, cache).resolvedModule?.resolvedFileName;
    return found === undefined ? undefined : (componentOf(found) ?? found);
  }

  /**
   * Resolves aliases without configuration. By convention, `@/x` and `~/x` are in the package's source folder, and
   * `$lib` is SvelteKit's. A bare `x` that is not a package may be in a folder that the bundler searches, or, with the
   * ending of a script, beside the file. An alias counts only if the file exists.
   */
  #byAlias(text: string, from: string): string | undefined {
    const [, marked] = /^(?:[@~]\/|\$(?=lib\/))(.+)$/u.exec(text) ?? [];
    const [bare, first = "", ending] =
      marked === undefined ? (/^([\w-]+(\.[cm]?[jt]sx?)?)(?:\/[^:]*)?$/u.exec(text) ?? []) : [];
    const rest = marked ?? bare;
    const home = rest === undefined ? undefined : this.#packageFolder(dirname(from));
    if (rest === undefined || home === undefined) return undefined;
    if (bare !== undefined && this.#dependencies.isPackage(home, first)) return undefined;
    const index = join(home, "index.js");
    const found = this.#byCompiler(`./src/${rest}`, index) ?? this.#byCompiler(`./${rest}`, index);
    return found ?? (ending === undefined ? undefined : this.#byCompiler(`./${rest}`, from));
  }

  #packageFolder(folder: string): string | undefined {
    for (let current = folder; this.#isInside(current) || current === this.#root; current = dirname(current))
      if (existsSync(join(current, "package.json"))) return current;
    return undefined;
  }

  #read(path: string): string | undefined {
    const text = readerOf(this.#ts)(path);
    this.asked?.read(path, text);
    return text;
  }

  #isFolder(path: string): boolean {
    const exists = this.#ts.sys.directoryExists(path);
    this.asked?.folder(path, exists);
    return exists;
  }

  #real(path: string): string {
    const real = this.#ts.sys.realpath?.(path) ?? path;
    this.asked?.real(path, real);
    return real;
  }

  /** Resolves an import of a build output that does not exist yet: `./dist/client.js`. */
  #unbuilt(from: string, text: string): string | undefined {
    return sourceOfOutput(join(dirname(from), text), this.#reader, (path) => this.#exists(path));
  }

  #byWorkspace(from: string, text: string): string | undefined {
    const [, name = "", subpath = "."] = /^((?:@[^/]+\/)?[^/]+)(?:\/(.+))?$/u.exec(text) ?? [];
    const found = this.#workspaces.find(name, dirname(from));
    if (!found) return undefined;
    const key = `${found.folder}\0${subpath}`;
    if (!this.#inWorkspace.has(key)) this.#inWorkspace.set(key, this.#entryOf(found, subpath));
    return this.#inWorkspace.get(key);
  }

  #entryOf(found: WorkspacePackage, subpath: string): string | undefined {
    for (const candidate of entryCandidates(found, subpath)) {
      const exact = /\.[cm]?[jt]sx?$/u.test(candidate) && this.#exists(candidate) ? candidate : undefined;
      const source =
        sourceOfOutput(candidate, this.#reader, (path) => this.#exists(path)) ??
        (exact !== undefined && !/\.d\.[cm]?ts$/u.test(exact) ? exact : undefined) ??
        this.#byCompiler(candidate, join(found.folder, "index.js"));
      if (source !== undefined && this.#isInside(source)) return this.#toSource(source);
    }
    return undefined;
  }

  /** @returns the file itself, or the source of a declaration file; `undefined` for files of packages. */
  #toSource(path: string): string | undefined {
    if (!this.#isInside(path) || path.includes("/node_modules/") || path.endsWith(".json")) return undefined;
    if (!/\.d\.[cm]?ts$/u.test(path)) return path;
    return sourceOfOutput(path, this.#reader, (each) => this.#exists(each));
  }

  #exists(path: string): boolean {
    if (!this.#isInside(path)) return false;
    const exists = statSync(path, { throwIfNoEntry: false })?.isFile() === true;
    this.asked?.exists(path, exists);
    return exists;
  }

  #isInside(path: string): boolean {
    return path.startsWith(this.#root + sep) || path.startsWith(`${this.#root}/`);
  }
}

/** @returns the component's file name without the script's ending. */
function componentOf(path: string): string | undefined {
  return /^(.+\.(?:vue|svelte))\.[jt]s$/u.exec(path)?.[1];
}
