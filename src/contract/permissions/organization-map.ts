import type { PermissionEntry } from "../contract";
import { expandCategory, read, write } from "./notation";

const organization = "/orgs/{org}";

/** The categories of enterprises and organizations, in document order. Each comment names the clause of the blocks below it. */
export const makeOrganizationPermissions = (): readonly PermissionEntry[] => [
  // 4.2
  ...expandCategory(
    "enterprise",
    "Enterprise organization installations",
    write(
      "/enterprises/{enterprise}/apps",
      `POST /organizations/{org}/installations
      DELETE /organizations/{org}/installations/{installation_id}
      PATCH /organizations/{org}/installations/{installation_id}/repositories *
      PATCH /organizations/{org}/installations/{installation_id}/repositories/add *
      PATCH /organizations/{org}/installations/{installation_id}/repositories/remove *`,
    ),
    read(
      "/enterprises/{enterprise}/apps",
      `GET /installable_organizations
      GET /installable_organizations/{org}/accessible_repositories *
      GET /organizations/{org}/installations
      GET /organizations/{org}/installations/{installation_id}/repositories *`,
    ),
  ),

  // 4.3
  ...expandCategory(
    "organization",
    "Administration",
    write("/organizations/{org}/automation/cache", `PUT /retention-limit, /storage-limit`),
    write(
      organization,
      `PATCH, DELETE (itself)
      POST /automation/hosted-runners
      PATCH, DELETE /automation/hosted-runners/{hosted_runner_id}
      PUT /automation/oidc/customization/sub
      PUT /automation/permissions
      PUT /automation/permissions/artifact-and-log-retention
      PUT /automation/permissions/fork-pr-contributor-approval
      PUT /automation/permissions/fork-pr-workflows-private-repos
      PUT /automation/permissions/repositories
      PUT, DELETE /automation/permissions/repositories/{repository_id} *
      PUT /automation/permissions/selected-actions
      PUT /automation/permissions/self-hosted-runners
      PUT /automation/permissions/self-hosted-runners/repositories
      PUT, DELETE /automation/permissions/self-hosted-runners/repositories/{repository_id} *
      PUT /automation/permissions/workflow
      GET /bypass-requests/push-rules
      POST /code-security/configurations
      DELETE /code-security/configurations/detach
      PATCH, DELETE /code-security/configurations/{configuration_id}
      POST /code-security/configurations/{configuration_id}/attach
      PUT /code-security/configurations/{configuration_id}/defaults
      DELETE /credential-authorizations/{credential_id}
      PUT, DELETE /interaction-limits
      GET, POST /rulesets
      GET /rulesets/rule-suites
      GET /rulesets/rule-suites/{rule_suite_id}
      GET, PUT, DELETE /rulesets/{ruleset_id}
      GET /rulesets/{ruleset_id}/history
      GET /rulesets/{ruleset_id}/history/{version_id}
      PATCH /secret-scanning/pattern-configurations
      PUT, DELETE /security-managers/teams/{team_slug}
      PUT /settings/immutable-releases
      PUT /settings/immutable-releases/repositories *
      PUT, DELETE /settings/immutable-releases/repositories/{repository_id} *
      POST /{security_product}/{enablement}`,
    ),
    read(
      "",
      `GET /enterprise-installation/{enterprise_or_org}/server-statistics *
      GET /organizations/{organization_id}/custom_roles *
      GET /organizations/{org}/automation/cache/retention-limit
      GET /organizations/{org}/automation/cache/storage-limit`,
    ),
    read(
      `${organization}/automation`,
      `GET /cache/usage, /cache/usage-by-repository
      GET /hosted-runners, /hosted-runners/limits, /hosted-runners/machine-sizes, /hosted-runners/platforms, /hosted-runners/{hosted_runner_id}
      GET /oidc/customization/sub`,
    ),
    read(
      `${organization}/automation/permissions`,
      `GET (itself)
      GET /artifact-and-log-retention, /fork-pr-contributor-approval, /fork-pr-workflows-private-repos, /repositories, /selected-actions
      GET /self-hosted-runners, /self-hosted-runners/repositories, /workflow`,
    ),
    read(
      organization,
      `GET /audit-log
      GET /code-security/configurations, /code-security/configurations/defaults
      GET /code-security/configurations/{configuration_id}, /code-security/configurations/{configuration_id}/repositories
      GET /credential-authorizations
      GET /custom-repository-roles *, /custom-repository-roles/{role_id} *, /custom_roles/{role_id} *
      GET /fine_grained_permissions *
      GET /installations
      GET /interaction-limits
      GET /repository-fine-grained-permissions *
      GET /secret-scanning/pattern-configurations
      GET /security-managers
      GET /settings/billing/advanced-security
      GET /settings/immutable-releases, /settings/immutable-releases/repositories`,
    ),
  ),

  // 4.4
  ...expandCategory(
    "organization",
    "Custom repository roles",
    write(
      organization,
      `POST /custom-repository-roles; PATCH, DELETE /custom-repository-roles/{role_id}
      POST /custom_roles; PATCH, DELETE /custom_roles/{role_id}`,
    ),
    read("/organizations/{organization_id}", `GET /custom_roles *`),
    read(
      organization,
      `GET /custom-repository-roles *, /custom-repository-roles/{role_id} *, /custom_roles/{role_id} *
      GET /fine_grained_permissions *, /repository-fine-grained-permissions *`,
    ),
  ),

  // 4.5
  ...expandCategory(
    "organization",
    "Members",
    write(
      organization,
      `GET /external-group/{group_id}, /external-groups
      POST /invitations; DELETE /invitations/{invitation_id}
      DELETE /members/{username}
      PUT, DELETE /memberships/{username}
      DELETE /organization-roles/teams/{team_slug}
      PUT, DELETE /organization-roles/teams/{team_slug}/{role_id}
      DELETE /organization-roles/users/{username}
      PUT, DELETE /organization-roles/users/{username}/{role_id}
      PUT, DELETE /outside_collaborators/{username}
      PUT, DELETE /public_members/{username} (U)
      GET /team-sync/groups
      POST /teams; PATCH, DELETE /teams/{team_slug}
      GET, PATCH, DELETE /teams/{team_slug}/external-groups
      PUT, DELETE /teams/{team_slug}/memberships/{username}
      GET, PATCH /teams/{team_slug}/team-sync/group-mappings`,
    ),
    write(
      "",
      `POST /scim/v2/organizations/{org}/Users
      PUT, PATCH, DELETE /scim/v2/organizations/{org}/Users/{scim_user_id}
      PATCH, DELETE /teams/{team_id}
      PUT, DELETE /teams/{team_id}/members/{username}
      PUT, DELETE /teams/{team_id}/memberships/{username}
      GET, PATCH /teams/{team_id}/team-sync/group-mappings
      PATCH /user/memberships/orgs/{org} (U)`,
    ),
    read(
      organization,
      `GET /failed_invitations, /invitations, /invitations/{invitation_id}/teams
      GET /members, /members/{username}, /memberships/{username}
      GET /organization-roles/{role_id}/teams, /organization-roles/{role_id}/users
      GET /outside_collaborators, /public_members, /public_members/{username}
      GET /teams, /teams/{team_slug}, /teams/{team_slug}/invitations, /teams/{team_slug}/members
      GET /teams/{team_slug}/memberships/{username}, /teams/{team_slug}/repos, /teams/{team_slug}/teams
      GET, PUT, DELETE /teams/{team_slug}/repos/{owner}/{repo} *`,
    ),
    read(
      "",
      `GET /scim/v2/organizations/{org}/Users, /scim/v2/organizations/{org}/Users/{scim_user_id}
      GET /teams/{team_id}, /teams/{team_id}/invitations, /teams/{team_id}/members, /teams/{team_id}/members/{username}
      GET /teams/{team_id}/memberships/{username}, /teams/{team_id}/repos, /teams/{team_id}/teams
      GET, PUT, DELETE /teams/{team_id}/repos/{owner}/{repo} *
      GET /user/memberships/orgs/{org} (U)`,
    ),
  ),

  // 4.6
  ...expandCategory(
    "organization",
    "Self-hosted runners",
    write(
      `${organization}/automation`,
      `POST /runner-groups; PATCH, DELETE /runner-groups/{runner_group_id}
      PUT /runner-groups/{runner_group_id}/repositories
      PUT, DELETE /runner-groups/{runner_group_id}/repositories/{repository_id} *
      PUT /runner-groups/{runner_group_id}/runners
      PUT, DELETE /runner-groups/{runner_group_id}/runners/{runner_id}
      POST /runners/generate-jitconfig, /runners/registration-token, /runners/remove-token
      DELETE /runners/{runner_id}
      POST, PUT, DELETE /runners/{runner_id}/labels; DELETE /runners/{runner_id}/labels/{name}`,
    ),
    read(
      `${organization}/automation`,
      `GET /runner-groups, /runner-groups/{runner_group_id}, /runner-groups/{runner_group_id}/hosted-runners
      GET /runner-groups/{runner_group_id}/repositories, /runner-groups/{runner_group_id}/runners
      GET /runners, /runners/downloads, /runners/{runner_id}, /runners/{runner_id}/labels`,
    ),
  ),

  // 4.7
  ...expandCategory(
    "organization",
    "Team discussions",
    ...["/orgs/{org}/teams/{team_slug}", "/teams/{team_id}"].map((team) =>
      write(
        `${team}/discussions`,
        `POST (itself)
        PATCH, DELETE /{discussion_number}
        POST /{discussion_number}/comments
        PATCH, DELETE /{discussion_number}/comments/{comment_number}`,
      ),
    ),
    ...["/orgs/{org}/teams/{team_slug}", "/teams/{team_id}"].map((team) =>
      read(
        `${team}/discussions`,
        `GET (itself), /{discussion_number}, /{discussion_number}/comments, /{discussion_number}/comments/{comment_number}`,
      ),
    ),
  ),
];
