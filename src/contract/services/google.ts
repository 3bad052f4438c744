import type { EndpointFacts, PublicService } from "./service";

const docs = "https://developers.google.com";
const drive = `${docs}/workspace/drive/api`;
const calendar = `${docs}/workspace/calendar/api/v3/reference`;
const sheets = `${docs}/workspace/sheets/api/reference/rest/v4/spreadsheets.values`;
const people = `${docs}/people/api/rest/v1/people`;
const youtube = `${docs}/youtube/v3/docs`;

/** All methods of two resources except one require `fields`. */
const selected: EndpointFacts = { source: `${drive}/guides/fields-parameter`, requires: ["fields"] };
/** The fields in the guide, plus those of files in shared drives and of files shared by link. */
const file = "kind,id,name,mimeType,driveId,teamDriveId,resourceKey";
/** The guide describes reading a file. The same fields are returned by all methods that answer with one. */
const oneFile: EndpointFacts = { source: `${drive}/guides/fields-parameter`, returns: file };

function whole(page: string): EndpointFacts {
  return { source: `${calendar}/${page}`, replaces: ["*"] };
}

const written = { requires: ["valueInputOption"] } as const;
const named = { requires: ["personFields"] } as const;

/** `part` is required, and the answer contains only the parts that it names. */
function inParts(resource: string): Readonly<Record<string, EndpointFacts>> {
  const source = `${youtube}/${resource}/list`;
  return { [`GET /youtube/v3/${resource}`]: { source, requires: ["part"], parts: "items" } };
}

/** Fields that the service sets itself cannot be sent back. */
const resent: EndpointFacts = {
  source: "https://github.com/googleapis/google-api-dotnet-client/issues/1181",
  isReported: true,
  refusesWhole: true,
};

/** Event fields that are ignored unless a query parameter says that the caller supports them. */
const kept = { conferenceData: "conferenceDataVersion", attachments: "supportsAttachments" } as const;

const masked = { requires: ["readMask"] } as const;

export const google: PublicService = {
  name: "Google",
  hosts: ["www.googleapis.com", "sheets.googleapis.com", "people.googleapis.com", "youtube.googleapis.com"],
  endpoints: {
    "GET /drive/v3/about": selected,
    "GET /drive/v3/files/{fileId}/comments": selected,
    "POST /drive/v3/files/{fileId}/comments": selected,
    "GET /drive/v3/files/{fileId}/comments/{commentId}": selected,
    "PATCH /drive/v3/files/{fileId}/comments/{commentId}": selected,
    "GET /drive/v3/files/{fileId}/comments/{commentId}/replies": selected,
    "POST /drive/v3/files/{fileId}/comments/{commentId}/replies": selected,
    "GET /drive/v3/files": {
      source: `${drive}/guides/fields-parameter`,
      returns: `kind,incompleteSearch,nextPageToken,files(${file})`,
    },
    "GET /drive/v3/files/generateIds": {},
    "GET /drive/v3/files/{fileId}": oneFile,
    "POST /drive/v3/files": {
      ...oneFile,
      source: `${drive}/reference/rest/v3/files`,
      elsewhere: { shared: "a permission of its own (`permissions.create`)" },
    },
    "POST /drive/v3/files/{fileId}/copy": oneFile,
    "POST /drive/v3/drives": { source: `${drive}/reference/rest/v3/drives/create`, requires: ["requestId"] },
    "GET /drive/v3/changes": { source: `${drive}/reference/rest/v3/changes/list`, requires: ["pageToken"] },
    "GET /drive/v3/files/{fileId}/export": {
      source: `${drive}/reference/rest/v3/files/export`,
      requires: ["mimeType"],
    },
    "GET /drive/v3/drives": {
      source: "https://github.com/googleapis/google-api-nodejs-client/issues/1719",
      isReported: true,
      returns: "kind,nextPageToken,drives(kind,id,name)",
    },
    "PATCH /drive/v3/files/{fileId}/revisions/{revisionId}": resent,
    "PATCH /drive/v3/files/{fileId}/permissions/{permissionId}": resent,
    "PATCH /drive/v3/drives/{driveId}": resent,
    "PATCH /drive/v3/files/{fileId}": {
      ...oneFile,
      refusesWhole: true,
      source: `${drive}/reference/rest/v3/files/update`,
      elsewhere: { parents: "the query parameters `addParents` and `removeParents`" },
    },
    "POST /calendar/v3/calendars/{calendarId}/events": { source: `${calendar}/events/insert`, keptBy: kept },
    "PUT /calendar/v3/calendars/{calendarId}/events/{eventId}": {
      keptBy: kept,
      source: `${calendar}/events/update`,
      clearsOfBody: ["summary", "description", "location", "attendees"],
    },
    "PATCH /calendar/v3/calendars/{calendarId}/events/{eventId}": { ...whole("events/patch"), keptBy: kept },
    "PATCH /calendar/v3/users/me/calendarList/{calendarId}": whole("calendarList/patch"),
    "POST /v4/spreadsheets/{spreadsheetId}/values/{range}:append": { source: `${sheets}/append`, ...written },
    "PUT /v4/spreadsheets/{spreadsheetId}/values/{range}": { source: `${sheets}/update`, ...written },
    "PATCH /v1/people/{peopleId}:updateContact": {
      source: `${people}/updateContact`,
      requires: ["updatePersonFields"],
    },
    "GET /v1/people/{peopleId}": { source: `${people}/get`, ...named },
    "GET /v1/people/{peopleId}/connections": { source: `${people}.connections/list`, ...named },
    // The form in the client, where one parameter holds both segments.
    "GET /v1/{resourceName}/connections": { source: `${people}.connections/list`, ...named },
    "GET /v1/people:batchGet": { source: `${people}/getBatchGet`, ...named },
    "GET /v1/people:searchContacts": { source: `${people}/searchContacts`, ...masked },
    "GET /v1/people:listDirectoryPeople": { source: `${people}/listDirectoryPeople`, ...masked },
    "GET /v1/people:searchDirectoryPeople": { source: `${people}/searchDirectoryPeople`, ...masked },
    "GET /v1/otherContacts": { source: `${docs}/people/api/rest/v1/otherContacts/list`, ...masked },
    "GET /v1/otherContacts:search": { source: `${docs}/people/api/rest/v1/otherContacts/search`, ...masked },
    ...inParts("videos"),
    ...inParts("channels"),
    ...inParts("playlists"),
    ...inParts("playlistItems"),
    ...inParts("commentThreads"),
    ...inParts("subscriptions"),
    "PUT /youtube/v3/videos": {
      source: `${youtube}/videos/update`,
      clears: { snippet: ["title", "description", "tags", "categoryId"] },
    },
    "PUT /youtube/v3/channels": { source: `${youtube}/channels/update`, single: ["part"] },
    "PUT /youtube/v3/playlists": {
      source: `${youtube}/playlists/update`,
      clears: { snippet: ["title", "description"] },
    },
  },
};
