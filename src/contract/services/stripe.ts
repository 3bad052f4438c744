import type { PublicService } from "./service";

export const stripe: PublicService = {
  name: "Stripe",
  hosts: ["api.stripe.com"],
  prefixes: ["/v1"],
  takesForms: "https://docs.stripe.com/api",
  endpoints: {},
};
