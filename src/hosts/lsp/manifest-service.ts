import { loadProject } from "../../contract/load";
import { rules } from "../../../rules/index";
import { type CheckedManifests, checkManifestText, disableInYaml } from "../shared/editor/manifest-checker";
import { explainField, manifestOffers } from "../shared/editor/manifests";
import type { Explanation, Offer } from "../shared/editor/offers";
import { factsFor } from "../shared/file-facts";
import { isIgnored } from "../shared/ignored";
import type { Checked, Definition, FileService, NamedPart } from "./file-service";
import { findKindDefinitions } from "./kind-definitions";
import type { OpenText } from "./open-text";

/** Manifests in YAML and JSON. */
export class ManifestService implements FileService {
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

  /** A kind leads to its definition in the repository. */
  definition(file: OpenText, path: string, position: number): Definition | undefined {
    const checked = this.#inFull(file, path);
    for (const { kind, value, apiVersion } of checked?.analysis.manifests ?? []) {
      const member = value.members.find(({ key }) => key === "kind");
      const places = [member?.keyRange, member?.value.range].flatMap((range) => range ?? []);
      const origin = places.find(({ start, end }) => start <= position && position <= end);
      if (!origin || !checked) continue;
      const group = apiVersion.text?.includes("/") === true ? apiVersion.text.split("/")[0] : undefined;
      const found = findKindDefinitions(checked.project.root, kind, group);
      return found.length === 0 ? undefined : { origin, places: found };
    }
    return undefined;
  }

  #inFull(file: OpenText, path: string): CheckedManifests | undefined {
    return checkManifestText(path, file.text, languageOf(file, path));
  }
}

function languageOf({ languageId }: OpenText, path: string): "yaml" | "json" {
  return path.toLowerCase().endsWith(".json") || languageId.startsWith("json") ? "json" : "yaml";
}
