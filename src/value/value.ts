import type { Range } from "../text/range";

/**
 * A located value: what is known of one JSON value in a file, and where it stands.
 *
 * The same form is made from a TypeScript expression and from a YAML or JSON node, so that one shape check and one rule
 * serve both. It is an immutable snapshot: the engine takes it when a client is given the value.
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
  /** The smallest expression or node of the file under analysis that holds the value. */
  readonly range: Range;
  /**
   * Set when the value is written somewhere else: in another file, or inside the wrapper that a call goes through. `range` is then the
   * place through which it comes in (an identifier, a callee), and nothing inside it can be edited or pointed at.
   */
  readonly elsewhere?: true;
  /** Where the value came from, when it was not written down at `range`. */
  readonly origin?: Origin;
  /** YAML: `range` is an alias (`*name`); the value itself is written at the anchor, and others may share it. */
  readonly anchor?: Range;
  /** YAML: aliases stand for the value at other places too, so that to change it changes those. */
  readonly shared?: true;
}

/**
 * How a value came to be.
 */
export interface Origin {
  /**
   * The names under which the value passed, innermost (its creation) first: dotted expressions (`process.env.TOKEN`,
   * `context.octokit`), callees with `()` (`app.getInstallationOctokit()`), variables, type names (`UserAccessToken`).
   */
  readonly trail: readonly string[];
  /**
   * Two values with the same identity are the same run-time value although it is not known which one.
   */
  readonly identity?: number;
  /** Set when the value is, or is part of, what an earlier request answered. */
  readonly response?: ResponseOrigin;
  /** Set when the value is a parameter of the function that holds the request, or is part of one. */
  readonly parameter?: { readonly name: string };
}

/** The part of an earlier request's answer that a value is. */
export interface ResponseOrigin {
  /** `Request.id` of the request that was answered. */
  readonly request: number;
  readonly part: "response" | "headers" | "body";
  /** Property names below that part; `*` stands for "some element of an array". */
  readonly path: readonly string[];
}

export interface ObjectValue extends Located {
  readonly kind: "object";
  readonly members: readonly Member[];
  /** The object may have members that are not listed: a spread or a computed key that is not known. */
  readonly open: boolean;
  /** What was spread into it or copied from (`{...read}`, `Object.assign(read, …)`), in order, known or not. */
  readonly spreads: readonly Value[];
  /** The class of an instance: `Headers`, `URL`, `Date`, …; absent for plain objects. */
  readonly class?: string;
  /** An instance of a class of the program that is known as a whole: JSON has its members, like those of a plain object. */
  readonly jsonMembers?: true;
  /** Names that it has by its class alone: code that reads options finds them, JSON and spreads do not. */
  readonly byClass?: readonly string[];
}

/** @returns whether JSON of the object has its members: a plain object, or an instance of a class of the program. */
export function hasJsonMembers(value: ObjectValue): boolean {
  return value.class === undefined || value.jsonMembers === true;
}

export interface Member {
  readonly key: string;
  readonly keyRange: Range;
  readonly value: Value;
  /** `maybe`: present on some paths only (a conditional spread, an assignment under a condition). */
  readonly presence: "always" | "maybe";
  /** YAML: the member stands in another mapping, and comes into this one by a merge key (`<<`). */
  readonly inherited?: true;
  /** YAML: what version 1.1 of the language reads as the key, where it reads the plain scalar differently (`on` is the boolean `true`). */
  readonly olderKey?: string;
}

export interface ArrayValue extends Located {
  readonly kind: "array";
  /** The known elements in order; only meaningful as a whole when not `open`. */
  readonly elements: readonly Element[];
  /** There may be elements that are not listed. */
  readonly open: boolean;
  /** The arrays it was made from (`[...a]`, `a.map`, `a.filter`, `a.concat`, `push` on it), known or not. Empty for a fresh one. */
  readonly sources: readonly Value[];
}

export interface Element {
  readonly value: Value;
  readonly presence: "always" | "maybe";
}

/** A string, known but for its holes. One without holes is fully known. */
export interface StringValue extends Located {
  readonly kind: "string";
  readonly parts: readonly StringPart[];
  /** YAML: how it was written. */
  readonly style?: "plain" | "quoted" | "block";
  readonly older?: OlderReading;
}

/** YAML: what version 1.1 of the language reads, where it reads the plain scalar differently (`yes` is a boolean, `0777` is 511). */
export type OlderReading = StringValue | NumberValue | BooleanValue;

export type StringPart = TextPart | HolePart;

export interface TextPart extends Located {
  readonly kind: "text";
  readonly text: string;
  /**
   * Source offset of every UTF-16 unit of `text`, and of its end: `text.length + 1` entries. Absent where the source is the text
   * itself (no escapes), and where the part is written `elsewhere`.
   */
  readonly offsets?: readonly number[];
}

/** Something in a string that is not known; `value.range` is the expression in `${}` or the operand of `+`. */
export interface HolePart {
  readonly kind: "hole";
  readonly value: Value;
  /** In a URL: it is percent-encoded as one piece, so that it holds no slash. */
  readonly encoded?: true;
}

export interface NumberValue extends Located {
  readonly kind: "number";
  /** As written, for integers beyond 2^53 and for messages. */
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

/** One of several values, each possible: a conditional expression, a variable assigned in branches, a union of literal types. Never nested, never empty, never of one. */
export interface AlternativesValue extends Located {
  readonly kind: "alternatives";
  readonly options: readonly Value[];
}

/** Known to be no JSON value: a function, a class instance, a client. `label` names it for messages. */
export interface OpaqueValue extends Located {
  readonly kind: "opaque";
  readonly label: string;
  /** What the engine needs to go on with it; nobody else looks inside. */
  readonly handle?: unknown;
}

export interface UnknownValue extends Located {
  readonly kind: "unknown";
  /** Why, in words for `restraint requests`: "parameter `id`", "assigned in a loop". */
  readonly reason: string;
  /** The JSON type, where that much is known from its TypeScript type or from how it was made. */
  readonly is?: "string" | "number" | "boolean" | "array" | "object";
}
