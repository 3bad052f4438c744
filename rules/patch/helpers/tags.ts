import { conventions } from "../../../src/contract/conventions";
import { jsonBodies } from "../../../src/request/questions/predicates";
import type { Request } from "../../../src/request/request";
import type { Context } from "../../../src/rule/define";
import type { Shape } from "../../../src/shape/shape";
import { matchesTemplate } from "./path-template";

/** Whether the resource that a request changes uses entity tags (conventions 2, 4.3.10), by configuration, shapes and the project's own code. */
export function usesTags(request: Request, context: Pick<Context<unknown>, "facts" | "evidenceOfTags">): boolean {
  const { described } = request;
  const { service } = context.facts;
  if (described && service?.etags !== true && !Array.isArray(service?.etags))
    return described.endpoint?.tag !== undefined || (hasTag(request.resource) === true && !mayHoldTag(request));
  const known = [request.resource, request.response].map(hasTag).filter((answer) => answer !== undefined);
  if (known.length > 0 && !known.includes(true)) return false;
  if (!service) return context.evidenceOfTags();
  if (typeof service.etags === "boolean") return service.etags;
  const { path } = request.target;
  return path !== undefined && service.etags.some((template) => matchesTemplate(template, path));
}

/** Whether the body may hold the tag: a service whose resources hold theirs takes it there too. */
function mayHoldTag(request: Request): boolean {
  const { body } = request;
  if (body && (body.hooked || body.encoding === "unknown")) return true;
  return jsonBodies(request).some(
    (body) => body.kind !== "object" || body.open || body.members.some(({ key }) => key === conventions.tag.field),
  );
}

/** Whether a resource's shape has the field `etag`; `undefined` where the shape leaves that open. */
function hasTag(shape: Shape | undefined): boolean | undefined {
  if (shape?.type !== "object") return undefined;
  if (shape.fields.has(conventions.tag.field)) return true;
  const wrapped = shape.fields.get(conventions.selector.wrapper)?.shape;
  if (wrapped?.type === "object" && wrapped.fields.has(conventions.tag.field)) return true;
  return shape.open || wrapped ? undefined : false;
}
