import type { PublicService } from "./service";

const docs = "https://docs.gitlab.com/api";

export const gitlab: PublicService = {
  name: "GitLab",
  hosts: ["gitlab.com"],
  prefixes: ["/api/v4"],
  below: "/api/v4/",
  most: { source: `${docs}/rest/#pagination`, parameters: { per_page: 100 } },
  endpoints: {
    // `assignee_ids` is omitted: without a higher plan an issue has one assignee, so a list of one is complete.
    "PUT /projects/{id}/issues/{issue_iid}": { source: `${docs}/issues/#edit-an-issue`, replaces: ["labels"] },
    "PUT /projects/{id}/merge_requests/{merge_request_iid}": {
      source: `${docs}/merge_requests/#update-mr`,
      replaces: ["labels"],
    },
  },
};
