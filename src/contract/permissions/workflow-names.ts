/**
 * The names that a workflow of GitHub Actions gives the categories of a repository:
 * docs.github.com/en/actions/reference/workflow-syntax-for-github-actions#permissions.
 */
const names: readonly string[] = [
  ...["actions", "checks", "contents", "deployments", "discussions", "issues", "packages", "pages"],
  ...["pull-requests", "repository-projects", "security-events", "statuses"],
];

/** Those that the map of permissions calls otherwise. */
const renamed: Readonly<Record<string, string>> = {
  statuses: "commit_statuses",
  "security-events": "code_scanning_alerts",
  "repository-projects": "projects",
};

/** @returns the category's key for a name in `permissions:` of a workflow. */
export function categoryOfWorkflow(name: string): string {
  return (Object.hasOwn(renamed, name) ? renamed[name] : undefined) ?? name.replaceAll("-", "_");
}

/** @returns every category that a workflow can grant. */
export function workflowCategories(): readonly string[] {
  return names.map(categoryOfWorkflow);
}

/** @returns the name in a workflow for a category's key; `undefined` where no workflow can grant it. */
export function workflowNameOf(category: string): string | undefined {
  return names.find((name) => categoryOfWorkflow(name) === category);
}
