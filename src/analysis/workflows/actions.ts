/** What an action of others sends with the workflow's own token, by its documentation. */
interface KnownAction {
  /** Where the action says which permissions it needs. */
  readonly source: string;
  /** Inputs that hold another token in place of the workflow's. */
  readonly tokens: readonly string[];
  /** One endpoint for each permission that it cannot do without. */
  readonly calls: readonly string[];
}

const issues = "/repos/{owner}/{repo}/issues/{issue_number}";

/** Actions by their names, without the version. */
export const knownActions: Readonly<Record<string, KnownAction>> = {
  "actions/labeler": {
    source: "https://github.com/actions/labeler#recommended-permissions",
    tokens: ["repo-token"],
    calls: [`PUT ${issues}/labels`],
  },
  "mattraks/delete-workflow-runs": {
    source: "https://github.com/Mattraks/delete-workflow-runs#readme",
    tokens: ["token"],
    calls: ["DELETE /repos/{owner}/{repo}/actions/runs/{run_id}"],
  },
  "pozil/auto-assign-issue": {
    source: "https://github.com/pozil/auto-assign-issue#readme",
    tokens: ["repo-token"],
    calls: [`POST ${issues}/assignees`],
  },
  "softprops/action-gh-release": {
    source: "https://github.com/softprops/action-gh-release#permissions",
    tokens: ["token"],
    calls: ["POST /repos/{owner}/{repo}/releases"],
  },
  "ncipollo/release-action": {
    source: "https://github.com/ncipollo/release-action#notes",
    tokens: ["token"],
    calls: ["POST /repos/{owner}/{repo}/releases"],
  },
};
