import type TS from "typescript";
import type { Library } from "../clients/native";
import type { ValueId } from "../code/graph";
import type { TypeMeaning } from "../project/named-types";
import type { Project } from "../project/project";
import type { ProjectFile } from "../project/project-file";
import type { CallSite, ClassSite } from "../project/sites";

/** What the evaluation asks of the project and of the clients around it. */
export interface Surroundings {
  readonly ts: typeof TS;
  readonly library: Library;
  readonly project: Project;
  /** @returns how many values of the project's code take part so far. */
  size(): number;
  /** @returns the `new` and `super` calls that make instances of a class. */
  instancesOf(site: ClassSite): readonly CallSite[];
  subclassesOf(site: ClassSite): readonly ClassSite[];
  /** @returns the classes that implement an interface, and object literals that have its type; those that have its members, where nothing is said to have it. */
  implementersOf(type: DeclaredPlace): readonly Implementer[];
}

/** An interface, where it is declared. */
export type DeclaredPlace = Extract<TypeMeaning, { kind: "declared" }>;

export type Implementer =
  | ({ readonly kind: "class" } & ClassSite)
  | { readonly kind: "literal"; readonly file: ProjectFile; readonly value: ValueId };
