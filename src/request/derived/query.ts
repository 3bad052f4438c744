import { conventions } from "../../contract/conventions";
import { findMember, type FieldLookup } from "./headers";
import type { Request } from "../request";

/**
 * Looks a query parameter up, in the URL and in the query option. Names are case-sensitive.
 *
 * @returns the parameter. A repeated one has an array as its value.
 */
export function getQuery(request: Request, name: string): FieldLookup {
  return findMember(request.query, (key) => key === name);
}

/** The `fields` selector of a request (conventions 4.2), percent-decoded. */
export function getFields(request: Request): FieldLookup {
  return getQuery(request, conventions.selector.parameter);
}
