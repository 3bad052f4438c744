import type { Import } from "../../code/types";
import { type FileFlow } from "./file-flow";
import { holder, type Marks } from "./marks";
import type { Tracking } from "./tracking";
import { addTo } from "../../text/groups";

/** An import or a re-export, which takes something from another file. */
type Link =
  | { readonly kind: "import"; readonly flow: FileFlow; readonly index: number; readonly name: string }
  | { readonly kind: "from"; readonly flow: FileFlow; readonly exported: string; readonly name: string }
  | { readonly kind: "all"; readonly flow: FileFlow };

/** Passes marks from exports to the imports and re-exports that take them, in all files that take part. */
export class Exporting {
  readonly #tracking: Tracking;
  /** By the name of the exporting file. */
  readonly #links = new Map<string, Link[]>();

  constructor(tracking: Tracking) {
    this.#tracking = tracking;
  }

  /** Links a file to those from which it imports or re-exports. */
  add(flow: FileFlow): void {
    for (const [index, each] of flow.code.imports.entries()) this.#import(flow, index, each);
    for (const each of flow.code.exports) {
      if (each.kind === "from")
        this.#link(flow, each.specifier, { kind: "from", flow, exported: each.name, name: each.imported });
      else if (each.kind === "all") this.#link(flow, each.specifier, { kind: "all", flow });
    }
  }

  /** Passes the marks of an export on to the files that take it. */
  exported(flow: FileFlow, name: string, marks: Marks): void {
    this.#loadImporters(flow.file.name, name);
    for (const link of this.#links.get(flow.file.name) ?? []) this.#take(link, flow, name, marks);
    // Members of a namespace import are read by key.
    this.#tracking.markKey(name, marks);
  }

  #import(flow: FileFlow, index: number, { specifier, name }: Import): void {
    this.#link(flow, specifier, { kind: "import", flow, index, name });
  }

  #link(flow: FileFlow, specifier: string, link: Link): void {
    const { project, flows } = this.#tracking;
    const target = project.importedName(flow.file, specifier);
    if (target === undefined) return;
    addTo(this.#links, target, link);
    const file = project.knownFile(target);
    const exporter = file && flows.get(file);
    if (exporter) for (const [name, marks] of exporter.exportMarks) this.#take(link, exporter, name, marks);
  }

  #take(link: Link, exporter: FileFlow, name: string, marks: Marks): void {
    const tracking = this.#tracking;
    if (link.kind === "all") {
      if (name !== "default" && name !== "*") tracking.markExport(link.flow, name, marks);
      return;
    }
    const taken = takenBy(link.name, exporter, name, marks);
    if (taken === 0) return;
    if (link.kind === "from") tracking.markExport(link.flow, link.exported, taken);
    else for (const node of link.flow.importedNodes.of(link.index)) tracking.mark(link.flow, node, taken);
  }

  #loadImporters(target: string, name: string): void {
    for (const importer of this.#tracking.project.importers.takingExport(target, name)) this.#tracking.load(importer);
  }
}

/** @returns the marks that one export of a file gives to an import. */
function takenBy(imported: string, exporter: FileFlow, name: string, marks: Marks): Marks {
  if (imported === name) return marks;
  if (imported === "*") return exporter.exportMarks.has("*") ? 0 : holder;
  // The default import of a module without a default export is the whole module.
  const hasDefault = exporter.code.exports.some(
    (each) => each.kind === "whole" || ((each.kind === "value" || each.kind === "from") && each.name === "default"),
  );
  return imported === "default" && !hasDefault ? holder : 0;
}
