import type { Value } from "../../../value/value";
import { asText } from "../../drafting/known";
import type { Draft } from "../../drafting/draft";
import routes from "./octokit-without-body.json";

const withoutBody = new Set(routes);

/** Notes of a draft that the documentation of its route, which changes something, names no body: `PATCH /notifications/threads/{thread_id}`. */
export function bodilessBy(method: Value | undefined, url: Value | undefined): Pick<Draft, "takesNoBody"> {
  const path = asText(url);
  const isBodiless = path !== undefined && withoutBody.has(`${asText(method)?.toUpperCase() ?? ""} ${path}`);
  return isBodiless ? { takesNoBody: true } : {};
}
