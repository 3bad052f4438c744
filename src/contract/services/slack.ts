import type { EndpointFacts, PublicService } from "./service";

/** Only methods that write accept JSON. */
const read: EndpointFacts = { source: "https://docs.slack.dev/apis/web-api", takesForms: true };

export const slack: PublicService = {
  name: "Slack",
  hosts: ["slack.com", "www.slack.com"],
  prefixes: ["/api"],
  endpoints: Object.fromEntries(
    ["conversations.history", "conversations.replies", "conversations.list", "users.lookupByEmail"].map((name) => [
      `POST /${name}`,
      read,
    ]),
  ),
};
