import { describe, expect, it } from "vitest";
import { noFacts } from "../../../src/contract/configuration/configuration";
import { pathsOf } from "../../../src/request/derived/endpoint";
import { templateOf } from "../../../src/request/derived/describe";
import { requestsIn } from "../../harness/project-requests";

describe("a path on one of several bases", () => {
  it.each<[string, string, readonly string[] | undefined, string]>([
    ["is one endpoint on another host's base", "'https://b.test/api/v3'", ["https://a.test"], "/x"],
    ["is one endpoint on a base whose host is not known", "`https://${host}/api/v3`", ["https://a.test"], "/x"],
    ["is two on a base whose path says something", "'https://b.test/shop'", ["https://a.test"], "/shop/x /x"],
    [
      "is two on two bases of the service's own",
      "'https://b.test/v1'",
      ["https://a.test", "https://b.test"],
      "/v1/x /x",
    ],
    ["is two on one host", "'https://a.test/v1'", ["https://a.test"], "/v1/x /x"],
    ["is two where every host may be the service's", "'https://b.test/v1'", undefined, "/v1/x /x"],
  ])("%s", (_, base, baseUrls, paths) => {
    const source = `import axios from "axios";
      export const f = (host) => axios.create({ baseURL: host ? ${base} : "https://a.test" }).get("/x");`;
    const facts = baseUrls ? { ...noFacts, service: { baseUrls, etags: true as const } } : noFacts;
    const [request] = requestsIn({ "a.ts": source }, facts);
    expect(request && pathsOf(request).map(templateOf).join(" ")).toBe(paths);
  });

  it("is one endpoint where octokit's server is chosen when it runs", () => {
    const source = `import { Octokit } from "@octokit/core";
      const options = {};
      if (host !== "github.com") options.baseUrl = \`https://\${host}/api/v3\`;
      else options.baseUrl = "https://api.github.com";
      void new Octokit(options).request("GET /user");`;
    expect(requestsIn({ "a.ts": source }).flatMap(pathsOf).map(templateOf)).toEqual(["/user"]);
  });
});
