import { plainKey } from "../../../../changes/plain-key";
import { findRequestEndpoints, pathsOf } from "../../../../request/questions/endpoint";
import { isMapped } from "../../../../request/questions/predicates";
import type { Request } from "../../../../request/request";
import type { Range } from "../../../../text/range";
import { describeReads } from "../../../../usage/words";
import { partsOf } from "../../../../usage/in-request";
import type { ReadFields, Sent } from "../../../../usage/usage";
import type { CheckedFile } from "../file-checker";

/** What a project's code uses of the endpoints of its contract, for editors. */

/** A call that surely goes to an endpoint. */
export interface EndpointUse {
  /** The endpoint without the names of its parameters: `GET /widgets/{}`. */
  readonly key: string;
  readonly fileName: string;
  readonly text: string;
  /** Of the call. */
  readonly range: Range;
  readonly query: Sent;
  /** Absent: it is not known what is read. */
  readonly reads?: ReadFields;
  /** The calls that lead to the request, from this one on, from the next one on, and so on. */
  readonly calls: readonly string[];
}

/** @returns the calls of a file, each with its endpoint. */
export function usesIn({ requests, project, sourceFile }: CheckedFile): readonly EndpointUse[] {
  return requests.flatMap((request): EndpointUse[] => {
    const key = endpointKeyOf(request, project);
    if (key === undefined) return [];
    const { query, reads } = partsOf(request, () => ({ line: 1, column: 1 }));
    const calls = request.calls.map((_, index) =>
      request.calls
        .slice(index)
        .map(({ fileName, offset }) => `${fileName}:${offset}`)
        .join(" "),
    );
    const { fileName, text } = sourceFile;
    return [{ key, fileName, text, range: request.range, query, ...(reads && { reads }), calls }];
  });
}

/** @returns the key of the endpoint that a request surely goes to. */
export function endpointKeyOf(request: Request, { contract, facts }: CheckedFile["project"]): string | undefined {
  if (request.target.service === "no" && !isMapped(request)) return undefined;
  const { described } = request;
  if (described?.endpoint) return plainKey(`${described.endpoint.method} ${described.endpoint.path}`);
  if (described) return undefined;
  const match = findRequestEndpoints(request, contract, facts);
  const keys = new Set(match?.entries.map(({ method, path }) => plainKey(`${method} ${path}`)));
  const [key] = keys;
  return match?.certainty === "certain" && keys.size === 1 ? key : undefined;
}

/** @returns the endpoint of the request in whose path a position is. */
export function endpointAt({ requests, project }: CheckedFile, position: number): string | undefined {
  const request = requests.find((each) =>
    pathsOf(each).some(({ parts }) =>
      parts.some(
        (part) => part.kind === "text" && !part.elsewhere && part.range.start <= position && position <= part.range.end,
      ),
    ),
  );
  return request && endpointKeyOf(request, project);
}

/** @returns each call once: a function's own request does not count where calls of the function are seen. */
export function effectiveUses(uses: readonly EndpointUse[]): readonly EndpointUse[] {
  const outer = new Set(uses.flatMap(({ calls }) => calls.slice(1)));
  const byPlace = new Map<string, EndpointUse>();
  for (const use of uses) {
    if (outer.has(use.calls[0] ?? "")) continue;
    const place = `${use.key} ${use.fileName}:${use.range.start}`;
    const known = byPlace.get(place);
    byPlace.set(place, known ? joined(known, use) : use);
  }
  return [...byPlace.values()];
}

function joined(one: EndpointUse, { reads }: EndpointUse): EndpointUse {
  return { ...one, reads: one.reads && reads ? mergeReads([one.reads, reads]) : { whole: true } };
}

/** Names that have room in one line. */
const mostNames = 8;

/** @returns what the callers of one endpoint use of it: `3 callers, read id,owner/name, send limit`. */
export function describeUses(uses: readonly EndpointUse[]): string {
  if (uses.length === 0) return "no callers";
  const callers = uses.length === 1 ? "1 caller" : `${uses.length} callers`;
  const isKnown = uses.every(({ reads }) => reads !== undefined);
  const reads = isKnown ? describeReads(mergeReads(uses.map((use) => use.reads ?? {}))) : "not known";
  const sent = [...new Set(uses.flatMap(({ query }) => Object.keys(query.fields ?? {})))];
  const names = sent.length > mostNames ? [...sent.slice(0, mostNames), "…"] : sent;
  return [callers, `reads ${reads}`, ...(names.length > 0 ? [`sends ${names.join(", ")}`] : [])].join(", ");
}

function mergeReads(all: readonly ReadFields[]): ReadFields {
  if (all.some(({ whole }) => whole)) return { whole: true };
  const names = new Set(all.flatMap(({ fields = {} }) => Object.keys(fields)));
  const fieldsOf = (name: string): readonly ReadFields[] =>
    all.flatMap(({ fields = {} }) => (Object.hasOwn(fields, name) ? [fields[name] ?? {}] : []));
  return { fields: Object.fromEntries([...names].map((name) => [name, mergeReads(fieldsOf(name))])) };
}
