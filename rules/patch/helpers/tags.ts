import { conventions } from "../../../src/contract/conventions";
import type { Request } from "../../../src/request/request";
import type { Context } from "../../../src/rule/define";
import type { Shape } from "../../../src/shape/shape";
import { matchesTemplate } from "./path-template";

/** Whether the resource that a request changes uses entity tags (conventions 2, 4.3.10), by configuration, shapes and the project's own code. */
export function usesTags(request: Request, context: Pick<Context<unknown>, "facts" | "evidenceOfTags">): boolean {
  const known = [request.resource, request.response].map(hasTag).filter((answer) => answer !== undefined);
  if (known.length > 0 && !known.includes(true)) return false;
  const { service } = context.facts;
  if (!service) return context.evidenceOfTags();
  if (typeof service.etags === "boolean") return service.etags;
  const { path } = request.target;
  return path !== undefined && service.etags.some((template) => matchesTemplate(template, path));
}

/** Whether a resource's shape has the field `etag`; `undefined` where the shape leaves that open. */
function hasTag(shape: Shape | undefined): boolean | undefined {
  if (shape?.type !== "object") return undefined;
  if (shape.fields.has(conventions.tag.field)) return true;
  const wrapped = shape.fields.get(conventions.selector.wrapper)?.shape;
  if (wrapped?.type === "object" && wrapped.fields.has(conventions.tag.field)) return true;
  return shape.open || wrapped ? undefined : false;
}
