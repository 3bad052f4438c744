import type TS from "typescript";
import type { Asked } from "../store/asked";
import type { LateNote } from "../store/recording";

/** What is noted about a thing. */
interface Noted {
  /** The version from which on it is known. */
  readonly since: number;
  /** The member that it changes, if it changes one. */
  readonly key: string | undefined;
  readonly text: string;
}

/** How the answers about late writes have changed in the course of a pass. */
export class Answers {
  /** How often something was added. */
  version = 0;
  /** In the order of time. */
  private readonly noted = new Map<TS.Node | string, Noted[]>();

  /** Adds something to the answer about a thing. */
  note({ about, key, text }: LateNote): void {
    this.version += 1;
    const entry = { since: this.version, key, text };
    const known = this.noted.get(about);
    if (known) known.push(entry);
    else this.noted.set(about, [entry]);
  }

  /** @returns what was noted up to a version that concerns questions about a thing: equal texts are equal answers, also of another pass. */
  answerAt(about: TS.Node | string, asked: Asked, version = this.version): string {
    const noted = this.noted.get(about) ?? [];
    if (noted.length === 0) return "";
    return noted
      .filter(({ since, key }) => since <= version && asked.concerns(about, key))
      .map(({ text }) => text)
      .sort()
      .join("\n");
  }

  /** Whether the answers to some questions are those of a version. */
  isUnchanged(asked: Asked, version: number): boolean {
    if (version === this.version) return true;
    for (const about of asked.abouts())
      for (const { since, key } of this.noted.get(about) ?? [])
        if (since > version && asked.concerns(about, key)) return false;
    return true;
  }
}
