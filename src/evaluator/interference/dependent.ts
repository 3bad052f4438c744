import { Dependencies } from "../store/dependencies";

/** A part of a run that can be repeated by itself: an entry point, or something that is shared by entry points. */
export class Dependent {
  /** The variables, objects and globals that it asked about. */
  dependencies = new Dependencies();
  /** Functions that it made, which are run by themselves from where it ended. */
  inner: readonly Dependent[] = [];
  /** An answer that it was given has changed: it has to run again. */
  outdated = false;
  /** Whether its result is kept for all entry points. */
  readonly isShared: boolean = false;

  /** @param outer the one that made it: repeated with it. */
  constructor(readonly outer?: Dependent) {}

  /** Notes that an answer has changed. */
  outdate(): void {
    this.outdated = true;
  }

  /** Whether it is repeated in any case, by itself or with what made it. */
  get isRepeated(): boolean {
    return this.outdated || this.outer?.isRepeated === true;
  }

  /** Whether it, or something that it made, has to run again. */
  get holdsOutdated(): boolean {
    return this.outdated || this.inner.some((each) => each.holdsOutdated);
  }
}

/** Stands for what all entry points share: the top levels of modules, typical instances of the file's classes. */
export class Common extends Dependent {
  override readonly isShared = true;
}
