import type { Contract } from "../contract/contract";
import type { Facts } from "../contract/configuration/configuration";
import type { Convention } from "../contract/description/endpoint";
import type { Manifest } from "../manifest/manifest";
import type { Request } from "../request/request";
import type { Range } from "../text/range";
import type { Edit } from "./finding";

/** The subjects of rules. A rule checks one at a time. */
export interface Subjects {
  request: Request;
  manifest: Manifest;
}

export type SubjectName = keyof Subjects;

/** The JSON Schema of one option, with the texts for its documentation. */
export interface OptionSchema {
  readonly type: "boolean" | "string" | "array" | "integer";
  readonly enum?: readonly string[];
  readonly items?: { readonly type: "string" };
  readonly description: string;
  readonly default: unknown;
}

export interface RuleDocs {
  /** One sentence about what it finds. */
  readonly summary: string;
  /** How the service responds, or which damage the request causes silently. */
  readonly why: string;
  /** Clauses of the specification that it enforces: `conventions 4.2.9`. */
  readonly clauses: readonly string[];
  readonly preset: "recommended" | "strict";
  /** `error` for requests that the service rejects or that cause damage, otherwise `warn`. */
  readonly severity: "error" | "warn";
  /** Options that the strict preset sets. */
  readonly strictOptions?: Readonly<Record<string, unknown>>;
}

/** A finding in the form of a rule: ids and data. The runner adds texts, severity and order. */
export interface Report {
  readonly message: string;
  readonly data?: Readonly<Record<string, string | number>>;
  readonly range: Range;
  readonly fix?: readonly Edit[];
  readonly suggestions?: readonly {
    readonly message: string;
    readonly data?: Readonly<Record<string, string | number>>;
    readonly edits: readonly Edit[];
  }[];
  readonly related?: readonly {
    readonly range: Range;
    readonly message: string;
    readonly data?: Readonly<Record<string, string | number>>;
  }[];
}

/** The context of a subject; read-only. */
export interface Context<Options> {
  readonly options: Options;
  readonly contract: Contract;
  /** The configuration file's facts: service, tokens, permissions, groups. Never its severities. */
  readonly facts: Facts;
  /** The text of the file under analysis, for edits. */
  readonly text: string;
  /**
   * Whether the project shows that its resources have entity tags: a shape with `etag`, a read of it, or an If-Match
   * header anywhere.
   */
  readonly evidenceOfTags: () => boolean;
  /** Every request of the file, in source order. */
  readonly requests: readonly Request[];
  /** See `Analysis.insideOf`. */
  readonly insideOf: (request: Request) => Request | undefined;
  report(report: Report): void;
}

/**
 * A rule: plain data and one pure function.
 *
 * `check` is called once for each subject. It reports through the context, keeps no state between calls, and imports
 * neither a host nor TypeScript nor the file system. If it throws, the runner reports a failure of this rule alone.
 */
export interface Rule<Name extends SubjectName = SubjectName, Options = object> {
  readonly id: string;
  /** The diagnostic's number in tsserver: above 100000, unique, and never reused for another rule. */
  readonly code: number;
  readonly on: Name;
  /**
   * The convention of the built-in service that the rule requires. Absent if the service's description or address is
   * enough.
   */
  readonly convention?: Convention;
  /** Set if the rule also applies where it is unknown whether the service has the convention. */
  readonly unsaid?: true;
  readonly docs: RuleDocs;
  /**
   * Message id -> the problem, the reason and the remedy, with placeholders `{name}`. Includes the messages of
   * suggestions.
   */
  readonly messages: Readonly<Record<string, string>>;
  readonly options: Readonly<Record<string, OptionSchema>>;
  readonly fixable: boolean;
  readonly hasSuggestions: boolean;
  /** Set if the reported code works but is deprecated: editors strike it through. */
  readonly marks?: "deprecated";
  check(subject: Subjects[Name], context: Context<Options>): void;
}

/** Type-checks a rule's definition, and returns it unchanged. */
export function defineRule<Name extends SubjectName, Options>(rule: Rule<Name, Options>): Rule<Name, Options> {
  return rule;
}
