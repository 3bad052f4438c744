/** Alternative permissions with the names of a workflow: `issues: write`. One of them is enough. */
export type Needs = readonly string[];

/** How a third-party action uses the workflow's own token, by its documentation. */
interface KnownAction {
  /** The page that documents the needed permissions. */
  readonly source: string;
  /** Inputs for a token that replaces the workflow's. */
  readonly tokens: readonly string[];
  /** Inputs with which it sends nothing, or fewer requests. */
  readonly unless?: readonly string[];
  /** The request that it always sends. */
  readonly sends: string;
  readonly needs: Needs;
}

const issue = "/repos/{owner}/{repo}/issues/{issue_number}";
const comments = { sends: `POST ${issue}/comments`, needs: ["issues: write", "pull-requests: write"] };
const releases = { sends: "POST /repos/{owner}/{repo}/releases", needs: ["contents: write"], tokens: ["token"] };
const pull = "/repos/{owner}/{repo}/pulls/{pull_number}";
const reviewers = { sends: `POST ${pull}/requested_reviewers`, needs: ["pull-requests: write"] };
const run = "/repos/{owner}/{repo}/actions/runs/{run_id}";

/** Actions by name, without version. */
export const knownActions: Readonly<Record<string, KnownAction>> = {
  "actions/labeler": {
    source: "https://github.com/actions/labeler#recommended-permissions",
    tokens: ["repo-token"],
    sends: `PUT ${issue}/labels`,
    needs: ["pull-requests: write", "issues: write"],
  },
  "mattraks/delete-workflow-runs": {
    source: "https://github.com/Mattraks/delete-workflow-runs#readme",
    tokens: ["token"],
    sends: `DELETE ${run}`,
    needs: ["actions: write"],
  },
  "pozil/auto-assign-issue": {
    source: "https://github.com/pozil/auto-assign-issue#readme",
    tokens: ["repo-token"],
    sends: `POST ${issue}/assignees`,
    needs: ["issues: write", "pull-requests: write"],
  },
  "peter-evans/create-or-update-comment": {
    source: "https://github.com/peter-evans/create-or-update-comment#action-inputs",
    tokens: ["token"],
    ...comments,
  },
  "catchpoint/workflow-telemetry-action": {
    source: "https://github.com/catchpoint/workflow-telemetry-action#usage",
    tokens: ["github_token"],
    sends: `GET ${run}/jobs`,
    needs: ["actions: read"],
  },
  "gamesight/slack-workflow-status": {
    source: "https://github.com/Gamesight/slack-workflow-status/issues/45",
    tokens: ["repo_token"],
    sends: `GET ${run}/jobs`,
    needs: ["actions: read"],
  },
  "softprops/action-gh-release": { source: "https://github.com/softprops/action-gh-release#permissions", ...releases },
  "go-semantic-release/action": {
    source: "https://github.com/go-semantic-release/action/issues/27",
    ...releases,
    tokens: ["github-token"],
    unless: ["dry"],
  },
  "marvinpinto/action-automatic-releases": {
    source: "https://github.com/marvinpinto/actions/issues/61",
    ...releases,
    tokens: ["repo_token"],
  },
  "marocchino/sticky-pull-request-comment": {
    source: "https://github.com/marocchino/sticky-pull-request-comment#readme",
    tokens: ["GITHUB_TOKEN"],
    ...comments,
  },
  "thollander/actions-comment-pull-request": {
    source: "https://github.com/thollander/actions-comment-pull-request#permissions",
    tokens: ["github-token", "GITHUB_TOKEN"],
    ...comments,
  },
  "mshick/add-pr-comment": {
    source: "https://github.com/mshick/add-pr-comment#usage",
    tokens: ["repo-token"],
    ...comments,
  },
  "actions/first-interaction": {
    source: "https://github.com/actions/first-interaction#usage",
    tokens: ["repo-token", "repo_token"],
    ...comments,
  },
  "actions/stale": {
    source: "https://github.com/actions/stale#recommended-permissions",
    tokens: ["repo-token"],
    unless: ["debug-only"],
    sends: `PATCH ${issue}`,
    needs: ["issues: write", "pull-requests: write"],
  },
  "dessant/lock-threads": {
    source: "https://github.com/dessant/lock-threads#usage",
    tokens: ["github-token"],
    sends: `PUT ${issue}/lock`,
    needs: ["issues: write", "pull-requests: write", "discussions: write"],
  },
  "peter-evans/create-pull-request": {
    source: "https://github.com/peter-evans/create-pull-request#workflow-permissions",
    tokens: ["token"],
    sends: "POST /repos/{owner}/{repo}/pulls",
    needs: ["pull-requests: write"],
  },
  "hmarr/auto-approve-action": {
    source: "https://github.com/hmarr/auto-approve-action#usage-instructions",
    tokens: ["github-token"],
    sends: `POST ${pull}/reviews`,
    needs: ["pull-requests: write"],
  },
  "dorny/test-reporter": {
    source: "https://github.com/dorny/test-reporter#readme",
    tokens: ["token"],
    unless: ["use-actions-summary"],
    sends: "POST /repos/{owner}/{repo}/check-runs",
    needs: ["checks: write"],
  },
  "github/codeql-action/upload-sarif": {
    source:
      "https://docs.github.com/en/code-security/code-scanning/integrating-with-code-scanning/uploading-a-sarif-file-to-github",
    tokens: ["token"],
    sends: "POST /repos/{owner}/{repo}/code-scanning/sarifs",
    needs: ["security-events: write"],
  },
  "actions/deploy-pages": {
    source: "https://github.com/actions/deploy-pages#security-considerations",
    tokens: ["token"],
    sends: "POST /repos/{owner}/{repo}/pages/deployments",
    needs: ["pages: write"],
  },
  "googleapis/release-please-action": {
    source: "https://github.com/googleapis/release-please-action#workflow-permissions",
    tokens: ["token"],
    sends: "POST /repos/{owner}/{repo}/pulls",
    needs: ["pull-requests: write", "contents: write"],
  },
  "necojackarc/auto-request-review": {
    source: "https://github.com/necojackarc/auto-request-review/issues/105",
    tokens: ["token"],
    ...reviewers,
  },
  "kentaro-m/auto-assign-action": {
    source: "https://github.com/kentaro-m/auto-assign-action#readme",
    tokens: ["repo-token"],
    ...reviewers,
    needs: ["pull-requests: write", "issues: write"],
  },
  "toshimaru/auto-author-assign": {
    source: "https://github.com/toshimaru/auto-author-assign#usage",
    tokens: ["repo-token"],
    sends: `POST ${issue}/assignees`,
    needs: ["pull-requests: write", "issues: write"],
  },
  "hasura/comment-progress": {
    source: "https://github.com/hasura/comment-progress/issues/9",
    tokens: ["github-token"],
    unless: ["commit-sha", "delete"],
    ...comments,
  },
  "mishakav/pytest-coverage-comment": {
    source: "https://github.com/MishaKav/pytest-coverage-comment/issues/68",
    tokens: ["github-token"],
    unless: ["hide-comment"],
    sends: `POST ${issue}/comments`,
    needs: ["pull-requests: write", "issues: write", "contents: write"],
  },
  "peter-evans/create-issue-from-file": {
    source: "https://github.com/peter-evans/create-issue-from-file/issues/1220",
    tokens: ["token"],
    sends: "POST /repos/{owner}/{repo}/issues",
    needs: ["issues: write"],
  },
  "repo-sync/pull-request": {
    source: "https://github.com/repo-sync/pull-request/issues/129",
    tokens: ["github_token"],
    sends: "POST /repos/{owner}/{repo}/pulls",
    needs: ["pull-requests: write"],
  },
  "svenstaro/upload-release-action": {
    source: "https://github.com/svenstaro/upload-release-action#usage",
    ...releases,
    tokens: ["repo_token"],
  },
  "jamesives/github-pages-deploy-action": {
    source: "https://github.com/JamesIves/github-pages-deploy-action#required-setup",
    tokens: ["token", "ssh-key", "github-token", "access-token"],
    unless: ["dry-run"],
    sends: "PATCH /repos/{owner}/{repo}/git/refs/{ref}",
    needs: ["contents: write"],
  },
  "github/codeql-action/analyze": {
    source: "https://github.com/github/codeql-action#usage",
    tokens: ["token"],
    unless: ["upload"],
    sends: "POST /repos/{owner}/{repo}/code-scanning/sarifs",
    needs: ["security-events: write"],
  },
  "ncipollo/release-action": { source: "https://github.com/ncipollo/release-action#notes", ...releases },
};

const manual = "https://cli.github.com/manual";
const onPulls: Needs = ["pull-requests: write", "issues: write"];

/**
 * Commands of `gh` that change something, with the permissions that they need. They use GraphQL, which no permission
 * map lists. Source: docs.github.com/en/actions/tutorials/authenticate-with-github_token and the manual of each
 * command.
 */
export const knownCommands: Readonly<Record<string, { readonly source: string; readonly needs: Needs }>> = {
  "pr comment": { source: `${manual}/gh_pr_comment`, needs: onPulls },
  "pr edit": { source: `${manual}/gh_pr_edit`, needs: onPulls },
  "pr close": { source: `${manual}/gh_pr_close`, needs: ["pull-requests: write"] },
  "issue create": { source: `${manual}/gh_issue_create`, needs: ["issues: write"] },
  "issue comment": { source: `${manual}/gh_issue_comment`, needs: onPulls },
  "issue edit": { source: `${manual}/gh_issue_edit`, needs: onPulls },
  "issue close": { source: `${manual}/gh_issue_close`, needs: ["issues: write"] },
  "release create": { source: `${manual}/gh_release_create`, needs: ["contents: write"] },
  "release upload": { source: `${manual}/gh_release_upload`, needs: ["contents: write"] },
};
