import type { Range } from "../text/range";
import type { Located } from "../value/value";
import type { Place } from "../evaluate/domain";
import type { Positions } from "../evaluate/positions";
import type { ProjectFile } from "../project/project-file";

/** Maps the ranges of a draft to one file: a value of another file gets the range through which it comes in. */

/** The point of view from which a request is described. */
export interface View {
  readonly file: ProjectFile;
  /** The callee of the call that reaches the request: the range of values that have no other in the file. */
  readonly site: Range;
  /** Functions of the file that run on the way from that call: values written there are not the call's own. */
  readonly inside: readonly Range[];
}

interface Spot {
  readonly range: Range;
  readonly elsewhere: boolean;
}

/** Members that are copied as they are: tree nodes, and data that only its creator reads. */
const copiedAsIs: ReadonlySet<string> = new Set(["node", "made", "typed", "others", "origin", "serves"]);

export class Relocation {
  readonly #done = new Map<object, unknown>();

  constructor(
    readonly positions: Positions,
    readonly view: View,
  ) {}

  /** @returns a copy of a draft, or of any structure of values and ranges, with ranges of the file. */
  of<T>(given: T, within?: Spot): T {
    if (typeof given !== "object" || given === null) return given;
    const known = this.#done.get(given);
    if (known !== undefined) return known as T;
    if (Array.isArray(given)) {
      const list: unknown[] = [];
      this.#done.set(given, list);
      for (const each of given) list.push(this.of(each as unknown, within));
      return list as T;
    }
    if (isRange(given)) return this.#spot(given, within).range as T;
    return this.#object(given, within) as T;
  }

  #object(given: object, within: Spot | undefined): object {
    const { range } = given as Partial<Located>;
    const spot = range && this.#spot(range, within);
    const copy: Record<string, unknown> = {};
    this.#done.set(given, copy);
    for (const [key, value] of Object.entries(given) as [string, unknown][]) {
      if (copiedAsIs.has(key)) copy[key] = value;
      else if (key === "handle") copy[key] = isStringified(value) ? this.of(value, spot) : value;
      else if (key === "offsets") {
        if (range && spot?.elsewhere === false)
          copy[key] = (value as number[]).map((each) => each - range.start + spot.range.start);
      } else copy[key] = this.of(value, spot ?? within);
    }
    if (spot?.elsewhere && "kind" in given) copy.elsewhere = true;
    return copy;
  }

  #spot(range: Range, within: Spot | undefined): Spot {
    const place = this.positions.at(range);
    let isInner = true;
    for (let at: Place | undefined = place; at; at = at.through) {
      if (at.file === this.view.file && !this.#isInside(at))
        return { range: { start: at.start, end: at.end }, elsewhere: !isInner };
      isInner = false;
    }
    return { range: within?.range ?? this.view.site, elsewhere: true };
  }

  #isInside({ start, end }: Range): boolean {
    return this.view.inside.some((each) => each.start <= start && end <= each.end);
  }
}

function isRange(given: object): given is Range {
  const { start, end } = given as Partial<Range>;
  return typeof start === "number" && typeof end === "number" && !("kind" in given);
}

function isStringified(value: unknown): boolean {
  return typeof value === "object" && value !== null && "json" in value && Object.keys(value).length === 1;
}
