import type { EndpointFacts, PublicService } from "./service";

const docs = "https://learn.microsoft.com/graph/api";

function tagged(page: string): EndpointFacts {
  return { source: `${docs}/${page}`, ifMatch: "required" };
}

/** The fields of a user in answers without `$select`. */
const user =
  "businessPhones,displayName,givenName,id,jobTitle,mail,mobilePhone,officeLocation,preferredLanguage,surname,userPrincipalName";
const oneUser: EndpointFacts = { source: `${docs}/user-get`, returns: user, selectedBy: "$select" };

/** An update that omits an attendee removes that attendee. */
const event: EndpointFacts = { source: `${docs}/event-update`, replaces: ["attendees"] };

/** Directory objects are searched in a separate store. */
const directory: EndpointFacts = {
  source: "https://learn.microsoft.com/graph/aad-advanced-queries",
  withHeader: { $search: "ConsistencyLevel" },
};

export const microsoftGraph: PublicService = {
  name: "Microsoft Graph",
  hosts: ["graph.microsoft.com"],
  prefixes: ["/v1.0", "/beta"],
  tag: "@odata.etag",
  endpoints: {
    "GET /me": oneUser,
    "GET /users/{id}": oneUser,
    "GET /users": {
      ...directory,
      source: `${docs}/user-list`,
      returns: `value(${user})`,
      selectedBy: "$select",
    },
    "GET /users/delta": {},
    "GET /groups": directory,
    "GET /groups/delta": {},
    "GET /groups/{id}/members": directory,
    "GET /groups/{id}/transitiveMembers": directory,
    "GET /applications": directory,
    "GET /applications/delta": {},
    "GET /servicePrincipals": directory,
    "GET /servicePrincipals/delta": {},
    "GET /devices": directory,
    "GET /devices/delta": {},
    "PATCH /me/events/{id}": event,
    "PATCH /me/calendar/events/{id}": event,
    "PATCH /me/calendars/{id}/events/{id}": event,
    "PATCH /users/{id}/events/{id}": event,
    "PATCH /users/{id}/calendar/events/{id}": event,
    "PATCH /users/{id}/calendars/{id}/events/{id}": event,
    "PATCH /users/{id}/planner": tagged("planneruser-update"),
    "PATCH /me/planner": tagged("planneruser-update"),
    "PATCH /planner/tasks/{id}": tagged("plannertask-update"),
    "DELETE /planner/tasks/{id}": tagged("plannertask-delete"),
    "PATCH /planner/tasks/{id}/details": tagged("plannertaskdetails-update"),
    "PATCH /planner/tasks/{id}/assignedToTaskBoardFormat": tagged("plannerassignedtotaskboardtaskformat-update"),
    "PATCH /planner/tasks/{id}/bucketTaskBoardFormat": tagged("plannerbuckettaskboardtaskformat-update"),
    "PATCH /planner/tasks/{id}/progressTaskBoardFormat": tagged("plannerprogresstaskboardtaskformat-update"),
    "PATCH /planner/plans/{id}": tagged("plannerplan-update"),
    "DELETE /planner/plans/{id}": tagged("plannerplan-delete"),
    "PATCH /planner/plans/{id}/details": tagged("plannerplandetails-update"),
    "PATCH /planner/buckets/{id}": tagged("plannerbucket-update"),
    "DELETE /planner/buckets/{id}": tagged("plannerbucket-delete"),
  },
};
