import type { Range } from "../../text/range";
import type { ObjectValue, UnknownValue, Value } from "../../value/value";
import type { Request } from "../request";
import { isMisplaced } from "./misplaced";

/** The known facts of a header field or query parameter of a request. */
export interface FieldLookup {
  /**
   * `present`: sent on every path; `maybe`: sent only on some paths; `absent`: surely not sent by the source;
   * `unknown`: unseen code may add it (an open object, an interceptor).
   */
  readonly presence: "present" | "maybe" | "absent" | "unknown";
  /** Its value, if the source shows one. */
  readonly value?: Value;
  /** The range of the key in the file under analysis, or the range through which the key comes in. */
  readonly keyRange?: Range;
}

/**
 * Looks a header field up, ignoring case. Excludes fields that the client adds: see `request.defaults`.
 *
 * @param name the field's name in any case.
 * @returns the field. If several spellings are given, the last value counts.
 */
export function getHeader(request: Request, name: string): FieldLookup {
  const { unseenHeaders, shared } = request.defaults;
  const isShared = shared === true && credentials.has(name.toLowerCase());
  return getHeaderIn(request.headers, name, unseenHeaders || isShared || isMisplaced(request, "headers"));
}

/** Header fields that programs set once on a shared client, where the call does not show them. */
const credentials = new Set(["authorization", "user-agent", "accept-encoding"]);

/** Like `getHeader`, for header fields without a request. */
export function getHeaderIn(headers: ObjectValue | UnknownValue, name: string, unseen = false): FieldLookup {
  const lower = name.toLowerCase();
  return findMember(headers, (key) => key.toLowerCase() === lower, unseen);
}

/**
 * Finds a member of an object that may be open.
 *
 * @param matches whether a key is the wanted one.
 * @param unseen whether unseen code may add members.
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
