import type { ContractFile } from "../contract/file/contract-file";
import type { PermissionEntry } from "../contract/contract";
import type { DescribedService } from "../contract/description/description-file";
import type { DescribedEndpoint } from "../contract/description/description-file";
import type { ChangeNode, Effect, SchemaChange } from "./node";
import type { Schemas } from "./compare/schema-pairs";

/** A version of a service's description, in the form that an import creates. */
export interface Version extends Pick<ContractFile, "groups" | "kinds" | "permissions"> {
  readonly service?: DescribedService;
  readonly endpoints?: Readonly<Record<string, DescribedEndpoint>>;
  readonly schemas?: Schemas;
}

/** The changed part of a request or response. */
export type Part = "endpoint" | "query" | "header" | "path" | "body" | "form" | "response" | "object";

/** The test that decides whether a change of an endpoint itself hits a call. */
export type EndpointTest =
  | { readonly kind: "all" | "perhaps all" | "none" | "body missing" | "body sent" | "reads anything" }
  | { readonly kind: "media type"; readonly type: string }
  | { readonly kind: "token"; readonly type: string }
  /** The alternatives in the map; the granted permissions decide between them. */
  | {
      readonly kind: "permission";
      readonly was: readonly PermissionEntry[];
      readonly now: readonly PermissionEntry[];
    };

interface ChangeOf {
  /** The name of oasdiff, if it has the same change. */
  readonly id: string;
  readonly effect: Effect;
  /**
   * The endpoint with the parameter names of the older version, or of the newer if the older lacks it: `GET
   * /widgets/{id}`. Or the kind: `shop.example.dev/v1 Gadget`.
   */
  readonly endpoint: string;
  readonly part: Part;
  /** The parameter, or the path of the property: `owner/name`; empty for the whole part. */
  readonly place: string;
  readonly was?: string;
  readonly now?: string;
}

/** A change between two versions, with the means to decide which calls it hits. */
export type Change =
  | (ChangeOf & { readonly kind: "endpoint"; readonly test: EndpointTest })
  | (ChangeOf & {
      readonly kind: "value";
      /** The differences of the parameter or of the whole body. The change is at this node or reachable from it. */
      readonly root: ChangeNode;
      /** The parameter's name. */
      readonly parameter?: string;
      readonly change: SchemaChange;
    });
