import type { PublicService } from "./service";

export const notion: PublicService = {
  name: "Notion",
  hosts: ["api.notion.com"],
  headers: { "Notion-Version": { source: "https://developers.notion.com/reference/versioning" } },
  endpoints: {},
};
