import { bounds } from "../domain/limits";
import { Dependencies } from "../store/dependencies";
import { Dependent } from "./dependent";

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
