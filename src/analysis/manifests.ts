import type { Facts } from "../contract/configuration/configuration";
import type { Contract } from "../contract/contract";
import { getFirstLook, looksLikeOurs, looksMeantAsOurs, type FirstLook } from "../manifest/first-look";
import { isValid } from "../manifest/mismatches";
import { getKnownKinds } from "../manifest/known-kinds";
import type { Manifest, SkippedDocument, SkipReason } from "../manifest/manifest";
import { getHeldTexts } from "../manifest/holders";
import { getPatches } from "../manifest/kustomization";
import { asPart, isPatch } from "../manifest/patches";
import { recognise } from "../manifest/recognise";
import { isRoute, isSurelyValid } from "../manifest/surely-valid";
import type { Request } from "../request/request";
import type { Range } from "../text/range";
import { readJson } from "../value/from-json";
import type { YamlDocument } from "../value/yaml-document";
import { readPiece, splitDocuments } from "../value/yaml-stream";
import { findWorkflowRequests, looksLikeWorkflow } from "./workflows/first-look";
import { type Analysis, type Comment, emptyAnalysis, type Problem } from "./analysis";

export interface ManifestsInput {
  /** A byte-order mark is removed. */
  readonly text: string;
  readonly language: "yaml" | "json";
  readonly contract: Contract;
  readonly facts: Facts;
  /**
   * Whether to leave out manifests on which no rule can report, and comments other than directives; `work` still counts
   * them. Memory is then bounded for a file of any length.
   */
  readonly invalidOnly?: boolean;
  /**
   * Whether the file's place shows that it contains parts of objects. Called only if it matters, because the answer may
   * require other files.
   */
  isPartial?(): boolean;
}

/**
 * Finds the manifests in a YAML or JSON file, and the requests of steps in a GitHub Actions workflow.
 *
 * Never throws on any text. A malformed document is a problem, and the others are checked; documents of other kinds are
 * skipped with a reason. `work` counts `documents`, `manifests`, and invalid manifests beyond the limit as `unlisted`.
 */
export function analyseManifests(input: ManifestsInput): Analysis {
  const text = input.text.startsWith("\uFEFF") ? input.text.slice(1) : input.text;
  const collector = new Collector(text, input);
  if (input.language === "json") collector.addPiece({ start: 0, end: text.length });
  else for (const piece of splitDocuments(text)) collector.addPiece(piece);
  return collector.finish();
}

/**
 * Limit of the invalid manifests kept for one file. Nobody reads the findings of more at a time, and a file of tens of
 * megabytes may have hundreds of thousands.
 */
const mostKept = 5_000;

/** Matches directives of ESLint, the only comments that have an effect here. */
const directive = /eslint-(?:disable|enable)/;

