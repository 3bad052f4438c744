import type { Facts } from "../../src/contract/configuration/configuration";
import type { Contract, PermissionEntry } from "../../src/contract/contract";
import { getCategories, getCategoryKey } from "../../src/contract/permissions/categories";
import { covers, getGrantedLevel, type Grants, isGranted } from "../../src/contract/permissions/grants";
import { mayMean } from "../../src/contract/permissions/manifest-grant";
import { findRequestEndpoints } from "../../src/request/derived/endpoint";
import { isMapped } from "../../src/request/derived/predicates";
import type { Request } from "../../src/request/request";
import { type Context, defineRule, type Report } from "../../src/rule/define";
import { getPathRange } from "./helpers/path-range";

type Options = Readonly<{ reportUncertain: boolean }>;

export const rule = defineRule<"request", Options>({
  id: "granted-permission",
  code: 100402,
  on: "request",
  docs: {
    summary: "Disallow requests to endpoints that the application's granted permissions do not cover.",
    why: "The service refuses the request, unless the resource is public and the endpoint reaches such without a permission.",
    clauses: ["permissions 5"],
    preset: "recommended",
    severity: "error",
  },
  messages: {
    notGranted:
      "`{method} {endpoint}` needs {needed}, which is not granted: the service refuses the request. Grant it, or leave the request out.",
    tooLow:
      "`{method} {endpoint}` needs {needed}, and only `{held}` is granted: the service refuses the request. Grant it, or leave the request out.",
    action: "`{client}` needs {needed}, which is not granted: it fails. Grant it.",
    perhapsNotGranted:
      "`{method} {endpoint}` may need {needed}, which is not granted. The endpoint's documentation says what it takes.",
  },
  options: {
    reportUncertain: {
      type: "boolean",
      description:
        "Report endpoints too that may take another permission (marked `*`), and paths that fit an endpoint by its parameters alone.",
      default: false,
    },
  },
  fixable: false,
  hasSuggestions: false,
  check(request, context) {
    const granted = request.granted ?? context.facts.permissions;
    if (granted === undefined || granted === "unknown" || !isMapped(request)) return;
    if (request.needs)
      checkNeeds(request, granted, (problem) => {
        context.report(problem);
      });
    else checkEndpoint(request, granted, context);
  },
});

function checkEndpoint(request: Request, granted: Grants, context: Context<Options>): void {
  const { contract, facts, options } = context;
  const match = findRequestEndpoints(request, contract, facts);
  if (match === undefined) return;
  // The entries of an endpoint are alternatives. If the path may be one of several endpoints, all their entries are alternatives too.
  const candidates = [...match.entries, ...match.possible];
  const [first] = candidates;
  if (first === undefined || candidates.some((entry) => isCovered(entry, granted, request))) return;
  const isCertain = match.listed && !isDoubtful(candidates, granted, request, contract);
  if (!isCertain && !options.reportUncertain) return;
  const held = getGrantedLevel(first, granted);
  if (candidates.some((entry) => mayBeGranted(entry, request, facts))) return;
  context.report({
    message: isCertain ? messageFor(held) : "perhapsNotGranted",
    data: {
      method: match.method,
      endpoint: first.path,
      needed: describeNeeds(candidates, request),
      held: held ?? "",
    },
    range: getPathRange(match.paths, context.text) ?? request.anchor,
  });
}

/** Checks the documented needs of an action or a command. */
function checkNeeds(request: Request, granted: Grants, report: (report: Report) => void): void {
  const { needs = [] } = request;
  const [first] = needs;
  if (first === undefined || needs.some((entry) => isGranted(entry, granted))) return;
  report({
    message: "action",
    data: { client: request.client, needed: describeNeeds(needs, request) },
    range: request.anchor,
  });
}

/** Whether the service may accept the request anyway: another permission suffices (mark `*`), or the resource is public. */
function isDoubtful(
  candidates: readonly PermissionEntry[],
  granted: Grants,
  request: Request,
  contract: Contract,
): boolean {
  const isMarked = candidates.some(({ additional }) => additional);
  if (isMarked && mayDoOtherwise(candidates, granted, contract)) return true;
  return request.granted !== undefined && mayReachPublic(candidates);
}

/**
 * Whether the resource may be readable without a permission. A workflow does not show whether its repository is public, and cannot grant permissions of an
 * organization.
 */
function mayReachPublic(candidates: readonly PermissionEntry[]): boolean {
  return candidates.some(
    (entry) => entry.scope !== "repository" || (entry.access === "read" && !isClosed.has(getCategoryKey(entry))),
  );
}

/** Categories that require a permission even in public repositories. */
const isClosed: ReadonlySet<string> = new Set(["administration", "secrets", "dependabot_secrets", "webhooks"]);

function messageFor(held: string | undefined): "notGranted" | "tooLow" {
  return held === undefined ? "notGranted" : "tooLow";
}

function isCovered(entry: PermissionEntry, granted: Grants, request: Request): boolean {
  if (isAlwaysGranted(entry) || isGranted(entry, granted)) return true;
  return request.granted !== undefined && isGrantedByPulls(entry, granted);
}

/** GitHub grants every application read access to metadata: docs.github.com/en/rest/authentication/permissions-required-for-github-apps. */
function isAlwaysGranted(entry: PermissionEntry): boolean {
  return entry.scope === "repository" && getCategoryKey(entry) === "metadata" && entry.access === "read";
}

/** Whether a sufficient level is granted in a category that the map omits. The endpoint may belong to that category too. */
function mayDoOtherwise(candidates: readonly PermissionEntry[], granted: Grants, { permissions }: Contract): boolean {
  const shown = getCategories(permissions);
  return Object.entries(granted).some(([scope, categories]) =>
    Object.entries(categories).some(
      ([category, level]) =>
        candidates.some(({ access }) => covers(level, access)) && shown.get(scope)?.has(category) !== true,
    ),
  );
}

/** Whether a name in the manifest that the map does not know may mean the category. */
function mayBeGranted(entry: PermissionEntry, { granted }: Request, { unknownGrants = [] }: Facts): boolean {
  if (granted) return false;
  return unknownGrants.some((name) => mayMean(name, getCategoryKey(entry)));
}

/** Labels, comments and assignees of a pull request are those of its issue, and either permission suffices. No map lists all of that. */
function isGrantedByPulls(entry: PermissionEntry, granted: Grants): boolean {
  const isOfIssue = getCategoryKey(entry) === "issues" && entry.path.includes("/issues/");
  return isOfIssue && covers(granted.repository?.pull_requests, entry.access);
}

/** @returns the distinct alternatives: `repository.issues: write`, or in a workflow's own notation `issues: write`. */
function describeNeeds(entries: readonly PermissionEntry[], request: Request): string {
  const needs = entries.map((entry) =>
    request.granted
      ? `\`${getCategoryKey(entry).replaceAll("_", "-")}: ${entry.access}\``
      : `\`${entry.scope}.${getCategoryKey(entry)}: ${entry.access}\``,
  );
  return [...new Set(needs)].join(" or ");
}
