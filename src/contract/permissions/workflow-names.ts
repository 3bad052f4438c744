/** The names of repository categories in workflows of GitHub Actions: docs.github.com/en/actions/reference/workflow-syntax-for-github-actions#permissions. */
const names: readonly string[] = [
  ...["actions", "checks", "contents", "deployments", "discussions", "issues", "packages", "pages"],
  ...["pull-requests", "repository-projects", "security-events", "statuses"],
];

/** Categories that the permission map names differently. */
const renamed: Readonly<Record<string, string>> = {
  statuses: "commit_statuses",
  "security-events": "code_scanning_alerts",
  "repository-projects": "projects",
};

/** @returns the category key for a name in `permissions:` of a workflow. */
export function categoryOfWorkflow(name: string): string {
  return (Object.hasOwn(renamed, name) ? renamed[name] : undefined) ?? name.replaceAll("-", "_");
}

/** @returns every category that a workflow can grant. */
export function workflowCategories(): readonly string[] {
  return names.map(categoryOfWorkflow);
}

/** @returns the name in workflows for a category key; `undefined` if workflows cannot grant it. */
export function workflowNameOf(category: string): string | undefined {
  return names.find((name) => categoryOfWorkflow(name) === category);
}
