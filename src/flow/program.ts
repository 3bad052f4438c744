import type TS from "typescript";
import type { Library } from "../clients/native";
import { buildCode } from "../code/build";
import { Evaluator } from "../evaluate/evaluator";
import type { DeclaredPlace, Implementer, Surroundings } from "../evaluate/surroundings";
import type { DeclaredType } from "../code/types";
import { mayName } from "../project/written-types";
import { literalsLike } from "../project/literals-like";
import { Project } from "../project/project";
import type { ProjectFile } from "../project/project-file";
import type { Sources } from "../project/sources";
import { Flow } from "./flow";
import { Callees } from "./leads/callees";
import { NearestFirst } from "./nearest-first";
import { Requests } from "./requests";
import { SentRows } from "./sent-rows";

/** A snapshot of all that is known of a project's code: its files, their values, and what its calls send. */
export class Program {
  readonly project: Project;
  readonly evaluator: Evaluator;
  /** Which calls lead to requests. */
  readonly flow: Flow;
  readonly requests: Requests;
  /** Present if the files under analysis are known. */
  readonly #nearestFirst: NearestFirst | undefined;
  #visited = 0;
  /** The rows of files, until {@link dropRows} drops them. */
  readonly #rows = new Map<ProjectFile, SentRows>();

  /** @param looked the files under analysis; absent: the whole project. */
  constructor(
    readonly ts: typeof TS,
    readonly library: Library,
    sources: Sources,
    looked: readonly string[] | undefined,
  ) {
    this.project = new Project({ ts, sources, build: buildCode, isPackage: (name) => library.sends(name) });
    this.evaluator = new Evaluator(this.#surroundings());
    this.flow = new Flow({ project: this.project, library, evaluation: new Callees(this.evaluator), looked });
    this.requests = new Requests(this.evaluator, this.flow);
    this.#nearestFirst = looked && new NearestFirst(this, looked);
  }

  /** Does the work that concerns all files, in pieces; may be abandoned between two of them, and resumed. */
  pieces(): Generator<void> {
    return this.#nearestFirst?.pieces() ?? this.flow.pieces();
  }

  /** @returns the rows of a file, with those that were evaluated by earlier queries. */
  rowsOf(file: ProjectFile): SentRows {
    const rows = this.#rows.get(file) ?? new SentRows(this, file);
    this.#rows.set(file, rows);
    return rows;
  }

  /** Evaluates the files under analysis, if they are known: those nearest to a sender first. */
  finish(): void {
    const pieces = this.#nearestFirst?.pieces();
    while (pieces?.next().done === false);
  }

  /** Drops the rows of a file that no later query needs. */
  dropRows(file: ProjectFile): void {
    this.#rows.delete(file);
  }

  /** @returns the number of values evaluated since the last call of this method. */
  takeVisited(): number {
    const { visited } = this.evaluator.effort;
    const fresh = visited - this.#visited;
    this.#visited = visited;
    return fresh;
  }

  #surroundings(): Surroundings {
    const { ts, library, project } = this;
    return {
      ts,
      library,
      project,
      size: () => this.flow.size,
      instancesOf: (site) => this.flow.instancesOf(site.file, site.class),
      subclassesOf: (site) => this.project.places.extending(site),
      implementersOf: (type) => this.#implementersOf(type),
    };
  }

  readonly #implementers = new Map<DeclaredType, readonly Implementer[]>();

  #implementersOf({ file, type }: DeclaredPlace): readonly Implementer[] {
    let known = this.#implementers.get(type);
    if (!known) {
      known = this.#findImplementers({ file, type, kind: "declared" });
      if (known.length === 0)
        known = literalsLike(this.project, file, type).map((each) => ({ kind: "literal", ...each }));
      this.#implementers.set(type, known);
    }
    return known;
  }

  /** Compares types, not names alone: unrelated files may declare types of one name. */
  #findImplementers({ file: of, type }: DeclaredPlace): readonly Implementer[] {
    const { project } = this;
    const { name } = type;
    const classes = project.places.implementing(name, of).flatMap((each): readonly Implementer[] => {
      const code = each.file.code.classes[each.class];
      const isOne = code?.implements.some((one) => mayName(project, { file: each.file, type: one, in: code.in }, type));
      return isOne ? [{ kind: "class", ...each }] : [];
    });
    const literals = project.places.typed(name, of).flatMap(({ file, value }): readonly Implementer[] => {
      const node = file.code.values[value];
      const held = node?.kind === "typed" ? file.code.values[node.value] : undefined;
      return node?.kind === "typed" && held?.kind === "object" && mayName(project, { ...node, file }, type)
        ? [{ kind: "literal", file, value: node.value }]
        : [];
    });
    const returned = project.places.returned(name, of).flatMap(({ file, value }): readonly Implementer[] => {
      const { returnType } = file.code.functions.find(({ result }) => result === value) ?? {};
      const node = file.code.values[value];
      return node?.kind === "object" &&
        returnType !== undefined &&
        mayName(project, { ...node, file, type: returnType }, type)
        ? [{ kind: "literal", file, value }]
        : [];
    });
    return [...classes, ...literals, ...returned];
  }
}
