import type TS from "typescript";
import type { Library } from "../clients/native";
import type { ValueId } from "../code/graph";
import type { TypeMeaning } from "../project/named-types";
import type { Project } from "../project/project";
import type { ProjectFile } from "../project/project-file";
import type { CallSite, ClassSite } from "../project/sites";

/** What the evaluation reads from the project and the clients. */
export interface Surroundings {
  readonly ts: typeof TS;
  readonly library: Library;
  readonly project: Project;
  /** @returns the number of values in the code that takes part. */
  size(): number;
  /** @returns the `new` and `super` calls that create instances of a class. */
  instancesOf(site: ClassSite): readonly CallSite[];
  subclassesOf(site: ClassSite): readonly ClassSite[];
  /** @returns the classes that implement an interface and the object literals of its type. If no code declares either, those that have its members. */
  implementersOf(type: DeclaredPlace): readonly Implementer[];
}

/** An interface at its declaration. */
export type DeclaredPlace = Extract<TypeMeaning, { kind: "declared" }>;

export type Implementer =
  | ({ readonly kind: "class" } & ClassSite)
  | { readonly kind: "literal"; readonly file: ProjectFile; readonly value: ValueId };
