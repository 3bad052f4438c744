// Made by `npm run generate` from the files beside it.
import type { Rule } from "../src/rule/define";
import { rule as noDataPrefix } from "./fields/no-data-prefix";
import { rule as noRedundantFields } from "./fields/no-redundant-fields";
import { rule as noUnselectedAccess } from "./fields/no-unselected-access";
import { rule as noUnusedFields } from "./fields/no-unused-fields";
import { rule as preferPartialResponse } from "./fields/prefer-partial-response";
import { rule as requirePageToken } from "./fields/require-page-token";
import { rule as validFields } from "./fields/valid-fields";
import { rule as noAmbiguousScalars } from "./kinds/no-ambiguous-scalars";
import { rule as noUnknownKindFields } from "./kinds/no-unknown-kind-fields";
import { rule as noUnreleasedFields } from "./kinds/no-unreleased-fields";
import { rule as requireKindFields } from "./kinds/require-kind-fields";
import { rule as validApiVersion } from "./kinds/valid-api-version";
import { rule as validKindRules } from "./kinds/valid-kind-rules";
import { rule as validKindValues } from "./kinds/valid-kind-values";
import { rule as completePut } from "./patch/complete-put";
import { rule as noArrayInPatch } from "./patch/no-array-in-patch";
import { rule as noFullResourcePatch } from "./patch/no-full-resource-patch";
import { rule as noRequiredNull } from "./patch/no-required-null";
import { rule as noStaleEtag } from "./patch/no-stale-etag";
import { rule as noUndefinedInPatch } from "./patch/no-undefined-in-patch";
import { rule as requireIfMatch } from "./patch/require-if-match";
import { rule as validBody } from "./patch/valid-body";
import { rule as grantedPermission } from "./permissions/granted-permission";
import { rule as knownEndpoint } from "./permissions/known-endpoint";
import { rule as tokenType } from "./permissions/token-type";
import { rule as bearerAuthorization } from "./transport/bearer-authorization";
import { rule as clientOptions } from "./transport/client-options";
import { rule as gzipUserAgent } from "./transport/gzip-user-agent";
import { rule as noDeprecated } from "./transport/no-deprecated";
import { rule as requireAuthorization } from "./transport/require-authorization";
import { rule as requireJsonContentType } from "./transport/require-json-content-type";
import { rule as validHeaders } from "./transport/valid-headers";
import { rule as validMethodOverride } from "./transport/valid-method-override";
import { rule as validQuery } from "./transport/valid-query";

/** All rules, by group and id. */
export const rules: readonly Rule[] = [
  noDataPrefix,
  noRedundantFields,
  noUnselectedAccess,
  noUnusedFields,
  preferPartialResponse,
  requirePageToken,
  validFields,
  noAmbiguousScalars,
  noUnknownKindFields,
  noUnreleasedFields,
  requireKindFields,
  validApiVersion,
  validKindRules,
  validKindValues,
  completePut,
  noArrayInPatch,
  noFullResourcePatch,
  noRequiredNull,
  noStaleEtag,
  noUndefinedInPatch,
  requireIfMatch,
  validBody,
  grantedPermission,
  knownEndpoint,
  tokenType,
  bearerAuthorization,
  clientOptions,
  gzipUserAgent,
  noDeprecated,
  requireAuthorization,
  requireJsonContentType,
  validHeaders,
  validMethodOverride,
  validQuery,
];

/** The same by id. */
export const byId: ReadonlyMap<string, Rule> = new Map(rules.map((rule) => [rule.id, rule]));
