import { describe, expect, test } from "vitest";
import { requestsIn } from "../../harness/project-requests";
import { renderRequest } from "../render";

/** Requests that several calls build, in functions whose callers supply the rest: each call counts for each caller. */

const sentBy = (text: string): readonly string[] => requestsIn({ "a.ts": text }).map(renderRequest);

describe("a request that calls build", () => {
  test("by Node's `http` has for each caller what is set in the function", () => {
    const sent = sentBy(`import http from "node:http";
function deliver(path: string, headers: any) {
  const sent = http.request("http://h" + path, { method: "POST", headers });
  sent.setHeader("If-Match", "t"); sent.end("a");
}
deliver("/a", {}); deliver("/b", { authorization: "Bearer t" });`);
    expect(sent).toContain('POST /a [if-match=t] "a"');
    expect(sent).toContain('POST /b [authorization=Bearer t, if-match=t] "a"');
  });

  test("by XMLHttpRequest is opened as the caller says", () => {
    const sent = sentBy(`function deliver(method: string, path: string) {
  const x = new XMLHttpRequest(); x.open(method, "http://h" + path); x.setRequestHeader("If-Match", "t"); x.send("a");
}
deliver("PUT", "/a");`);
    expect(sent).toContain('PUT /a [if-match=t] "a"');
  });
});
