import type { Native, NativeCall } from "../../../clients/native";
import { opaque } from "../../../clients/native";
import type { Range } from "../../../text/range";
import type { Member, Value } from "../../../value/value";
import { optionsOf } from "../../drafts/known";
import { objectOf, oneOf, unknown } from "../../drafts/objects";

/** Header fields that are assigned to the defaults of an instance: `api.defaults.headers.common.Authorization = x`. */

/** The groups of default headers: for all requests, and by method. */
export const headerGroups: readonly string[] = ["common", "get", "delete", "head", "options", "post", "put", "patch"];

/** More values of one field than anybody assigns. */
const mostValues = 8;

type Groups = ReadonlyMap<string, ReadonlyMap<string, Member>>;

/** What is assigned to the defaults of one instance. */
export class DefaultHeaders {
  readonly #groups: Groups;

  /** @param groups by group, `` for those that belong to none; in each by name. */
  constructor(groups: Groups = new Map()) {
    this.#groups = groups;
  }

  /**
   * Adds an assignment.
   *
   * @param isOnly it always happens, and no other code assigns default headers. Else others may take the field away or replace it at any time.
   */
  with(group: string, name: string, value: Value, isOnly: boolean): DefaultHeaders {
    const { range } = value;
    const fields = this.#groups.get(group);
    const changed = (field: Pick<Member, "value" | "presence">): DefaultHeaders =>
      new DefaultHeaders(
        new Map(this.#groups).set(group, new Map(fields).set(name, { key: name, keyRange: range, ...field })),
      );
    if (isOnly) return changed({ value, presence: "always" });
    // Code that runs again assigns again.
    const before = optionsOf(fields?.get(name)?.value ?? unknown("a default header set at another time", range)).filter(
      (option) => option.range.start !== range.start || option.kind === "unknown",
    );
    const options = before.length < mostValues ? [...before, ...optionsOf(value)] : before;
    return changed({ value: oneOf(options, range), presence: "maybe" });
  }

  /** @returns the options of an instance that these headers are; `undefined` where there are none. */
  options(at: Range): Value | undefined {
    if (this.#groups.size === 0) return undefined;
    const members = [...this.#groups].flatMap(([group, fields]): Member[] =>
      group === ""
        ? [...fields.values()]
        : [{ key: group, keyRange: at, value: objectOf([...fields.values()], at), presence: "always" }],
    );
    return objectOf([{ key: "headers", keyRange: at, value: objectOf(members, at), presence: "always" }], at);
  }
}

/** `api.defaults`: of its members, assignments to header fields and to the base are noted. */
export function defaultsNative(
  learn: (change: (before: DefaultHeaders) => DefaultHeaders) => void,
  isAlone: boolean,
  learnBase: (base: Value) => void,
): Native {
  const groupNative = (group: string): Native => ({
    label: "default headers",
    get: (name, at) => (group === "" && headerGroups.includes(name) ? opaque(groupNative(name), at) : undefined),
    set(name, value, presence) {
      const isGroup = group === "" && headerGroups.includes(name);
      if (isGroup && value.kind !== "object") return;
      for (const field of isGroup && value.kind === "object" ? value.members : [{ key: name, value }])
        learn((before) =>
          before.with(isGroup ? name : group, field.key, field.value, isAlone && presence === "always"),
        );
    },
  });
  return {
    label: "axios.defaults",
    get: (name, at) => (name === "headers" ? opaque(groupNative(""), at) : undefined),
    set(name, value, presence) {
      if (name === "baseURL") learnBase(value);
      if (name !== "headers" || value.kind !== "object") return;
      for (const field of value.members) groupNative("").set?.(field.key, field.value, presence);
    },
  };
}

const mention = /\.\s*defaults\b/g;

/** @returns whether a file mentions defaults of a client once only, so that no other code of it changes them. */
export function mentionsDefaultsOnce(call: Pick<NativeCall, "node">): boolean {
  return call.node.getSourceFile().text.match(mention)?.length === 1;
}
