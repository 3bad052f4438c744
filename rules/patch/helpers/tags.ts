import { conventions } from "../../../src/contract/conventions";
import { jsonBodies } from "../../../src/request/derived/predicates";
import type { Described } from "../../../src/request/derived/described";
import type { Request } from "../../../src/request/request";
import type { Context } from "../../../src/rule/define";
import type { Shape } from "../../../src/shape/shape";
import { findPublicService } from "../../../src/request/derived/documented";
import { matchesTemplate } from "./path-template";

/** Whether the updated resource uses entity tags (conventions 2, 4.3.10), according to the configuration, shapes and other code of the project. */
export function usesTags(request: Request, context: Pick<Context<unknown>, "facts" | "evidenceOfTags">): boolean {
  const { described } = request;
  const etags = context.facts.service?.etags;
  if (described && etags !== true && !Array.isArray(etags)) return isDescribedWithTag(request, described);
  const known = [request.resource, request.response].map(hasTag).filter((answer) => answer !== undefined);
  if (known.length > 0 && !known.includes(true)) return false;
  // For a documented service, the code's use of tags with other services proves nothing.
  if (etags === undefined) return findPublicService(request, context.facts) === undefined && context.evidenceOfTags();
  if (typeof etags === "boolean") return etags;
  const { path } = request.target;
  return path !== undefined && etags.some((template) => matchesTemplate(template, path));
}

function isDescribedWithTag(request: Request, { endpoint, conventions: inForce }: Described): boolean {
  if (endpoint?.tag !== undefined || inForce.has("entity-tags")) return true;
  return hasTag(request.resource) === true && !mayHoldTag(request);
}

/** Whether the body may contain the tag. A service that returns the tag in the resource accepts it in the body too. */
function mayHoldTag(request: Request): boolean {
  const { body } = request;
  if (body && (body.hooked || body.encoding === "unknown")) return true;
  return jsonBodies(request).some(
    (body) => body.kind !== "object" || body.open || body.members.some(({ key }) => key === conventions.tag.field),
  );
}

/** Whether a resource's shape has the field `etag`; `undefined` if the shape leaves it open. */
function hasTag(shape: Shape | undefined): boolean | undefined {
  if (shape?.type !== "object") return undefined;
  if (shape.fields.has(conventions.tag.field)) return true;
  const wrapped = shape.fields.get(conventions.selector.wrapper)?.shape;
  if (wrapped?.type === "object" && wrapped.fields.has(conventions.tag.field)) return true;
  return shape.open || wrapped ? undefined : false;
}
