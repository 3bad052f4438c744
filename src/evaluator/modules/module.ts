import type TS from "typescript";
import type { Abstract, Frame } from "../domain/domain";

/** A source file whose top level runs, or has run. */
export interface Module {
  readonly file: TS.SourceFile;
  readonly frame: Frame;
  /** The value of `export default`, and of a class declared with it. */
  readonly exported: Map<string, Abstract>;
  /** `module.exports` and `exports`. */
  readonly commonJs: Abstract;
  running: boolean;
}
