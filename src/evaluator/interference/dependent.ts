import { Dependencies } from "../store/dependencies";

/** A part of a run that can be repeated by itself: an entry point, or something that is shared by entry points. */
export class Dependent {
  /** The variables, objects and globals that it depends on. */
  dependencies = new Dependencies();
  /** Its closures, which run as entry points from the state in which it ended. */
  inner: readonly Dependent[] = [];
  /** One of its dependencies has changed: it has to run again. */
  outdated = false;
  /** Whether its result is kept for all entry points. */
  readonly isShared: boolean = false;

  /** @param outer the dependent that creates it, and is repeated with it. */
  constructor(readonly outer?: Dependent) {}

  /** Invalidates it: a dependency has changed. */
  outdate(): void {
    this.outdated = true;
  }

  /** Whether it is repeated in any case, by itself or with the dependent around it. */
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
