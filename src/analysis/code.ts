import type TS from "typescript";
import type { Facts } from "../contract/configuration/configuration";
import type { Contract } from "../contract/contract";
import { createEngine } from "../flow/evaluate-file";
import { getManifestsFromObject } from "../manifest/recognise";
import { assembleRequests } from "../request/assemble";
import { findMisuses } from "../request/misuses/find-misuses";
import { placeForHeaders } from "../request/options-place";
import { basesOf } from "../request/base-urls";
import { nameRequest } from "../request/derived/describe";
import { findDescribed } from "../request/derived/described";
import { describedResponse } from "../request/derived/described-response";
import { generatedParameters } from "../request/derived/declared/generated";
import { declaredResource, declaredShape } from "../request/derived/declared/shape";
import { createLibrary } from "../request/library";
import { typeShapes } from "../shape/from-typescript-type";
import { Callees } from "../response/callees";
import { followAnswer } from "../response/follow";
import { noSources } from "../project/sources";
import { answerOf } from "../syntax/answer-of";
import { type Analysis, emptyAnalysis, unfinished } from "./analysis";
import type { Codebase } from "./codebase";
import { commentsOf } from "./comments";
import { mayConcernUs, mayDeclareResources } from "./relevance";
import { showsTags } from "./tag-evidence";

export interface CodeInput {
  /** The TypeScript that created `sourceFile`: a tree of one version must not be walked with another. */
  readonly ts: typeof TS;
  readonly sourceFile: TS.SourceFile;
  /** Source of declared types. */
  readonly checker?: TS.TypeChecker | undefined;
  /** The project's files; without them, no import is followed. */
  readonly codebase?: Codebase | undefined;
  readonly contract: Contract;
  readonly facts: Facts;
  /** Restricts the analysis to requests to which the text at this offset may belong. */
  readonly about?: number | undefined;
  /** Called repeatedly during the work. An exception that it throws ends the work and is rethrown. */
  readonly interrupt?: (() => void) | undefined;
}

/**
 * Finds all subjects of rules in a source file: requests, and object literals that declare resources.
 *
 * Never throws on any source text; code that is not understood is unknown.
 */
export function analyseCode(input: CodeInput): Analysis {
  const { ts, checker, contract, facts, codebase, interrupt, about } = input;
  const { text } = input.sourceFile;
  const nothing = emptyAnalysis(text, "code");
  if (!mayConcernUs(text, contract, facts, { follows: codebase !== undefined })) return nothing;
  const declares = mayDeclareResources(text, contract);
  const engine = codebase?.engine ?? createEngine({ ts, sources: noSources, library: createLibrary(ts, facts) });
  const sourceFile = checker ? input.sourceFile : engine.treeOf(input.sourceFile);
  const evaluation = engine.evaluate({ sourceFile, interrupt, about });
  const { sent, insideOf, objects, nodes, complete, cutCalls } = evaluation;
  let typeLookups = 0;
  const count = (lookups: number): number => (typeLookups += lookups);
  const shapes = checker && typeShapes(ts, checker);
  const before = shapes?.lookups ?? 0;
  const callees = new Callees(ts, checker, count);
  const assembled = assembleRequests(sent, insideOf, {
    bases: basesOf(facts),
    shapeOf: (place) => checker && answerOf(() => declaredShape(ts, checker, place, count)),
    describedShapeOf: (request) => describedResponse(request, contract, facts),
    misusesOf: (node, { client, defaults, hooked }) =>
      findMisuses(ts, node, client, !defaults.unseenHeaders && hooked !== true),
    placeForHeaders: (node, { client }) => placeForHeaders(ts, node, client),
    describedOf: (request) => findDescribed(request, contract, facts),
    readsOf: (sending, file = sourceFile) => followAnswer(ts, file, callees, sending),
    parametersOf: (node) => checker && answerOf(() => generatedParameters(ts, checker, node, count)),
    resourceOf: (site, body, answered) =>
      checker && answerOf(() => declaredResource(ts, checker, { site, body, answered, count })),
  });
  let evidence: boolean | undefined;
  const requests = assembled.requests.filter(({ specimen }) => !specimen);
  const manifests = declares ? objects.flatMap(({ value }) => getManifestsFromObject(value, contract, facts)) : [];
  return {
    ...nothing,
    problems: [...syntaxProblems(sourceFile), ...(complete ? [] : [unfinished])],
    requests,
    specimens: assembled.requests.filter(({ specimen }) => specimen),
    insideOf: (request) => assembled.insideOf(request),
    nameOf: nameRequest,
    cutCalls: new Set([...cutCalls].filter((node) => node.getSourceFile() === sourceFile).map(({ end }) => end)),
    manifests: [...manifests].sort((a, b) => a.value.range.start - b.value.range.start),
    comments: text.includes("eslint-") ? commentsOf(ts, sourceFile) : [],
    evidenceOfTags: () => (evidence ??= showsTags(ts, sourceFile, requests, (request) => assembled.insideOf(request))),
    // Computed on access: rules ask for wrappers on demand, and for shapes, which look up types.
    get work() {
      return { nodes, typeLookups: typeLookups + (shapes?.lookups ?? 0) - before };
    },
  };
}

/** @returns the first syntax error only, because the code after it may have been misread. */
function syntaxProblems(sourceFile: TS.SourceFile): Analysis["problems"] {
  const { parseDiagnostics = [] } = sourceFile as { readonly parseDiagnostics?: readonly TS.DiagnosticWithLocation[] };
  const [first] = parseDiagnostics;
  if (!first) return [];
  const message = typeof first.messageText === "string" ? first.messageText : first.messageText.messageText;
  return [{ range: { start: first.start, end: first.start + first.length }, message: `syntax error: ${message}` }];
}
