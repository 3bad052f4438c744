import { describe, expect, it } from "vitest";
import { requestsOf } from "../../harness/project-requests";

const method = (body: string): readonly string[] =>
  requestsOf({
    "a.ts": `import { HttpClient, HttpHeaders, HttpParams } from "@angular/common/http";
      import { inject } from "@angular/core";
      export class Service {
        private readonly http = inject(HttpClient);
        list(filter) { ${body} }
      }`,
  });

const conditional = (count: number, change = "append"): string =>
  Array.from(
    { length: count },
    (_, index) => `if (filter.p${index}) params = params.${change}("p${index}", filter.p${index});`,
  ).join("\n");

const names = (count: number): string => Array.from({ length: count }, (_, index) => `p${index}?`).join("&");

describe("parameters that are added each on a condition of its own", () => {
  it.each([3, 4, 5, 12, 40])("are told where there are %d", (count) => {
    const body = `let params = new HttpParams(); ${conditional(count)} return this.http.get("/items", { params });`;
    expect(method(body)).toEqual([`GET /items ?${names(count)}`]);
  });

  it("are set as they are appended", () => {
    const body = `let params = new HttpParams(); ${conditional(6, "set")} return this.http.get("/items", { params });`;
    expect(method(body)).toEqual([`GET /items ?${names(6)}`]);
  });

  it("leave those that are always there", () => {
    const body = `let params = new HttpParams().set("all", "1"); ${conditional(6)}
      params = params.set("p0", "2").set("p1", "3").append("end", "1");
      return this.http.get("/items", { params });`;
    const found = method(body).join().split("?").slice(1).join("?").split("&").sort();
    expect(found).toEqual(["all", "end", "p0", "p1", "p2?", "p3?", "p4?", "p5?"]);
  });

  it("may be more where one of them is not known", () => {
    const body = `let params = new HttpParams(); ${conditional(6)} if (filter.x) params = params.append(filter.x, "1");
      return this.http.get("/items", { params });`;
    expect(method(body)).toEqual([expect.stringMatching(/\+$/u)]);
  });

  it("are not told of what may be something else", () => {
    const body = `let params = new HttpParams(); ${conditional(6)} if (filter.x) params = filter.other;
      return this.http.get("/items", { params });`;
    expect(method(body)).toEqual([expect.stringMatching(/\+$/u)]);
  });

  it("may be added in any number of rounds", () => {
    const body = `let params = new HttpParams(); for (const each of filter.all) { ${conditional(6).replaceAll("filter.", "each.")} }
      return this.http.get("/items", { params });`;
    expect(method(body)).toEqual([expect.stringMatching(/\+$/u)]);
  });

  it("are header fields as well", () => {
    const body = `let params = new HttpHeaders(); ${conditional(6, "set")} return this.http.get("/items", { headers: params });`;
    expect(method(body)).toEqual(["GET /items [p0?, p1?, p2?, p3?, p4?, p5?]"]);
  });
});
