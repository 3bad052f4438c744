import { bounds } from "../domain/limits";
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

/**
 * Something that is made once for all entry points, and can be made again without them: when an answer that it was given has changed, only those run
 * again that have looked at it.
 */
export class RecomputablePart extends Dependent {
  override readonly isShared = true;
  /** Who has looked at it since it was made. */
  private readonly users = new Set<Dependent>();
  private isRunning = false;
  private times = 0;
  /** False if making it has changed a client: a second time would change that twice. What else it changes may happen at any time, and so any number of times. */
  private isRepeatable = true;

  /**
   * @param all the dependent of all entry points, which is invalidated where this part cannot be recomputed.
   * @param make makes it again for those who have it already. It returns false if that cannot be done at present.
   */
  constructor(
    private readonly all: Dependent,
    private readonly make: () => boolean,
  ) {
    super();
  }

  /** Runs what makes it. */
  running<T>(run: () => T): T {
    this.dependencies = new Dependencies();
    this.outdated = false;
    this.times += 1;
    this.isRunning = true;
    try {
      return run();
    } finally {
      this.isRunning = false;
    }
  }

  /** Notes that it cannot be made a second time. */
  noteEffect(): void {
    this.isRepeatable = false;
    if (this.outdated) this.all.outdate();
  }

  /** Notes that somebody looks at it. It is made again first if it is outdated. */
  noteUse(user: Dependent): void {
    if (this.isRunning || user === this) return;
    if (this.outdated && !this.make()) user.outdate();
    this.users.add(user);
  }

  override outdate(): void {
    if (this.outdated) return;
    super.outdate();
    if (!this.isRepeatable || this.times >= bounds.passes) this.all.outdate();
    for (const user of this.users) user.outdate();
    this.users.clear();
  }
}
