import type { PublicService } from "./service";

export const notion: PublicService = {
  name: "Notion",
  hosts: ["api.notion.com"],
  below: "/v1/",
  // Public integrations request their tokens without the version header.
  apart: ["/v1/oauth/"],
  headers: { "Notion-Version": { source: "https://developers.notion.com/reference/versioning" } },
  endpoints: {},
};
