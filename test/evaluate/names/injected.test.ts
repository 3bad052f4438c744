import { describe, expect, it } from "vitest";
import { requestsOf } from "../../harness/project-requests";

const http = `export default class HttpService {
  static dependencies = ["TokenService"];
  constructor($token) { this.$token = $token; }
  get(path) { return this.send("GET", path); }
  send(method, path, body) { return fetch("/api" + path, { method, headers: { "X-Token": this.$token.get() }, body: JSON.stringify(body) }); }
}`;

const widgets = (list: string, parameters = "$http, $log"): string => `export class Widgets {
  ${list}
  constructor(${parameters}) { this.$http = $http; }
  one(id) { return this.$http.get("/widgets/" + id); }
  change(id, body) { return this.$http.send("PATCH", Paths.one, { name: body.name }); }
}
const Paths = { one: "/widgets" };`;

describe("services that a container hands to a constructor", () => {
  it("are found by the names of a list, one for each parameter", () => {
    const files = { "a.js": widgets('static dependencies = ["HttpService", "LogService"];'), "http.js": http };
    expect(requestsOf(files)).toEqual(["GET /api/widgets/{id} [X-Token]", "PATCH /api/widgets [X-Token] json {name}"]);
  });

  it("are found by a list of which the constructor takes only the first", () => {
    const files = {
      "a.js": widgets('static dependencies = ["HttpService", "LogService", "ClockService"];'),
      "http.js": http,
    };
    expect(requestsOf(files)).toEqual(["GET /api/widgets/{id} [X-Token]", "PATCH /api/widgets [X-Token] json {name}"]);
  });

  it("are found by a file that names neither a path nor another file", () => {
    const text = `export class All {
  static dependencies = ["HttpService"];
  constructor($http) { this.$http = $http; }
  all(what) { return this.$http.get(what); }
}`;
    expect(requestsOf({ "a.js": text, "http.js": http })).toEqual(["GET /api{path} ?+ [X-Token]"]);
  });

  it("are found by the classes of a list", () => {
    const files = {
      "a.js": `import HttpService from "./http"; import Log from "./log"; ${widgets("static inject = [HttpService, Log];")}`,
      "http.js": http,
    };
    expect(requestsOf(files)).toEqual(["GET /api/widgets/{id} [X-Token]", "PATCH /api/widgets [X-Token] json {name}"]);
  });

  it("are each of the classes that have the name", () => {
    const other = http.replace('"/api"', '"/desktop"');
    const files = {
      "a.js": widgets('static dependencies = ["HttpService"];', "$http"),
      "http.js": http,
      "other.js": other,
    };
    expect(requestsOf(files)).toContain("GET /api/widgets/{id} [X-Token]");
    expect(requestsOf(files)).toContain("GET /desktop/widgets/{id} [X-Token]");
  });

  it.each([
    ["a shorter list", 'static dependencies = ["HttpService"];'],
    ["a list that is no static one", 'dependencies = ["HttpService", "LogService"];'],
    ["a list of another name", 'static names = ["HttpService", "LogService"];'],
    ["a name that no class has", 'static dependencies = ["Http", "LogService"];'],
  ])("are not known by %s", (_, list) => {
    expect(requestsOf({ "a.js": widgets(list), "http.js": http })).toEqual([]);
  });
});
