import type { Sources } from "../../../project/sources";
import { digest } from "./digest";

/** What was asked on behalf of one file, and the answers: paths of files, or texts that stand for something else. */
export type Answers = Readonly<Record<string, readonly string[]>>;

/**
 * What a run asks of the file system, by the file for which it asks: a file's result depends on the answers, on the content of the files that
 * they name, and on what is asked for those.
 *
 * Questions are kept by the file that imports, not by the one under analysis: what the first file makes the run find out, the next takes over.
 */
export class Trail {
  readonly #answers = new Map<string, Record<string, readonly string[]>>();
  /** The file under analysis, for questions that no import asks. */
  #current = "";

  /** From now on questions that come from no import are those of this file. */
  enter(file: string): void {
    this.#current = file;
  }

  /** A file counts even if nothing is asked for it. */
  add(file: string): void {
    if (!this.#answers.has(file)) this.#answers.set(file, {});
  }

  note(file: string, question: string, answer: readonly string[]): void {
    const known = this.#answers.get(file);
    if (known) known[question] = answer;
    else this.#answers.set(file, { [question]: answer });
  }

  /** @returns what was asked so far. */
  get answers(): ReadonlyMap<string, Answers> {
    return this.#answers;
  }

  /** @returns the same sources; what they answer is noted. */
  follow(sources: Sources): Sources {
    return {
      find: (from, specifier) => {
        const found = sources.find(from, specifier);
        this.note(fileOf(from), `find ${specifier}`, listOf(found));
        return found;
      },
      file: (name) => sources.file(name),
      declaring: (member) => {
        const found = sources.declaring?.(member) ?? [];
        this.note(this.#current, `declaring ${member}`, found);
        return found;
      },
      declared: (from, members) => {
        const found = sources.declared?.(from, members) ?? new Map<string, readonly string[]>();
        if (members.length > 0) this.note(fileOf(from), `declared ${members.join(",")}`, filesOf(found));
        return found;
      },
      packageText: (from, path) => {
        const text = sources.packageText?.(from, path);
        this.note(fileOf(from), `text ${path}`, digestOf(text));
        return text;
      },
    };
  }
}

/**
 * Asks what `Trail.follow` has noted once more.
 *
 * @returns `undefined` for a question of another kind.
 */
export function askSources(sources: () => Sources, file: string, question: string): readonly string[] | undefined {
  const [kind, subject] = splitQuestion(question);
  if (kind === "find") return listOf(sources().find(file, subject));
  if (kind === "declaring") return sources().declaring?.(subject) ?? [];
  if (kind === "declared") return filesOf(sources().declared?.(file, subject.split(",")) ?? new Map());
  return kind === "text" ? digestOf(sources().packageText?.(file, subject)) : undefined;
}

/** @returns the first word of a question, and the rest. */
export function splitQuestion(question: string): readonly [string, string] {
  const at = question.indexOf(" ");
  return [question.slice(0, at), question.slice(at + 1)];
}

/** @returns the paths in the answer to a question; the text of a package counts as its content alone. */
export function filesIn(question: string, answer: readonly string[]): readonly string[] {
  return question.startsWith("text ") ? [] : answer;
}

function filesOf(found: ReadonlyMap<string, readonly string[]>): readonly string[] {
  return [...new Set([...found.values()].flat())].sort();
}

function listOf(found: string | undefined): readonly string[] {
  return found === undefined ? [] : [found];
}

function digestOf(text: string | undefined): readonly string[] {
  return text === undefined ? [] : [digest([text])];
}

/** The scripts of a component are parsed under its name with a script's ending. */
function fileOf(name: string): string {
  return /^(.+\.(?:vue|svelte))\.[jt]sx?$/u.exec(name)?.[1] ?? name;
}
