import { sentMethod } from "../../../src/request/questions/method";
import type { Documented } from "../../../src/request/questions/documented";
import { isObject, jsonBodies } from "../../../src/request/questions/predicates";
import type { Request } from "../../../src/request/request";
import type { Report } from "../../../src/rule/define";
import { isSameValue } from "./same-value";

/** Checks a body against what a public service's documentation says in prose. */
export function* checkDocumentedBody(
  request: Request,
  documented: Documented | undefined,
  requests: readonly Request[],
): Generator<Report> {
  if (!documented) return;
  const { service, elsewhere = {}, sendsBack } = documented;
  const method = sentMethod(request) ?? "";
  for (const body of jsonBodies(request).filter(isObject)) {
    for (const { key, keyRange } of body.members) {
      const instead = elsewhere[key];
      if (instead !== undefined)
        yield { message: "elsewhere", data: { path: key, method, service, instead }, range: keyRange };
    }
    if (sendsBack === undefined || isRequired(request, sendsBack)) continue;
    const isSent = body.open || body.members.some(({ key }) => key === sendsBack);
    if (!isSent && isReadBefore(request, requests))
      yield { message: "sendsBack", data: { path: sendsBack, method, service }, range: request.anchor };
  }
}

/** What a description requires is told by it. */
function isRequired({ described, resource }: Request, name: string): boolean {
  return described !== undefined && resource?.type === "object" && resource.fields.get(name)?.required === true;
}

/** Whether the same path is read before, in the same run of the same function, so that there may be something to replace. */
function isReadBefore({ range, target: { path } }: Request, requests: readonly Request[]): boolean {
  return requests.some((read) => {
    const other = read.target.path;
    if (read.range.start >= range.start || sentMethod(read) !== "GET") return false;
    return path !== undefined && other !== undefined && isSameValue(path, other);
  });
}
