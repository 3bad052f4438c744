import type TS from "typescript";
import type { Library } from "../clients/native";
import { buildCode } from "../code/build";
import { Evaluator } from "../evaluate/evaluator";
import type { DeclaredPlace, Implementer, Surroundings } from "../evaluate/surroundings";
import type { DeclaredType } from "../code/types";
import { literalsLike } from "../project/literals-like";
import { Project } from "../project/project";
import type { ClassSite } from "../project/sites";
import type { Sources } from "../project/sources";
import { Flow } from "./flow";
import { Callees } from "./leads/callees";
import { Requests } from "./requests";

/** Everything that is known of a project's code at one time: its files, their values, and what its calls send. */
export class Program {
  readonly project: Project;
  readonly evaluator: Evaluator;
  /** Which calls lead to requests. */
  readonly flow: Flow;
  readonly requests: Requests;

  /** @param looked the files that are looked at; absent: all of the project. */
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
  }

  #surroundings(): Surroundings {
    const { ts, library, project } = this;
    return {
      ts,
      library,
      project,
      size: () => this.flow.size,
      instancesOf: (site) => this.flow.instancesOf(site.file, site.class),
      subclassesOf: (site) => this.#subclassesOf(site),
      implementersOf: (type) => this.#implementersOf(type),
    };
  }

  #subclassesOf(site: ClassSite): readonly ClassSite[] {
    const name = site.file.code.classes[site.class]?.name;
    return name === undefined ? [] : this.project.places.extending(name);
  }

  readonly #implementers = new Map<DeclaredType, readonly Implementer[]>();

  #implementersOf({ file, type }: DeclaredPlace): readonly Implementer[] {
    let known = this.#implementers.get(type);
    if (!known) {
      known = this.#findImplementers(type.name);
      if (known.length === 0)
        known = literalsLike(this.project, file, type).map((each) => ({ kind: "literal", ...each }));
      this.#implementers.set(type, known);
    }
    return known;
  }

  #findImplementers(name: string): readonly Implementer[] {
    const classes = this.project.places.implementing(name).map((each) => ({ kind: "class" as const, ...each }));
    const literals = this.project.places.typed(name).flatMap(({ file, value }): readonly Implementer[] => {
      const node = file.code.values[value];
      const held = node?.kind === "typed" ? file.code.values[node.value] : undefined;
      return node?.kind === "typed" && held?.kind === "object" ? [{ kind: "literal", file, value: node.value }] : [];
    });
    const returned = this.project.places
      .returned(name)
      .filter(({ file, value }) => file.code.values[value]?.kind === "object")
      .map((each) => ({ kind: "literal" as const, ...each }));
    return [...classes, ...literals, ...returned];
  }
}
