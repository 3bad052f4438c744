import type { Native, NativeCall } from "../../../clients/native";
import { opaque } from "../../../clients/native";
import type { Range } from "../../../text/range";
import type { Member, Value } from "../../../value/value";
import { optionsOf } from "../../drafts/known";
import { objectOf, oneOf, unknown } from "../../drafts/objects";

/** Header fields assigned to an instance's defaults: `api.defaults.headers.common.Authorization = x`. */

/** The groups of default headers: `common` for all requests, the others by method. */
export const headerGroups: readonly string[] = ["common", "get", "delete", "head", "options", "post", "put", "patch"];

/** Bound on the values of one field that are kept apart. */
const mostValues = 8;

type Groups = ReadonlyMap<string, ReadonlyMap<string, Member>>;

/** The header fields assigned to the defaults of one instance. */
export class DefaultHeaders {
  readonly #groups: Groups;

  /** @param groups fields by name, in groups by name; `` for fields outside of groups. */
  constructor(groups: Groups = new Map()) {
    this.#groups = groups;
  }

  /**
   * Adds an assignment.
   *
   * @param isOnly whether the assignment always runs and no other code assigns default headers. Otherwise other code may replace or remove the field at any
   * time.
   */
  with(group: string, name: string, value: Value, isOnly: boolean): DefaultHeaders {
    const { range } = value;
    const fields = this.#groups.get(group);
    const changed = (field: Pick<Member, "value" | "presence">): DefaultHeaders =>
      new DefaultHeaders(
        new Map(this.#groups).set(group, new Map(fields).set(name, { key: name, keyRange: range, ...field })),
      );
    if (isOnly) return changed({ value, presence: "always" });
    // The same assignment may run again; its earlier value is replaced.
    const before = optionsOf(fields?.get(name)?.value ?? unknown("a default header set at another time", range)).filter(
      (option) => option.range.start !== range.start || option.kind === "unknown",
    );
    const options = before.length < mostValues ? [...before, ...optionsOf(value)] : before;
    return changed({ value: oneOf(options, range), presence: "maybe" });
  }

  /** @returns options of an instance that contain these header fields; `undefined` if there are none. */
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

/** `api.defaults`. Assignments to header fields and to the base are recorded; other members are ignored. */
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

/** @returns whether a file mentions a client's defaults only once, so that none of its other code changes them. */
export function mentionsDefaultsOnce(call: Pick<NativeCall, "node">): boolean {
  return call.node.getSourceFile().text.match(mention)?.length === 1;
}
