import { Asked } from "../store/asked";

/** A part of a run that can be repeated by itself: an entry point, or all that is shared by entry points. */
export class Asker {
  /** The variables, objects and globals that it asked about. */
  readonly asked = new Asked();
  /** Functions that it made, which are run by themselves from where it ended. */
  inner: readonly Asker[] = [];
  /** An answer that it was given has changed: it has to run again. */
  outdated = false;

  /** @param outer the one that made it: repeated with it. */
  constructor(readonly outer?: Asker) {}

  /** Whether it is repeated in any case, by itself or with what made it. */
  get isRepeated(): boolean {
    return this.outdated || this.outer?.isRepeated === true;
  }

  /** Whether it, or something that it made, has to run again. */
  get holdsOutdated(): boolean {
    return this.outdated || this.inner.some((each) => each.holdsOutdated);
  }
}
