import names from "./github-names.json";
import type { EndpointFacts, PublicService } from "./service";

const docs = "https://docs.github.com/en/rest";

const issue: EndpointFacts = { source: `${docs}/issues/issues#update-an-issue`, replaces: ["labels", "assignees"] };

/** Endpoints that are in no list of endpoints for installations. */
const ofUsers: EndpointFacts = {
  source: `${docs}/authentication/endpoints-available-for-github-app-user-access-tokens`,
  tokens: ["UAT"],
};

const searched: EndpointFacts = { source: `${docs}/search/search`, requires: ["q"] };

const ofPersons: EndpointFacts = { source: `${docs}/activity/notifications`, tokens: ["PAT"] };

const ofApps: EndpointFacts = { source: `${docs}/apps/apps`, tokens: ["JWT"] };

export const github: PublicService = {
  name: "GitHub",
  hosts: ["api.github.com"],
  prefixes: ["/api/v3"],
  names,
  headers: { "User-Agent": { source: `${docs}/using-the-rest-api/getting-started-with-the-rest-api#user-agent` } },
  most: { source: "https://github.com/github/rest-api-description", parameters: { per_page: 100 } },
  readsUntypedJson: `${docs}/issues/issues#create-an-issue`,
  endpoints: {
    "PATCH /repos/{owner}/{repo}/issues/{issue_number}": issue,
    "PUT /repos/{owner}/{repo}/issues/{issue_number}/labels": {
      source: `${docs}/issues/labels#set-labels-for-an-issue`,
      replaces: ["labels"],
    },
    "PUT /repos/{owner}/{repo}/topics": {
      source: `${docs}/repos/repos#replace-all-repository-topics`,
      replaces: ["names"],
    },
    "PUT /repos/{owner}/{repo}/contents/{path}": {
      source: `${docs}/repos/contents#create-or-update-file-contents`,
      forms: { content: "base64" },
      sendsBack: "sha",
    },
    "DELETE /repos/{owner}/{repo}/contents/{path}": {
      source: `${docs}/repos/contents#delete-a-file`,
      sendsBack: "sha",
    },
    "POST /repos/{owner}/{repo}/git/refs": {
      source: `${docs}/git/refs#create-a-reference`,
      forms: { ref: "reference" },
    },
    "POST /repos/{owner}/{repo}/labels": { source: `${docs}/issues/labels#create-a-label`, forms: { color: "colour" } },
    "PATCH /repos/{owner}/{repo}/labels/{name}": {
      source: `${docs}/issues/labels#update-a-label`,
      forms: { color: "colour" },
    },
    "GET /search/issues": searched,
    "GET /search/repositories": searched,
    "GET /search/code": searched,
    "GET /search/commits": searched,
    "GET /search/users": searched,
    "GET /search/topics": searched,
    "GET /user": ofUsers,
    "PATCH /user": ofUsers,
    "GET /user/emails": ofUsers,
    "POST /user/emails": ofUsers,
    "GET /user/keys": ofUsers,
    "GET /user/repos": ofUsers,
    "POST /user/repos": ofUsers,
    "GET /user/orgs": ofUsers,
    "GET /user/starred": ofUsers,
    "GET /user/following": ofUsers,
    "GET /user/installations": ofUsers,
    "GET /user/followers": ofUsers,
    "GET /user/gpg_keys": ofUsers,
    "POST /user/keys": ofUsers,
    "GET /user/memberships/orgs": ofUsers,
    "GET /user/repository_invitations": ofUsers,
    "GET /user/teams": ofUsers,
    "PUT /user/following/{username}": ofUsers,
    "PUT /user/starred/{owner}/{repo}": ofUsers,
    "DELETE /user/starred/{owner}/{repo}": ofUsers,
    "POST /gists": ofUsers,
    "PATCH /gists/{gist_id}": ofUsers,
    "DELETE /gists/{gist_id}": ofUsers,
    "GET /notifications": ofPersons,
    "PUT /notifications": ofPersons,
    "GET /installation/repositories": { source: `${docs}/apps/installations`, tokens: ["IAT"] },
    "GET /app": ofApps,
    "GET /app/installations": ofApps,
    "GET /app/installations/{installation_id}": ofApps,
    "DELETE /app/installations/{installation_id}": ofApps,
    "POST /app/installations/{installation_id}/access_tokens": ofApps,
    "GET /orgs/{org}/installation": ofApps,
    "GET /repos/{owner}/{repo}/installation": ofApps,
    "GET /users/{username}/installation": ofApps,
  },
};
