import { loadProject } from "../../contract/configuration/load";
import { rules } from "../../../rules/index";
import { anchorAt, isAnchorName } from "../editor/anchors";
import { type CheckedManifests, checkManifestText, disableInYaml } from "../editor/manifest-checker";
import { explainField, manifestOffers } from "../editor/manifests";
import type { Explanation, Offer } from "../editor/offers";
import { factsFor } from "../shared/files/facts";
import { isIgnored } from "../shared/files/ignored";
import { plainKey } from "../../changes/plain-key";
import { describeUses, type EndpointUse } from "../editor/code/endpoint-uses";
import { findDescribedPlaces } from "../editor/described-places";
import { findDocumentsOfKind } from "./repository/documents-of-kind";
import type { Checked, Definition, FilePlace, FileService, Lens, NamedPart, Renaming, Step } from "./file-service";
import { findKindDefinitions } from "./repository/kind-definitions";
import type { OpenText } from "./open-text";
import { touches } from "../../text/range";

/** The service for manifests in YAML and JSON. */
export class ManifestService implements FileService {
  readonly #usesBelow: UsesBelow;

  /** @param usesBelow finds the calls of the code below a folder. */
  constructor(usesBelow: UsesBelow) {
    this.#usesBelow = usesBelow;
  }

  /**
   * Lenses above each endpoint of a description, with its uses in the repository's code, and above each kind
   * definition, with its number of documents.
   */
  async lenses(file: OpenText, path: string, step: Step): Promise<readonly Lens[]> {
    const places = findDescribedPlaces(file.text, languageOf(file, path));
    if (places.length === 0) return [];
    const { root } = loadProject(path, rules);
    const uses = places.some(({ kind }) => kind === "endpoint") ? await this.#usesBelow(root, step) : [];
    const lenses: Lens[] = [];
    for (const place of places)
      lenses.push({
        range: place.key,
        title:
          place.kind === "endpoint"
            ? describeUses(usesAt(place, uses))
            : countOf(await findDocumentsOfKind(root, place, step)),
      });
    return lenses;
  }

  /** Finds the callers of a described endpoint, or the documents of a kind. */
  async references(file: OpenText, path: string, position: number, step: Step): Promise<readonly FilePlace[]> {
    const place = findDescribedPlaces(file.text, languageOf(file, path)).find(
      ({ key, range }) => Math.min(key.start, range.start) <= position && position <= Math.max(key.end, range.end),
    );
    if (!place) return [];
    const { root } = loadProject(path, rules);
    if (place.kind === "kind") return findDocumentsOfKind(root, place, step);
    return usesAt(place, await this.#usesBelow(root, step)).map(({ fileName, text, range }) => ({
      path: fileName,
      text,
      range,
    }));
  }

  check(file: OpenText, path: string): Checked | undefined {
    const checked = checkManifestText(path, file.text, languageOf(file, path), { invalidOnly: true });
    if (!checked) return undefined;
    const { findings, failures, analysis } = checked;
    const start = { start: 0, end: 0 };
    return {
      findings,
      remarks: [
        ...failures.map(({ rule, error }) => ({
          range: start,
          message: `The rule ${rule} crashed: ${error.message}`,
          severity: "warn" as const,
        })),
        ...analysis.problems.map(({ range, message }) => ({
          range,
          message: `This manifest cannot be read: ${message}`,
          severity: "error" as const,
        })),
      ],
      disable: (finding, newLine) => disableInYaml(checked, finding, newLine),
    };
  }

  offers(file: OpenText, path: string, position: number): readonly Offer[] {
    const project = loadProject(path, rules);
    if (isIgnored(project, path)) return [];
    return manifestOffers(file.text, position, languageOf(file, path), project.contract, factsFor(project, path));
  }

  explain(file: OpenText, path: string, position: number): Explanation | undefined {
    const checked = this.#inFull(file, path);
    return checked && explainField(checked.analysis.manifests, position);
  }

  parts(file: OpenText, path: string): readonly NamedPart[] {
    const manifests = this.#inFull(file, path)?.analysis.manifests ?? [];
    return manifests.map(({ kind, value, key }) => {
      const metadata = value.members.find((member) => member.key === "metadata")?.value;
      const name =
        metadata?.kind === "object" ? metadata.members.find((member) => member.key === "name")?.value : undefined;
      const text =
        name?.kind === "string" && name.parts.length === 1 && name.parts[0]?.kind === "text"
          ? ` ${name.parts[0].text}`
          : "";
      return { name: `${kind}${text}`, range: value.range, key };
    });
  }

  /** Finds the definitions in the repository of the kind at a position. */
  definition(file: OpenText, path: string, position: number): Definition | undefined {
    const checked = this.#inFull(file, path);
    for (const { kind, value, apiVersion } of checked?.analysis.manifests ?? []) {
      const member = value.members.find(({ key }) => key === "kind");
      const places = [member?.keyRange, member?.value.range].flatMap((range) => range ?? []);
      const origin = places.find((range) => touches(range, position));
      if (!origin || !checked) continue;
      const group = apiVersion.text?.includes("/") === true ? apiVersion.text.split("/")[0] : undefined;
      const found = findKindDefinitions(checked.project.root, kind, group);
      return found.length === 0 ? undefined : { origin, places: found };
    }
    return undefined;
  }

  /** Renames a YAML anchor with its aliases. */
  renaming(file: OpenText, path: string, position: number): Promise<Renaming | undefined> {
    const found = languageOf(file, path) === "yaml" ? anchorAt(file.text, position) : undefined;
    return Promise.resolve(
      found && {
        origin: found.origin,
        to: (newText) =>
          isAnchorName(newText) && !found.taken.has(newText)
            ? found.places.map((range) => ({ path, text: file.text, range, newText }))
            : [],
      },
    );
  }

  #inFull(file: OpenText, path: string): CheckedManifests | undefined {
    return checkManifestText(path, file.text, languageOf(file, path));
  }
}

type UsesBelow = (root: string, step: Step) => Promise<readonly EndpointUse[]>;

function usesAt(
  place: { readonly method: string; readonly path: string },
  uses: readonly EndpointUse[],
): readonly EndpointUse[] {
  const key = plainKey(`${place.method} ${place.path}`);
  return uses.filter((use) => use.key === key);
}

function countOf(documents: readonly FilePlace[]): string {
  if (documents.length === 0) return "no documents";
  const files = new Set(documents.map(({ path }) => path)).size;
  const count = documents.length === 1 ? "1 document" : `${documents.length} documents`;
  return `${count} in ${files === 1 ? "1 file" : `${files} files`}`;
}

function languageOf({ languageId }: OpenText, path: string): "yaml" | "json" {
  return path.toLowerCase().endsWith(".json") || languageId.startsWith("json") ? "json" : "yaml";
}