/** Matches delimiters of Helm, Jinja and ERB templates. */
const template = /\{\{|\{%|<%/;

class Collector {
  readonly #look: FirstLook;
  readonly #mayDirect: boolean;
  readonly #mayBeWorkflow: boolean;
  readonly #requests: Request[] = [];
  readonly #manifests: Manifest[] = [];
  readonly #skipped: SkippedDocument[] = [];
  readonly #problems: Problem[] = [];
  readonly #comments: Comment[] = [];
  #partial: boolean | undefined;
  readonly #work = { documents: 0, manifests: 0, unlisted: 0 };

  constructor(
    readonly text: string,
    readonly input: ManifestsInput,
  ) {
    this.#mayDirect = text.includes("eslint-");
    this.#mayBeWorkflow = input.language === "yaml" && looksLikeWorkflow(text);
    this.#look = getFirstLook(getKnownKinds(input.contract, input.facts));
  }

  addPiece(range: Range): void {
    const piece = this.text.slice(range.start, range.end);
    const mayDirect = this.#mayDirect && directive.test(piece);
    if (!looksLikeOurs(piece, this.#look) && !mayDirect && !this.#mayBeWorkflow) {
      this.#work.documents++;
      this.#skip(range, ...describeForeign(piece));
      return;
    }
    if (
      this.input.invalidOnly === true &&
      this.input.language === "yaml" &&
      !mayDirect &&
      isSurelyValid(this.text, range, this.#look.known)
    ) {
      this.#work.documents++;
      this.#work.manifests++;
      return;
    }
    if (this.input.language === "json") {
      this.#add([readJson(this.text)]);
      return;
    }
    const comments: Range[] = [];
    const documents = readPiece(this.text, range, comments);
    for (const comment of comments) this.#addComment(comment);
    this.#add(documents);
  }

  #add(documents: readonly YamlDocument[]): void {
    this.#work.documents += documents.length;
    for (const document of documents) this.#addDocument(document);
  }

  #addDocument({ range, value, problem, hasCollectionKey }: YamlDocument): void {
    const mayBeTemplate = problem !== undefined || hasCollectionKey;
    if (mayBeTemplate && template.test(this.text.slice(range.start, range.end))) {
      this.#skip(range, "template", "it is YAML only after a template is filled in");
      return;
    }
    if (problem !== undefined) {
      this.#addMalformed(range, problem);
      return;
    }
    if (value === undefined) {
      this.#skip(range, "empty", "there is nothing in it");
      return;
    }
    if (this.#mayBeWorkflow) {
      const sent = findWorkflowRequests(value, this.text);
      this.#requests.push(...sent);
      if (sent.length > 0) return;
    }
    const { manifests, skipped } = recognise(value, this.#look.known, this.input.language);
    this.#skipped.push(...skipped);
    for (const manifest of manifests) this.#addManifest(manifest);
    for (const { range: inside, isPart } of getHeldTexts(value, this.text))
      this.#addInside(inside, isPart ? "part" : "whole");
    if (manifests.length > 0) return;
    for (const inline of getPatches(value, this.text)?.inline ?? []) this.#addInside(inline, "patch");
  }

  #addMalformed(range: Range, problem: Problem): void {
    if (looksMeantAsOurs(this.text.slice(range.start, range.end), this.#look)) this.#problems.push(problem);
    else
      this.#skip(
        range,
        "not a manifest",
        "it is malformed, and neither its `kind` nor its group is one of the contract",
      );
  }

  #addManifest(manifest: Manifest, { isPart } = { isPart: false }): void {
    const isFine = isValid(manifest);
    const { checkPartial } = this.input.facts;
    // A valid whole manifest may still be invalid as a part: a test may expect a `status`.
    const isSettled = isFine && checkPartial !== true;
    if (isSettled || !(isPart || isPatch(manifest.value) || this.#isPartial())) {
      this.#keep(manifest, isFine);
    } else if (checkPartial === true) {
      const part = asPart(manifest);
      this.#keep(part, isValid(part));
    } else {
      this.#skip(
        manifest.value.range,
        "partial",
        "it is a patch, a part of an object; `manifests.checkPartial` in the configuration has it checked",
      );
    }
  }

  #keep(manifest: Manifest, isFine: boolean): void {
    this.#work.manifests++;
    if (this.input.invalidOnly !== true) this.#manifests.push(manifest);
    else if (isFine && !isRoute(manifest.kind)) return;
    else if (this.#manifests.length < mostKept) this.#manifests.push(manifest);
    else this.#work.unlisted++;
  }

  #isPartial(): boolean {
    return (this.#partial ??= this.input.isPartial?.() === true);
  }

  /** Reads a text inside a document such as a kustomization: whole objects, parts of them, or foreign text. */
  #addInside(range: Range, is: "whole" | "part" | "patch"): void {
    if (!looksLikeOurs(this.text.slice(range.start, range.end), this.#look)) return;
    const comments: Range[] = [];
    for (const { value } of readPiece(this.text, range, comments)) {
      const found = value === undefined ? undefined : recognise(value, this.#look.known, this.input.language);
      for (const manifest of found?.manifests ?? [])
        this.#addManifest(is === "part" ? asPart(manifest) : manifest, { isPart: is === "patch" });
    }
    for (const comment of comments) this.#addComment(comment);
    // Merges them with comments of the surrounding text, which are collected already.
    this.#comments.sort((a, b) => a.range.start - b.range.start);
  }

  #addComment(range: Range): void {
    const text = this.text.slice(range.start + 1, range.end);
    if (this.input.invalidOnly !== true || directive.test(text)) this.#comments.push({ range, text, kind: "line" });
  }

  #skip(range: Range, reason: SkipReason, detail: string): void {
    this.#skipped.push({ range, reason, detail });
  }

  finish(): Analysis {
    const { text } = this;
    const found = {
      requests: this.#requests,
      manifests: this.#manifests,
      skipped: this.#skipped,
      problems: this.#problems,
      comments: this.#comments,
    };
    return { ...emptyAnalysis(text, this.input.language), ...found, work: this.#work };
  }
}

/** @returns the reason for skipping a document that names no known kind or group. */
function describeForeign(piece: string): [SkipReason, string] {
  const kind = /^[ \t{]*"?kind"?:[ \t]*["']?([\w.-]+)/m.exec(piece)?.[1];
  if (kind !== undefined) return ["unknown kind", `the contract has no kind ${kind}`];
  // Each comment is matched up to its line break, so that `#####` has only one parse.
  return /^(?:---[ \t]*)?\s*(?:#[^\n]*\n\s*)*(?:#[^\n]*)?$/.test(piece)
    ? ["empty", "there is nothing in it"]
    : ["not a manifest", "it has no `kind` of the contract"];
}
