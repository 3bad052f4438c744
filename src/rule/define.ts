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

/** A JSON Schema for one option, with what the docs print of it. */
export interface OptionSchema {
  readonly type: "boolean" | "string" | "array" | "integer";
  readonly enum?: readonly string[];
  readonly items?: { readonly type: "string" };
  readonly description: string;
  readonly default: unknown;
}

export interface RuleDocs {
  /** One sentence: what it finds. */
  readonly summary: string;
  /** The service's answer, or the damage that it does silently. */
  readonly why: string;
  /** Clauses of the spec that it enforces: `conventions 4.2.9`. */
  readonly clauses: readonly string[];
  readonly preset: "recommended" | "strict";
  /** `error` for what the service refuses or damages, `warn` for the rest. */
  readonly severity: "error" | "warn";
  /** Options that the strict preset sets. */
  readonly strictOptions?: Readonly<Record<string, unknown>>;
}

/** A finding as a rule states it: ids and data; words, severity and order are the runner's. */
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

/** The context of a subject. Everything in it is read-only. */
export interface Context<Options> {
  readonly options: Options;
  readonly contract: Contract;
  /** The configuration file's facts: service, tokens, permissions, groups. Never its severities. */
  readonly facts: Facts;
  /** The text of the file under analysis, for edits. */
  readonly text: string;
  /** Whether the project shows that its resources carry entity tags: a shape with `etag`, a read of it, an If-Match elsewhere. */
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
 * `check` is called once for each subject. It reports through the context, and neither keeps state between calls, nor imports a host,
 * TypeScript or the file system. It may throw: the runner turns that into a failure of this rule alone.
 */
export interface Rule<Name extends SubjectName = SubjectName, Options = object> {
  readonly id: string;
  /** The diagnostic's number in tsserver: above 100000, unique, never used again for another rule. */
  readonly code: number;
  readonly on: Name;
  /** What the service must have in common with the built-in one; absent: nothing that its description or its address leaves open. */
  readonly convention?: Convention;
  /** The rule also holds where nothing tells whether the service has the convention. */
  readonly unsaid?: true;
  readonly docs: RuleDocs;
  /** Message id -> what is wrong, why, what to do; `{name}` is a placeholder. Suggestions' messages too. */
  readonly messages: Readonly<Record<string, string>>;
  readonly options: Readonly<Record<string, OptionSchema>>;
  readonly fixable: boolean;
  readonly hasSuggestions: boolean;
  /** What is reported works, and is on its way out: editors strike it through. */
  readonly marks?: "deprecated";
  check(subject: Subjects[Name], context: Context<Options>): void;
}

/** Types a rule's definition; gives it back unchanged. */
export function defineRule<Name extends SubjectName, Options>(rule: Rule<Name, Options>): Rule<Name, Options> {
  return rule;
}
