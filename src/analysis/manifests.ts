import type { Facts } from "../contract/configuration";
import type { Contract } from "../contract/contract";
import { isFaultless } from "../manifest/judge";
import { getKnownKinds, type KnownKinds } from "../manifest/known-kinds";
import type { Manifest, SkippedDocument, SkipReason } from "../manifest/manifest";
import { recognise } from "../manifest/recognise";
import type { Range } from "../text/range";
import { readYaml, type YamlDocument } from "../value/from-yaml";
import type { Analysis, Comment, Problem } from "./analysis";

export interface ManifestsInput {
  /** Without byte-order mark; one that is there is taken off. */
  readonly text: string;
  readonly language: "yaml" | "json";
  readonly contract: Contract;
  readonly facts: Facts;
  /** Leave out the manifests that no rule can have anything to say of; `work.manifests` counts them all the same. */
  readonly faultyOnly?: boolean;
}

/**
 * Finds the manifests in a YAML or JSON file.
 *
 * Never throws on any text. A malformed document is a problem, and the others are judged; documents that are not ours are skipped with a
 * reason. `work` counts `documents` and `manifests`.
 */
export function analyseManifests(input: ManifestsInput): Analysis {
  const text = input.text.startsWith("\uFEFF") ? input.text.slice(1) : input.text;
  const collector = new Collector(text, input);
  if (collector.concernsUs(text)) for (const document of readYaml(text)) collector.add(document);
  else collector.skip({ start: 0, end: text.length }, text.trim() === "" ? "empty" : "not a manifest", "it names none of the kinds");
  return collector.finish();
}

class Collector {
  readonly #known: KnownKinds;
  readonly #manifests: Manifest[] = [];
  readonly #skipped: SkippedDocument[] = [];
  readonly #problems: Problem[] = [];
  readonly #comments: Comment[] = [];
  #documents = 0;
  #count = 0;

  constructor(
    readonly text: string,
    readonly input: ManifestsInput,
  ) {
    this.#known = getKnownKinds(input.contract, input.facts);
  }

  /** A look at the text: whether it can hold a manifest of ours. Escapes may hide a name. */
  concernsUs(text: string): boolean {
    return this.#known.words.some((word) => text.includes(word)) || /\\(?:[xuU]|\r?\n)/.test(text);
  }

  add(document: YamlDocument): void {
    this.#documents++;
    for (const range of document.comments) this.#comments.push({ range, text: this.text.slice(range.start + 1, range.end), kind: "line" });
    const { value, problem, range } = document;
    const piece = (): string => this.text.slice(range.start, range.end);
    if (problem !== undefined) {
      if (/\{\{|\{%|<%/.test(piece())) this.skip(range, "template", "it is YAML only after a template is filled in");
      else if (this.concernsUs(piece())) this.#problems.push(problem);
      else this.skip(range, "not a manifest", "it is malformed, and names none of the kinds");
    } else if (value === undefined) this.skip(range, "empty", "it is empty");
    else if (document.hasCollectionKey && piece().includes("{{")) this.skip(range, "template", "it is YAML only after a template is filled in");
    else {
      const { manifests, skipped } = recognise(value, this.#known, this.input.language);
      this.#skipped.push(...skipped);
      this.#count += manifests.length;
      for (const manifest of manifests) if (this.input.faultyOnly !== true || !isFaultless(manifest)) this.#manifests.push(manifest);
    }
  }

  skip(range: Range, reason: SkipReason, detail: string): void {
    this.#skipped.push({ range, reason, detail });
  }

  finish(): Analysis {
    return {
      text: this.text,
      language: this.input.language,
      requests: [],
      manifests: this.#manifests,
      skipped: this.#skipped,
      problems: this.#problems,
      comments: this.#comments,
      evidenceOfTags: false,
      work: { documents: this.#documents, manifests: this.#count },
    };
  }
}
