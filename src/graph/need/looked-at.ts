import type TS from "typescript";
import type { GraphFile, SolvedCall } from "../flow/solved";

/** The files that are looked at. */
export interface LookedAt {
  readonly names: ReadonlySet<string>;
  /** Whether objects count that a file declares, as they may be resources of the contract. */
  readonly declares?: ((file: TS.SourceFile) => boolean) | undefined;
}

/** Which functions count, and how. */
export interface NeedInput {
  /** The functions that lead to a request. */
  readonly leading: ReadonlySet<number>;
  /** Whether a function is an entry point, so that its own requests are told. */
  readonly isLookedAt: (code: number) => boolean;
  /** Whether a function is written where code leads that is looked at: what others send is not told. */
  readonly isReached: (code: number) => boolean;
  /** Whether the objects count that a function makes with a `kind`. */
  readonly isDeclaring: (code: number) => boolean;
}

type Files = ReadonlyMap<string, GraphFile>;

/** What is known of a graph when its need is worked out. */
export interface LookedAtGraph {
  readonly looked: LookedAt | undefined;
  readonly files: Files;
  readonly leading: ReadonlySet<number>;
  readonly fileOf: (code: number) => GraphFile | undefined;
  readonly callsIn: (file: TS.SourceFile) => readonly SolvedCall[];
}

/** @returns which functions count: those that are looked at, those to which they lead, and those that declare resources. */
export function needInputFor({ looked, files, leading, fileOf, callsIn }: LookedAtGraph): NeedInput {
  const isLookedAt = lookedAtIn(looked, files, fileOf);
  const reached =
    looked &&
    closure(files, looked.names, function* ({ file, imports }) {
      yield* imports;
      for (const { callees } of callsIn(file)) for (const each of callees) yield fileOf(each);
    });
  const declaring = new Map<GraphFile, boolean>();
  const isDeclaring = (code: number): boolean => {
    const known = fileOf(code);
    if (!known || !looked?.declares || !isLookedAt(code)) return false;
    const before = declaring.get(known);
    if (before !== undefined) return before;
    const declares = looked.declares(known.file);
    declaring.set(known, declares);
    return declares;
  };
  return { leading, isLookedAt, isReached: (code) => !reached || reached.has(fileOf(code)), isDeclaring };
}

function lookedAtIn(
  looked: LookedAt | undefined,
  files: Files,
  fileOf: LookedAtGraph["fileOf"],
): NeedInput["isLookedAt"] {
  if (!looked) return () => true;
  const found = new Set([...looked.names].map((name) => files.get(name)));
  found.delete(undefined);
  return (code) => found.has(fileOf(code));
}

/**
 * @returns the files whose objects may be handed to code that is looked at: those that it imports, and those beside it, which a container or the
 *   start of the program may bring together. Nothing if all files are looked at.
 */
export function filesNear(looked: LookedAt | undefined, files: Files): ReadonlySet<GraphFile | undefined> | undefined {
  if (!looked) return undefined;
  const found = new Set(closure(files, looked.names, ({ imports }) => imports));
  const folder = commonFolder(looked.names);
  for (const [name, file] of files) if (name.startsWith(folder)) found.add(file);
  return found;
}

/** @returns the folder, with a slash at its end, in which all files are. */
function commonFolder(names: Iterable<string>): string {
  const [first = "", ...others] = names;
  let length = first.lastIndexOf("/") + 1;
  for (const name of others)
    while (length > 0 && !name.startsWith(first.slice(0, length)))
      length = first.slice(0, length - 1).lastIndexOf("/") + 1;
  return first.slice(0, length);
}

function closure(
  files: Files,
  names: Iterable<string>,
  next: (file: GraphFile) => Iterable<GraphFile | undefined>,
): ReadonlySet<GraphFile | undefined> {
  const found = new Set<GraphFile>();
  const waiting = [...names].flatMap((name) => files.get(name) ?? []);
  for (let file = waiting.pop(); file; file = waiting.pop()) {
    if (found.has(file)) continue;
    found.add(file);
    for (const each of next(file)) if (each && !found.has(each)) waiting.push(each);
  }
  return found;
}
