import type { Range } from "../../text/range";
import type { ObjectValue, UnknownValue, Value } from "../../value/value";
import type { Request } from "../request";
import { isMisplaced } from "./misplaced";

/** What is known of a header field or a query parameter of a request. */
export interface FieldLookup {
  /**
   * `present`: sent on every path; `maybe`: sent on some paths only; `absent`: surely not sent by the source; `unknown`: it may be added out of sight (an open
   * object, an interceptor).
   */
  readonly presence: "present" | "maybe" | "absent" | "unknown";
  /** Its value, if the source shows one. */
  readonly value?: Value;
  /** The key: its whole range in the file under analysis, or the place through which it comes in. */
  readonly keyRange?: Range;
}

/**
 * Looks a header field up, ignoring case. Fields that the client sends by itself do not count: see `request.defaults`.
 *
 * @param name the field's name in any case.
 * @returns the field. If it is given twice, in different case, the last value counts.
 */
export function getHeader(request: Request, name: string): FieldLookup {
  const { unseenHeaders, shared } = request.defaults;
  const isShared = shared === true && credentials.has(name.toLowerCase());
  return getHeaderIn(request.headers, name, unseenHeaders || isShared || isMisplaced(request, "headers"));
}

/** Header fields that programs set once on a shared client, out of sight of the call. */
const credentials = new Set(["authorization", "user-agent", "accept-encoding"]);

/** Like `getHeader`, for header fields that are not a request's yet. */
export function getHeaderIn(headers: ObjectValue | UnknownValue, name: string, unseen = false): FieldLookup {
  const lower = name.toLowerCase();
  return findMember(headers, (key) => key.toLowerCase() === lower, unseen);
}

/**
 * Finds a member of an object that may be open.
 *
 * @param matches whether a key is the one that is looked for.
 * @param unseen whether members may be added out of sight.
 */
export function findMember(
  object: ObjectValue | UnknownValue,
  matches: (key: string) => boolean,
  unseen = false,
): FieldLookup {
  if (object.kind === "unknown") return { presence: "unknown" };
  const found = object.members.filter((member) => matches(member.key));
  const member = found.at(-1);
  if (!member) return { presence: object.open || unseen ? "unknown" : "absent" };
  const always = found.some((each) => each.presence === "always");
  const presence = always ? "present" : "maybe";
  return { presence, value: member.value, keyRange: member.keyRange };
}
