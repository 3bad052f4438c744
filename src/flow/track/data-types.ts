import type { FileCode, FunctionId, TypeId } from "../../code/graph";
import type { DeclaredType } from "../../code/types";
import type { Project } from "../../project/project";
import type { ProjectFile } from "../../project/project-file";

/** A type as it is written, and the function in whose scope its names are resolved. */
interface Written {
  readonly file: ProjectFile;
  readonly type: TypeId;
  readonly within: FunctionId;
}

const dataKeywords: ReadonlySet<string> = new Set(
  "string number boolean bigint symbol null undefined void never".split(" "),
);

/** Types of the language and the platform whose values contain no function of the program. */
const dataNames: ReadonlySet<string> = new Set(
  "Date RegExp URL URLSearchParams Buffer ArrayBuffer Uint8Array Blob File Error".split(" "),
);

/** Types whose values contain only what their type arguments say. */
const containers: ReadonlySet<string> = new Set(
  "Promise PromiseLike Awaited Array ReadonlyArray Set ReadonlySet Map ReadonlyMap Record Readonly Partial Required NonNullable Iterable Generator AsyncGenerator".split(
    " ",
  ),
);

/** Types whose values contain no more than their first type argument. */
const parts: ReadonlySet<string> = new Set(["Pick", "Omit", "Extract", "Exclude"]);

/** Bound on nested declarations: a deeper type may contain anything. */
const deepest = 12;

/** Recognises types that consist of data alone: a value of such a type neither is a client nor leads to a request. */
export class DataTypes {
  readonly #project: Project;
  readonly #known = new WeakMap<FileCode, Map<TypeId, boolean>>();
  readonly #declared = new Map<DeclaredType, boolean>();

  constructor(project: Project) {
    this.#project = project;
  }

  /** @returns whether all values of a type consist of texts, numbers and the like, according to the declarations. */
  isData(file: ProjectFile, type: TypeId, within: FunctionId): boolean {
    return this.#isData({ file, type, within }, 0);
  }

  #isData(written: Written, depth: number): boolean {
    const { file, type } = written;
    const known = this.#known.get(file.code) ?? new Map<TypeId, boolean>();
    this.#known.set(file.code, known);
    let answer = known.get(type);
    if (answer === undefined) known.set(type, (answer = depth < deepest && this.#find(written, depth)));
    return answer;
  }

  #find({ file, type, within }: Written, depth: number): boolean {
    const node = file.code.types[type];
    const isData = (each: TypeId): boolean => this.#isData({ file, type: each, within }, depth + 1);
    switch (node?.kind) {
      case "keyword":
        return dataKeywords.has(node.name);
      case "literal":
        return true;
      case "array":
        return isData(node.of);
      case "tuple":
      case "union":
      case "intersection":
        return node.of.every(isData);
      case "object":
        return (
          !node.open &&
          node.members.length > 0 &&
          node.members.every((each) => !each.method && each.type !== undefined && isData(each.type))
        );
      case "name":
        return this.#isNamed({ file, type, within }, node.name, node.arguments, depth);
      default:
        return false;
    }
  }

  #isNamed(written: Written, name: readonly string[], given: readonly TypeId[], depth: number): boolean {
    const { file, within } = written;
    const areData = (types: readonly TypeId[]): boolean =>
      types.length > 0 && types.every((each) => this.#isData({ file, type: each, within }, depth + 1));
    const meaning = this.#project.typeNamed(file, name, within);
    if (meaning?.kind === "declared") return given.length === 0 && this.#isDeclared(meaning.file, meaning.type, depth);
    if (meaning?.kind !== "global" || meaning.namespace !== undefined) return false;
    if (dataNames.has(meaning.name)) return true;
    if (containers.has(meaning.name)) return areData(given);
    return parts.has(meaning.name) && areData(given.slice(0, 1));
  }

  /** A recursive interface does not count as data. */
  #isDeclared(file: ProjectFile, declared: DeclaredType, depth: number): boolean {
    const known = this.#declared.get(declared);
    if (known !== undefined) return known;
    if (declared.parameters.length > 0) return false;
    this.#declared.set(declared, false);
    const all = [declared.type, ...declared.extends];
    const isData = all.every((type) => this.#isData({ file, type, within: declared.in }, depth + 1));
    this.#declared.set(declared, isData);
    return isData;
  }
}
