import type { Range } from "../text/range";

/**
 * A located value: the known part of one JSON value in a file, with its range.
 *
 * TypeScript expressions and YAML or JSON nodes have the same form, so that one shape check and one rule serve both. A value is an immutable snapshot, taken
 * when the engine passes it to a client.
 */
export type Value =
  | ObjectValue
  | ArrayValue
  | StringValue
  | NumberValue
  | BooleanValue
  | NullValue
  | UndefinedValue
  | AlternativesValue
  | OpaqueValue
  | UnknownValue;

export interface Located {
  /** The smallest expression or node in the analysed file that contains the value. */
  readonly range: Range;
  /**
   * Set if the value is written elsewhere: in another file, or inside a wrapper. `range` is then the expression through
   * which it enters (an identifier, a callee), and nothing inside the value can be edited or shown.
   */
  readonly elsewhere?: true;
  /** The source of the value, if it is not written at `range`. */
  readonly origin?: Origin;
  /** YAML: `range` is an alias (`*name`). The value is written at the anchor, which other aliases may share. */
  readonly anchor?: Range;
  /** YAML: aliases repeat this value, so an edit affects several places. */
  readonly shared?: true;
}

/** The source of a value. */
export interface Origin {
  /**
   * The names through which the value passed, starting at its creation: dotted expressions (`process.env.TOKEN`, `context.octokit`), callees with `()`
   * (`app.getInstallationOctokit()`), variables, type names (`UserAccessToken`).
   */
  readonly trail: readonly string[];
  /** Two values with the same identity are the same run-time value, even if it is unknown. */
  readonly identity?: number;
  /** Set if the value is the answer to an earlier request, or a part of it. */
  readonly response?: ResponseOrigin;
  /** Set if the value is a parameter of the function around the request, or a part of one. */
  readonly parameter?: { readonly name: string };
}

/** The part of an earlier answer from which a value comes. */
export interface ResponseOrigin {
  /** `Request.id` of the earlier request. */
  readonly request: number;
  readonly part: "response" | "headers" | "body";
  /** Property names from `part` to the value. `*` is some element of an array. */
  readonly path: readonly string[];
}

export interface ObjectValue extends Located {
  readonly kind: "object";
  readonly members: readonly Member[];
  /** The object may have unlisted members, from an unknown spread or computed key. */
  readonly open: boolean;
  /** The values spread or copied into it (`{...read}`, `Object.assign(read, …)`), in order, known or not. */
  readonly spreads: readonly Value[];
  /** The class of an instance: `Headers`, `URL`, `Date`, …; absent for plain objects. */
  readonly class?: string;
  /**
   * Set for a fully known instance of a class in the program. JSON includes its members like those of a plain object.
   */
  readonly jsonMembers?: true;
  /** Names of members that exist only in its class. Code that reads options finds them; JSON and spreads do not. */
  readonly byClass?: readonly string[];
}

/** @returns whether JSON includes the object's members: those of a plain object, or of an instance of a class in the program. */
export function hasJsonMembers(value: ObjectValue): boolean {
  return value.class === undefined || value.jsonMembers === true;
}

export interface Member {
  readonly key: string;
  readonly keyRange: Range;
  readonly value: Value;
  /** `maybe`: present only on some paths (a conditional spread, an assignment under a condition). */
  readonly presence: "always" | "maybe";
  /** YAML: a merge key (`<<`) copies the member from another mapping. */
  readonly inherited?: true;
  /** YAML: the key as version 1.1 reads it, if that differs (`on` is the boolean `true`). */
  readonly olderKey?: string;
}

export interface ArrayValue extends Located {
  readonly kind: "array";
  /** The known elements in order. Complete only if not `open`. */
  readonly elements: readonly Element[];
  /** The array may have unlisted elements. */
  readonly open: boolean;
  /** The arrays from which it was built (`[...a]`, `a.map`, `a.filter`, `a.concat`, a `push` on it), known or not. Empty for a new array. */
  readonly sources: readonly Value[];
}

export interface Element {
  readonly value: Value;
  readonly presence: "always" | "maybe";
}

/** A string that is known except for its holes. */
export interface StringValue extends Located {
  readonly kind: "string";
  readonly parts: readonly StringPart[];
  /** YAML: the notation of the string. */
  readonly style?: "plain" | "quoted" | "block";
  readonly older?: OlderReading;
}

/** YAML: a plain scalar as version 1.1 reads it, if that differs (`yes` is a boolean, `0777` is 511). */
export type OlderReading = StringValue | NumberValue | BooleanValue;

export type StringPart = TextPart | HolePart;

export interface TextPart extends Located {
  readonly kind: "text";
  readonly text: string;
  /**
   * Source offset of every UTF-16 unit of `text` and of its end: `text.length + 1` entries. Absent if the source contains the text verbatim (no escapes), or if
   * the part is written `elsewhere`.
   */
  readonly offsets?: readonly number[];
}

/** An unknown part of a string. `value.range` is the expression in `${}` or the operand of `+`. */
export interface HolePart {
  readonly kind: "hole";
  readonly value: Value;
  /** In a URL: percent-encoded as one piece, so it contains no slash. */
  readonly encoded?: true;
}

export interface NumberValue extends Located {
  readonly kind: "number";
  /** The source text, for integers beyond 2^53 and for messages. */
  readonly text: string;
  readonly value: number | bigint;
  readonly older?: OlderReading;
}

export interface BooleanValue extends Located {
  readonly kind: "boolean";
  readonly value: boolean;
  readonly older?: OlderReading;
}

export interface NullValue extends Located {
  readonly kind: "null";
}

export interface UndefinedValue extends Located {
  readonly kind: "undefined";
}

/**
 * One of several possible values: a conditional expression, a variable assigned in branches, a union of literal types. Has at least two options; never nested.
 */
export interface AlternativesValue extends Located {
  readonly kind: "alternatives";
  readonly options: readonly Value[];
}

/** A value that is certainly not JSON: a function, a class instance, a client. `label` names it in messages. */
export interface OpaqueValue extends Located {
  readonly kind: "opaque";
  readonly label: string;
  /** Data of the engine; other code does not read it. */
  readonly handle?: unknown;
}

export interface UnknownValue extends Located {
  readonly kind: "unknown";
  /** Why it is unknown, in words for `restraint requests`: "parameter `id`", "assigned in a loop". */
  readonly reason: string;
  /** The JSON type, if its TypeScript type or its construction reveals it. */
  readonly is?: "string" | "number" | "boolean" | "array" | "object";
}
