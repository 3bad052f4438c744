import type { PublicService } from "./service";

export const stripe: PublicService = {
  name: "Stripe",
  hosts: ["api.stripe.com"],
  prefixes: ["/v1"],
  // Endpoints below `/v2` take JSON.
  below: "/v1/",
  takesForms: "https://docs.stripe.com/api-v2-overview",
  endpoints: {},
};
