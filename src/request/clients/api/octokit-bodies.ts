import type { Value } from "../../../value/value";
import { asText } from "../../drafting/known";
import routes from "./octokit-without-body.json";

const withoutBody = new Set(routes);

/** Whether the documentation of a route that changes something names no body: `PATCH /notifications/threads/{thread_id}`. */
export function takesNoBody(method: Value | undefined, url: Value | undefined): boolean {
  const path = asText(url);
  return path !== undefined && withoutBody.has(`${asText(method)?.toUpperCase() ?? ""} ${path}`);
}
