import { createHash } from "node:crypto";
import { statSync } from "node:fs";
import { findCycles } from "../../../text/cycles";
import { mostBytes, readRegularFile } from "../../../files/read";
import { digest } from "./digest";
import type { Answers } from "./program-questions";

/** The part of a file on which the types of other files depend. */
export interface Node {
  /** Digest of its bytes. */
  readonly content: string;
  readonly answers: Answers;
}

export type Nodes = ReadonlyMap<string, Node>;

/** Digests of files' bytes. Each file is read once in a run. */
export class Contents {
  readonly #known = new Map<string, string>();
  readonly #started = Date.now();

  /** @returns the digest of a file; a fixed one if it cannot be read. */
  of(path: string): string {
    const known = this.#known.get(path);
    if (known !== undefined) return known;
    const made = this.#make(path);
    this.#known.set(path, made);
    return made;
  }

  #make(path: string): string {
    const changed = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    // The analysis may have read an earlier text of a file that was written during the run.
    if (changed >= this.#started) return `changing at ${this.#started}`;
    try {
      return createHash("sha256").update(readRegularFile(path, mostBytes.data)).digest("base64url");
    } catch {
      return "unreadable";
    }
  }
}

/**
 * Computes a digest for each file that changes with the file and with all its direct and indirect dependencies.
 *
 * The files of a cycle share one digest. Each digest is computed from those of the direct dependencies, so the work is
 * linear.
 *
 * @param starts the files to begin with; the result also contains all files reachable from them.
 * @param contents digests of the files without a node: they depend on no others.
 */
export function deepDigests(
  nodes: Nodes,
  starts: Iterable<string>,
  contents: Pick<Contents, "of">,
): ReadonlyMap<string, string> {
  const made = new Map<string, string>();
  const targets = (name: string): readonly string[] => targetsOf(nodes.get(name));
  for (const start of starts) {
    if (made.has(start)) continue;
    for (const group of findCycles(start, targets, (name) => made.has(name))) {
      const own = [...group].sort().flatMap((name) => [name, ...ownParts(nodes.get(name), name, contents)]);
      const inner = new Set(group);
      const outer = new Set(group.flatMap(targets).filter((name) => !inner.has(name)));
      const value = digest([...own, ...[...outer].sort().map((name) => made.get(name) ?? "")]);
      for (const name of group) made.set(name, value);
    }
  }
  return made;
}

function targetsOf(node: Node | undefined): readonly string[] {
  return node ? Object.values(node.answers).flat() : [];
}

function ownParts(node: Node | undefined, name: string, contents: Pick<Contents, "of">): readonly string[] {
  if (!node) return [contents.of(name)];
  const questions = Object.keys(node.answers).sort();
  return [node.content, ...questions.flatMap((question) => [question, JSON.stringify(node.answers[question])])];
}
