import type { EndpointFacts, PublicService } from "./service";

const docs = "https://developers.google.com";
const drive = `${docs}/workspace/drive/api`;
const calendar = `${docs}/workspace/calendar/api/v3/reference`;
const sheets = `${docs}/workspace/sheets/api/reference/rest/v4/spreadsheets.values`;
const people = `${docs}/people/api/rest/v1/people`;
const youtube = `${docs}/youtube/v3/docs`;

/** The parameter is needed for all methods of two resources but one. */
const selected: EndpointFacts = { source: `${drive}/guides/fields-parameter`, requires: ["fields"] };
/** What the guide names, and what files in shared drives and files that were shared by link have beside. */
const file = "kind,id,name,mimeType,driveId,teamDriveId,resourceKey";
/** What the guide says of reading a file is so of all methods that answer with one. */
const oneFile: EndpointFacts = { source: `${drive}/guides/fields-parameter`, returns: file };

function whole(page: string): EndpointFacts {
  return { source: `${calendar}/${page}`, replaces: ["*"] };
}

const written = { requires: ["valueInputOption"] } as const;
const named = { requires: ["personFields"] } as const;

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
    "GET /drive/v3/drives": {
      source: "https://github.com/googleapis/google-api-nodejs-client/issues/1719",
      isReported: true,
      returns: "kind,nextPageToken,drives(kind,id,name)",
    },
    "PATCH /drive/v3/files/{fileId}": {
      ...oneFile,
      source: `${drive}/reference/rest/v3/files/update`,
      elsewhere: { parents: "the query parameters `addParents` and `removeParents`" },
    },
    "PUT /calendar/v3/calendars/{calendarId}/events/{eventId}": {
      source: `${calendar}/events/update`,
      clearsOfBody: ["summary", "description", "location", "attendees"],
    },
    "PATCH /calendar/v3/calendars/{calendarId}/events/{eventId}": whole("events/patch"),
    "PATCH /calendar/v3/users/me/calendarList/{calendarId}": whole("calendarList/patch"),
    "POST /v4/spreadsheets/{spreadsheetId}/values/{range}:append": { source: `${sheets}/append`, ...written },
    "PUT /v4/spreadsheets/{spreadsheetId}/values/{range}": { source: `${sheets}/update`, ...written },
    "PATCH /v1/people/{peopleId}:updateContact": {
      source: `${people}/updateContact`,
      requires: ["updatePersonFields"],
    },
    "GET /v1/people/{peopleId}": { source: `${people}/get`, ...named },
    "GET /v1/people/{peopleId}/connections": { source: `${people}.connections/list`, ...named },
    "GET /v1/people:searchContacts": { source: `${people}/searchContacts`, requires: ["readMask"] },
    "PUT /youtube/v3/videos": {
      source: `${youtube}/videos/update`,
      clears: { snippet: ["title", "description", "tags", "categoryId"] },
    },
    "PUT /youtube/v3/playlists": {
      source: `${youtube}/playlists/update`,
      clears: { snippet: ["title", "description"] },
    },
  },
};
