import type { ContractFile } from "../contract/file/contract-file";
import type { PermissionEntry } from "../contract/contract";
import type { DescribedService } from "../contract/description/description-file";
import type { DescribedEndpoint } from "../contract/description/description-file";
import type { ChangeNode, Effect, SchemaChange } from "./node";
import type { Schemas } from "./compare/schema-pairs";

/** A version of the description of a service: what an import makes of it. */
export interface Version extends Pick<ContractFile, "groups" | "kinds" | "permissions"> {
  readonly service?: DescribedService;
  readonly endpoints?: Readonly<Record<string, DescribedEndpoint>>;
  readonly schemas?: Schemas;
}

/** The part of a request or of an answer in which something has changed. */
export type Part = "endpoint" | "query" | "header" | "path" | "body" | "form" | "response" | "object";

/** What tells whether a call of an endpoint is hit by a change of the endpoint itself. */
export type EndpointTest =
  | { readonly kind: "all" | "perhaps all" | "none" | "body missing" | "body sent" | "reads anything" }
  | { readonly kind: "media type"; readonly type: string }
  | { readonly kind: "token"; readonly type: string }
  /** The alternatives that the map lists: those that are granted decide. */
  | {
      readonly kind: "permission";
      readonly was: readonly PermissionEntry[];
      readonly now: readonly PermissionEntry[];
    };

interface ChangeOf {
  /** As oasdiff names it, where it has the same. */
  readonly id: string;
  readonly effect: Effect;
  /** The endpoint as the older version writes it, the newer where the older has none: `GET /widgets/{id}`; or the kind: `shop.example.dev/v1 Gadget`. */
  readonly endpoint: string;
  readonly part: Part;
  /** The parameter, or the path of the property: `owner/name`; empty: the whole part. */
  readonly place: string;
  readonly was?: string;
  readonly now?: string;
}

/** One change between two versions, and what tells which calls it hits. */
export type Change =
  | (ChangeOf & { readonly kind: "endpoint"; readonly test: EndpointTest })
  | (ChangeOf & {
      readonly kind: "value";
      /** What has changed in the parameter, or in the whole body: the change is in it, or in what it leads to. */
      readonly root: ChangeNode;
      /** The parameter's name. */
      readonly parameter?: string;
      readonly change: SchemaChange;
    });
