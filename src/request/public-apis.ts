/** A service other than the program's own, with what is known of it. */
export interface OtherService {
  readonly name: string;
  /** It takes selectors in `fields`, in the language of the conventions (4.2). */
  readonly selects?: true;
  /** The permission map lists its endpoints. */
  readonly mapped?: true;
}

interface PublicApi extends OtherService {
  /** Host names; `*.` stands for any subdomain. */
  readonly hosts: readonly string[];
  /** Where the service documents these hosts. */
  readonly source: string;
}

/** Services that many programs use, and hardly any as its only one. Each host is named in the service's own documentation. */
const publicApis: readonly PublicApi[] = [
  {
    name: "GitHub",
    mapped: true,
    hosts: ["github.com", "*.github.com", "*.githubusercontent.com", "*.ghe.com"],
    source: "https://docs.github.com/rest/using-the-rest-api/getting-started-with-the-rest-api",
  },
  {
    name: "Google",
    selects: true,
    hosts: ["*.googleapis.com"],
    source: "https://developers.google.com/discovery/v1/reference/apis",
  },
  {
    name: "Google",
    hosts: ["accounts.google.com", "www.google.com", "*.google-analytics.com"],
    source: "https://developers.google.com/identity/protocols/oauth2/web-server",
  },
  { name: "GitLab", hosts: ["gitlab.com"], source: "https://docs.gitlab.com/api/rest/" },
  {
    name: "Bitbucket",
    hosts: ["bitbucket.org", "api.bitbucket.org"],
    source: "https://developer.atlassian.com/cloud/bitbucket/rest/intro/",
  },
  {
    name: "Atlassian",
    hosts: ["api.atlassian.com", "auth.atlassian.com", "*.atlassian.net"],
    source: "https://developer.atlassian.com/cloud/jira/platform/rest/v3/intro/",
  },
  { name: "Codeberg", hosts: ["codeberg.org"], source: "https://codeberg.org/api/swagger" },
  { name: "Gitea", hosts: ["gitea.com"], source: "https://docs.gitea.com/development/api-usage" },
  { name: "Slack", hosts: ["slack.com", "*.slack.com"], source: "https://docs.slack.dev/apis/web-api/" },
  { name: "Stripe", hosts: ["api.stripe.com", "files.stripe.com"], source: "https://docs.stripe.com/api" },
  { name: "Linear", hosts: ["api.linear.app"], source: "https://linear.app/developers/graphql" },
  { name: "Notion", hosts: ["api.notion.com"], source: "https://developers.notion.com/reference/intro" },
  { name: "Figma", hosts: ["api.figma.com"], source: "https://developers.figma.com/docs/rest-api/" },
  {
    name: "Discord",
    hosts: ["discord.com", "*.discord.com", "discordapp.com"],
    source: "https://discord.com/developers/docs/reference",
  },
  { name: "Telegram", hosts: ["api.telegram.org"], source: "https://core.telegram.org/bots/api" },
  { name: "Twilio", hosts: ["*.twilio.com"], source: "https://www.twilio.com/docs/usage/api" },
  { name: "SendGrid", hosts: ["api.sendgrid.com"], source: "https://www.twilio.com/docs/sendgrid/api-reference" },
  { name: "Mailgun", hosts: ["*.mailgun.net"], source: "https://documentation.mailgun.com/docs/mailgun/api-reference" },
  { name: "OpenAI", hosts: ["api.openai.com"], source: "https://platform.openai.com/docs/api-reference/introduction" },
  { name: "Anthropic", hosts: ["api.anthropic.com"], source: "https://docs.anthropic.com/en/api/overview" },
  {
    name: "Hugging Face",
    hosts: ["huggingface.co", "*.huggingface.co"],
    source: "https://huggingface.co/docs/hub/api",
  },
  {
    name: "Microsoft",
    hosts: ["graph.microsoft.com", "login.microsoftonline.com", "dev.azure.com", "*.visualstudio.com", "*.azure.com"],
    source: "https://learn.microsoft.com/graph/use-the-api",
  },
  {
    name: "Amazon Web Services",
    hosts: ["*.amazonaws.com"],
    source: "https://docs.aws.amazon.com/general/latest/gr/rande.html",
  },
  { name: "Cloudflare", hosts: ["api.cloudflare.com"], source: "https://developers.cloudflare.com/api/" },
  { name: "Heroku", hosts: ["api.heroku.com"], source: "https://devcenter.heroku.com/articles/platform-api-reference" },
  { name: "Netlify", hosts: ["api.netlify.com"], source: "https://docs.netlify.com/api/get-started/" },
  { name: "Vercel", hosts: ["api.vercel.com"], source: "https://vercel.com/docs/rest-api" },
  {
    name: "DigitalOcean",
    hosts: ["api.digitalocean.com"],
    source: "https://docs.digitalocean.com/reference/api/reference/",
  },
  {
    name: "npm",
    hosts: ["registry.npmjs.org", "api.npmjs.org"],
    source: "https://github.com/npm/registry/blob/main/docs/REGISTRY-API.md",
  },
  { name: "PyPI", hosts: ["pypi.org"], source: "https://docs.pypi.org/api/" },
  {
    name: "Docker Hub",
    hosts: ["hub.docker.com", "*.docker.io"],
    source: "https://docs.docker.com/reference/api/hub/",
  },
  { name: "CircleCI", hosts: ["circleci.com"], source: "https://circleci.com/docs/api/v2/" },
  { name: "Sentry", hosts: ["sentry.io", "*.sentry.io"], source: "https://docs.sentry.io/api/" },
  { name: "Datadog", hosts: ["*.datadoghq.com", "*.datadoghq.eu"], source: "https://docs.datadoghq.com/api/latest/" },
  { name: "PagerDuty", hosts: ["api.pagerduty.com"], source: "https://developer.pagerduty.com/api-reference/" },
  {
    name: "Algolia",
    hosts: ["*.algolia.net", "*.algolianet.com"],
    source: "https://www.algolia.com/doc/rest-api/search",
  },
  { name: "Zendesk", hosts: ["*.zendesk.com"], source: "https://developer.zendesk.com/api-reference/" },
  {
    name: "Salesforce",
    hosts: ["*.salesforce.com", "*.force.com"],
    source: "https://developer.salesforce.com/docs/atlas.en-us.api_rest.meta/api_rest/",
  },
  {
    name: "HubSpot",
    hosts: ["api.hubapi.com", "api.hubspot.com"],
    source: "https://developers.hubspot.com/docs/api-reference/overview",
  },
  { name: "Shopify", hosts: ["*.myshopify.com"], source: "https://shopify.dev/docs/api/admin-rest" },
  {
    name: "PayPal",
    hosts: ["api-m.paypal.com", "api-m.sandbox.paypal.com", "api.paypal.com"],
    source: "https://developer.paypal.com/api/rest/",
  },
  { name: "Auth0", hosts: ["*.auth0.com"], source: "https://auth0.com/docs/api" },
  { name: "Okta", hosts: ["*.okta.com"], source: "https://developer.okta.com/docs/api/" },
  {
    name: "Dropbox",
    hosts: ["*.dropboxapi.com"],
    source: "https://www.dropbox.com/developers/documentation/http/documentation",
  },
  {
    name: "Spotify",
    hosts: ["api.spotify.com", "accounts.spotify.com"],
    source: "https://developer.spotify.com/documentation/web-api",
  },
  {
    name: "Meta",
    hosts: ["graph.facebook.com", "graph.instagram.com"],
    source: "https://developers.facebook.com/docs/graph-api/",
  },
  { name: "X", hosts: ["api.x.com", "api.twitter.com"], source: "https://docs.x.com/x-api/introduction" },
  { name: "LinkedIn", hosts: ["api.linkedin.com"], source: "https://learn.microsoft.com/linkedin/" },
  {
    name: "Trello",
    hosts: ["api.trello.com", "trello.com"],
    source: "https://developer.atlassian.com/cloud/trello/rest/",
  },
  { name: "Asana", hosts: ["app.asana.com"], source: "https://developers.asana.com/reference/rest-api-reference" },
  { name: "Airtable", hosts: ["api.airtable.com"], source: "https://airtable.com/developers/web/api/introduction" },
  {
    name: "Intercom",
    hosts: ["api.intercom.io"],
    source: "https://developers.intercom.com/docs/references/rest-api/api.intercom.io",
  },
  { name: "Zoom", hosts: ["api.zoom.us"], source: "https://developers.zoom.us/docs/api/" },
];

const byName = new Map<string, PublicApi>();
const bySuffix = new Map<string, PublicApi>();
for (const api of publicApis)
  for (const host of api.hosts)
    if (host.startsWith("*")) bySuffix.set(host.slice(1), api);
    else byName.set(host, api);

/** @returns the well-known service of a host, which may have a user and a port: `api.github.com`. */
export function findPublicApi(host: string): OtherService | undefined {
  const name = host.toLowerCase().replace(/^.*@/u, "").replace(/:\d*$/u, "");
  const exact = byName.get(name);
  if (exact) return exact;
  for (let dot = name.indexOf("."); dot > 0; dot = name.indexOf(".", dot + 1)) {
    const api = bySuffix.get(name.slice(dot));
    if (api) return api;
  }
  return undefined;
}
