import type { PermissionEntry } from "../contract";
import { expandCategory, read, write } from "./notation";

const organization = "/orgs/{org}";
const repository = "/repos/{owner}/{repo}";

/** The categories of repositories, in document order. Each comment names the clause of the blocks below it. */
export const makeRepositoryPermissions = (): readonly PermissionEntry[] => [
  // 4.8
  ...expandCategory(
    "repository",
    "Automation",
    write(
      `${repository}/automation`,
      `DELETE /artifacts/{artifact_id}; DELETE /caches; DELETE /caches/{cache_id}
      POST /jobs/{job_id}/rerun
      PUT /oidc/customization/sub
      DELETE /runs/{run_id}
      POST /runs/{run_id}/approve, /runs/{run_id}/cancel, /runs/{run_id}/force-cancel, /runs/{run_id}/rerun, /runs/{run_id}/rerun-failed-jobs
      DELETE /runs/{run_id}/logs
      PUT /workflows/{workflow_id}/disable, /workflows/{workflow_id}/enable
      POST /workflows/{workflow_id}/dispatches`,
    ),
    read(
      `${repository}/automation`,
      `GET /artifacts, /artifacts/{artifact_id}, /artifacts/{artifact_id}/{archive_format}
      GET /cache/usage, /caches
      GET /jobs/{job_id}, /jobs/{job_id}/logs
      GET /oidc/customization/sub
      GET /runs, /runs/{run_id}, /runs/{run_id}/approvals, /runs/{run_id}/artifacts
      GET /runs/{run_id}/attempts/{attempt_number}, /runs/{run_id}/attempts/{attempt_number}/jobs, /runs/{run_id}/attempts/{attempt_number}/logs
      GET /runs/{run_id}/jobs, /runs/{run_id}/logs, /runs/{run_id}/pending_deployments, /runs/{run_id}/timing
      GET /workflows, /workflows/{workflow_id}, /workflows/{workflow_id}/runs, /workflows/{workflow_id}/timing`,
    ),
    read(
      `${repository}/environments`,
      `GET (itself), /{environment_name}
      GET /{environment_name}/deployment-branch-policies, /{environment_name}/deployment-branch-policies/{branch_policy_id}
      GET /{environment_name}/deployment_protection_rules, /{environment_name}/deployment_protection_rules/{protection_rule_id}`,
    ),
  ),

  // 4.9
  ...expandCategory(
    "repository",
    "Administration",
    write(
      "",
      `POST /orgs/{org}/repos
      PUT, DELETE /orgs/{org}/teams/{team_slug}/repos/{owner}/{repo} *
      PUT, DELETE /teams/{team_id}/repos/{owner}/{repo} *
      POST /user/repos (U)
      PATCH, DELETE /user/repository_invitations/{invitation_id} (U)
      POST /repos/{template_owner}/{template_repo}/generate *`,
    ),
    write(
      repository,
      `PATCH, DELETE (itself)
      PUT /automation/cache/retention-limit, /automation/cache/storage-limit
      PUT /automation/permissions, /automation/permissions/access, /automation/permissions/artifact-and-log-retention
      PUT /automation/permissions/fork-pr-contributor-approval, /automation/permissions/fork-pr-workflows-private-repos
      PUT /automation/permissions/selected-actions, /automation/permissions/workflow
      POST /automation/runners/generate-jitconfig, /automation/runners/registration-token, /automation/runners/remove-token
      DELETE /automation/runners/{runner_id}
      POST, PUT, DELETE /automation/runners/{runner_id}/labels; DELETE /automation/runners/{runner_id}/labels/{name}
      POST /autolinks; DELETE /autolinks/{autolink_id}
      PUT, DELETE /automated-security-fixes`,
    ),
    write(
      `${repository}/branches/{branch}/protection`,
      `PUT, DELETE (itself)
      POST, DELETE /enforce_admins
      PATCH, DELETE /required_pull_request_reviews
      POST, DELETE /required_signatures
      PATCH, DELETE /required_status_checks
      POST, PUT, DELETE /required_status_checks/contexts
      DELETE /restrictions
      POST, PUT, DELETE /restrictions/apps, /restrictions/teams, /restrictions/users`,
    ),
    write(
      repository,
      `PATCH /code-scanning/default-setup
      PUT, DELETE /collaborators/{username}
      PUT, DELETE /environments/{environment_name}
      POST /environments/{environment_name}/deployment-branch-policies
      PUT, DELETE /environments/{environment_name}/deployment-branch-policies/{branch_policy_id}
      POST /environments/{environment_name}/deployment_protection_rules
      DELETE /environments/{environment_name}/deployment_protection_rules/{protection_rule_id}
      POST /forks *
      PUT, DELETE /immutable-releases
      PUT, DELETE /interaction-limits
      PATCH, DELETE /invitations/{invitation_id}
      POST /keys; DELETE /keys/{key_id}
      PUT, DELETE /private-vulnerability-reporting
      POST /rulesets; PUT, DELETE /rulesets/{ruleset_id}
      GET /rulesets/rule-suites, /rulesets/rule-suites/{rule_suite_id}
      GET /rulesets/{ruleset_id}/history, /rulesets/{ruleset_id}/history/{version_id}
      POST /security-advisories/{ghsa_id}/forks *
      POST /tags/protection; DELETE /tags/protection/{tag_protection_id}
      PUT /topics
      POST /transfer (U)
      PUT, DELETE /vulnerability-alerts`,
    ),
    read(
      repository,
      `GET /automation/cache/retention-limit, /automation/cache/storage-limit
      GET /automation/permissions, /automation/permissions/access, /automation/permissions/artifact-and-log-retention
      GET /automation/permissions/fork-pr-contributor-approval, /automation/permissions/fork-pr-workflows-private-repos
      GET /automation/permissions/selected-actions, /automation/permissions/workflow
      GET /automation/runners, /automation/runners/downloads, /automation/runners/{runner_id}, /automation/runners/{runner_id}/labels
      GET /autolinks, /autolinks/{autolink_id}, /automated-security-fixes`,
    ),
    read(
      `${repository}/branches/{branch}/protection`,
      `GET (itself), /enforce_admins, /required_pull_request_reviews, /required_signatures, /required_status_checks
      GET /required_status_checks/contexts, /restrictions, /restrictions/apps, /restrictions/teams, /restrictions/users`,
    ),
    read(
      repository,
      `GET /code-scanning/default-setup, /code-security-configuration
      GET /environments/{environment_name}/deployment_protection_rules/apps
      GET /immutable-releases, /interaction-limits
      GET /invitations *
      GET /keys, /keys/{key_id}, /tags/protection, /teams
      GET /traffic/clones, /traffic/popular/paths, /traffic/popular/referrers, /traffic/views
      GET /vulnerability-alerts`,
    ),
    read("", `GET /user/repository_invitations (U)`),
  ),

  // 4.10
  ...expandCategory(
    "repository",
    "Code scanning alerts",
    write(
      `${repository}/code-scanning`,
      `PATCH /alerts/{alert_number}
      POST /alerts/{alert_number}/autofix
      DELETE /analyses/{analysis_id}
      POST /sarifs`,
    ),
    read(organization, `GET /code-scanning/alerts`),
    read(
      `${repository}/code-scanning`,
      `GET /alerts, /alerts/{alert_number}, /alerts/{alert_number}/autofix, /alerts/{alert_number}/instances
      GET /analyses, /analyses/{analysis_id}, /sarifs/{sarif_id}`,
    ),
    read(
      `${repository}/dismissal-requests/code-scanning`,
      `GET (itself) *
      GET /{alert_number} *
      PATCH /{alert_number} *`,
    ),
  ),

  // 4.11: the map's remark on `POST /repos/{template_owner}` is not an entry.
  ...expandCategory(
    "repository",
    "Contents",
    write(
      `${organization}/artifacts/metadata`,
      `POST /deployment-record *
      POST /deployment-record/cluster/{cluster} *
      POST /storage-record *`,
    ),
    write(
      repository,
      `POST /branches/{branch}/rename
      GET /bypass-requests/push-rules, /bypass-requests/push-rules/{bypass_request_number}
      POST /code-scanning/alerts/{alert_number}/autofix/commits
      PATCH, DELETE /comments/{comment_id}
      POST /comments/{comment_id}/reactions; DELETE /comments/{comment_id}/reactions/{reaction_id}
      PUT, DELETE /contents/{path} * twice
      POST /dependency-graph/snapshots
      POST /dispatches
      POST /git/blobs, /git/commits, /git/tags, /git/trees
      POST /git/refs * twice
      PATCH /git/refs/{ref} * twice; DELETE /git/refs/{ref}
      PUT, PATCH, DELETE /import (U); PATCH /import/authors/{author_id} (U); PATCH /import/lfs (U)
      POST /merge-upstream, /merges
      PUT /pulls/{pull_number}/merge
      POST /releases * twice
      PATCH, DELETE /releases/assets/{asset_id}
      POST /releases/generate-notes
      PATCH, DELETE /releases/{release_id}
      POST /secret-scanning/push-protection-bypasses (U)`,
    ),
    read(
      "",
      `POST /markdown
      GET /orgs/{org}/artifacts/{subject_digest}/metadata/deployment-records *, /orgs/{org}/artifacts/{subject_digest}/metadata/storage-records *`,
    ),
    read(
      repository,
      `GET /activity, /branches, /branches/{branch}, /codeowners/errors, /commits, /commits/{commit_sha}/branches-where-head, /commits/{ref}
      GET /community/profile, /compare/{basehead}, /contents/{path}, /dependency-graph/compare/{basehead}, /dependency-graph/sbom
      POST /commits/{commit_sha}/comments
      GET /dismissal-requests/secret-scanning * twice, /dismissal-requests/secret-scanning/{alert_number} *
      PATCH /dismissal-requests/secret-scanning/{alert_number} * twice
      POST /forks *
      GET /git/blobs/{file_sha}, /git/commits/{commit_sha}, /git/matching-refs/{ref}, /git/ref/{ref}, /git/tags/{tag_sha}, /git/trees/{tree_sha}
      GET /import (U), /import/authors (U), /import/large_files (U)
      GET /pulls/{pull_number} *
      GET /readme, /readme/{dir}
      GET /releases, /releases/assets/{asset_id}, /releases/latest, /releases/tags/{tag}, /releases/{release_id}, /releases/{release_id}/assets
      GET /tarball/{ref}, /zipball/{ref}`,
    ),
    read("", `POST /repos/{template_owner}/{template_repo}/generate *`),
  ),

  // 4.12
  ...expandCategory(
    "repository",
    "Issues",
    write(
      repository,
      `POST /issues
      PATCH, DELETE /issues/comments/{comment_id} *
      POST /issues/comments/{comment_id}/reactions; DELETE /issues/comments/{comment_id}/reactions/{reaction_id}
      PATCH /issues/{issue_number} *
      POST, DELETE /issues/{issue_number}/assignees *
      POST /issues/{issue_number}/comments *
      POST /issues/{issue_number}/dependencies/blocked_by; DELETE /issues/{issue_number}/dependencies/blocked_by/{issue_id}
      POST, PUT, DELETE /issues/{issue_number}/labels *; DELETE /issues/{issue_number}/labels/{name} *
      PUT, DELETE /issues/{issue_number}/lock *
      POST /issues/{issue_number}/reactions; DELETE /issues/{issue_number}/reactions/{reaction_id}
      DELETE /issues/{issue_number}/sub_issue; POST /issues/{issue_number}/sub_issues; PATCH /issues/{issue_number}/sub_issues/priority
      POST /labels *; PATCH, DELETE /labels/{name} *
      POST /milestones *; PATCH, DELETE /milestones/{milestone_number} *`,
    ),
    read(
      repository,
      `GET /assignees *, /assignees/{assignee} *
      GET /issues
      GET /issues/comments *, /issues/comments/{comment_id} *
      GET /issues/comments/{comment_id}/reactions
      GET /issues/events
      GET /issues/events/{event_id} *`,
    ),
  ),
];
