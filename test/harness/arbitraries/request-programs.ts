import fc from "fast-check";

/** A program with a `main(base, flag, text, count)` that sends one request, and the arguments for its runs. */
export interface RequestProgram {
  readonly source: string;
  readonly flag: boolean;
  readonly text: string;
  readonly count: number;
}

/** An expression for a string, number, boolean, null or small structure, known or not. */
const name = fc.constantFrom("name", "tags", "size", "owner", "state");
const plainText = fc.constantFrom("a", "b c", "x-1", "ü", "q");
const scalar: fc.Arbitrary<string> = fc.oneof(
  plainText.map((value) => JSON.stringify(value)),
  fc.nat(9).map(String),
  fc.constantFrom(
    "true",
    "null",
    "text",
    "count",
    "flag",
    "`v-${text}`",
    '"s" + count',
    'flag ? "on" : "off"',
    "flag ? 1 : null",
    "String(count)",
    "CONSTANT",
    "TABLE.two",
    "identity(text)",
    'identity("i")',
    "text.trim()",
    "[text, CONSTANT].join(',')",
  ),
);
const tree: fc.Arbitrary<string> = fc.letrec<{ value: string; object: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 2, withCrossShrink: true },
    scalar,
    tie("object"),
    fc.array(scalar, { maxLength: 3 }).map((items) => `[${items.join(", ")}]`),
    fc.array(scalar, { maxLength: 2 }).map((items) => `[${items.join(", ")}].map((x) => x)`),
  ),
  object: fc
    .array(fc.tuple(name, tie("value")), { maxLength: 3 })
    .map((members) => `{ ${members.map(([key, value]) => `${key}: ${value}`).join(", ")} }`),
})).value;

/** Statements that define `body`. */
const body: fc.Arbitrary<string> = fc.oneof(
  fc
    .uniqueArray(fc.tuple(name, tree), { maxLength: 3, selector: ([key]) => key })
    .map((members) => `const body = { ${members.map(([key, value]) => `${key}: ${value}`).join(", ")} };`),
  fc
    .array(
      fc.oneof(
        fc.tuple(name, scalar).map(([key, value]) => `body.${key} = ${value};`),
        fc.tuple(name, scalar).map(([key, value]) => `if (flag) body.${key} = ${value};`),
        fc
          .tuple(name, scalar, scalar)
          .map(([key, value, other]) => `if (count > 4) body.${key} = ${value}; else { body["${key}"] = ${other}; }`),
        name.map((key) => `delete body.${key};`),
        fc.tuple(name, scalar).map(([key, value]) => `Object.assign(body, { ${key}: ${value} });`),
        fc.tuple(name, scalar).map(([key, value]) => `for (let i = 0; i < count; i++) body.${key} = ${value};`),
        fc.tuple(name, scalar).map(([key, value]) => `change(body, "${key}", ${value});`),
      ),
      { maxLength: 4 },
    )
    .map((statements) => ["const body = {};", ...statements].join("\n  ")),
  fc
    .tuple(name, scalar, name, scalar)
    .map(([a, x, b, y]) => `const base1 = { ${a}: ${x} };\n  const body = { ...base1, ...(flag && { ${b}: ${y} }) };`),
  fc.tuple(name, scalar).map(([key, value]) => `const body = build("${key}", ${value});`),
);

/** Statements that define `path`, which starts with `/`. */
const path: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    'const path = "/widgets";',
    "const path = `/widgets/${encodeURIComponent(text)}`;",
    'const path = "/widgets/" + count;',
    'let path = "/widgets"; path += "/" + count;',
    'let path = "/widgets"; if (flag) path += "/7";',
    'const path = ["", "widgets", count, "parts"].join("/");',
    "const path = TABLE.path(count);",
    'const path = flag ? "/a" : "/b";',
    "const path = `${TABLE.prefix}/widgets/${count}`;",
  ),
);

/** Statements that define `query`: an object of parameters. */
const query: fc.Arbitrary<string> = fc.oneof(
  fc.constant("const query = {};"),
  fc.constantFrom(
    'const query = { fields: "items(id,name)" };',
    "const query = { fields: text, maxResults: count };",
    'const query = { fields: ["id", "name"].join(",") };',
    'const query = { ...(flag ? { fields: "a" } : {}) };',
    'const query = {};\n  query.fields = "a/b";\n  if (flag) query.q = text;',
  ),
);

/** Statements that define `headers`. */
const headers: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    "const headers = {};",
    'const headers = { "If-Match": "*" };',
    'const headers = { Authorization: `Bearer ${encodeURIComponent(text)}`, "X-Trace": String(count) };',
    'const headers = { ...(flag ? { "If-Match": "\\"v1\\"" } : {}) };',
    'const headers = {};\n  if (flag) headers["If-Match"] = "*";\n  headers["x-trace"] = "t";',
    'const headers = Object.assign({ "X-Trace": "1" }, flag && { "X-Trace": "2" });',
    'const headers = { "x-http-method-override": "PATCH", "X-Trace": `${count}` };',
  ),
);

/** The call of each client; `type` in the headers if the client does not set it. */
const clients: Readonly<Record<string, string>> = {
  fetch:
    'const url = new URL(base + path);\n  for (const key of []) {}\n  SET_QUERY\n  await fetch(url, { method, headers: { "Content-Type": "application/json", ...headers }, body: JSON.stringify(body) });',
  fetchString:
    "const search = new URLSearchParams(query);\n  await fetch(`${base}${path}?${search}`, { method, headers, body: JSON.stringify(body) });",
  fetchHeaders:
    'const all = new Headers(headers);\n  all.set("X-Trace", "set");\n  if (flag) all.append("if-match", "late");\n  await fetch(base + path, { method, headers: all, body: JSON.stringify(body) });',
  axios: "await axios({ method, url: path, baseURL: base, params: query, headers, data: body });",
  axiosNamed: "await axios.create({ baseURL: base, headers }).patch(path, body, { params: query });",
  axiosText: "await axios.put(base + path, JSON.stringify(body), { params: query, headers });",
  axiosUntyped:
    'await axios({ method, url: base + path, headers: { ...headers, "Content-Type": false }, data: body });',
  axiosTransformed:
    'const made = axios.create({ baseURL: base, headers });\n  const steps = made.defaults.transformRequest;\n  made.defaults.transformRequest = [...steps, (data) => (flag ? data.replace("a", "b") : data)];\n  await made.put(path, body);',
  axiosLate:
    'const made = axios.create({ headers });\n  made.defaults.baseURL = base + "/late";\n  await made.put(path, body, { params: query });',
  axiosClass:
    'class Client extends axios.Axios {\n  deliver(config) { return super.request({ ...config, headers: { ...config.headers, "X-Trace": "s" } }); }\n  }\n  await new Client({ ...axios.defaults, baseURL: base }).deliver({ method, url: path, data: body, headers, params: query });',
  fetchClass:
    "class Options {\n  get method() { return method; }\n  get headers() { return headers; }\n  body = JSON.stringify(body);\n  }\n  await fetch(base + path, new Options());",
  gotSilent:
    'await got(base + path, { method, json: body, headers: { ...headers, "user-agent": flag ? undefined : "me" }, retry: { limit: 0 } });',
  got: "await got(base + path, { method, json: body, searchParams: query, headers, retry: { limit: 0 } });",
  gotExtend:
    "await got.extend({ prefixUrl: base, headers, retry: { limit: 0 } }).patch(path.slice(1), { json: body, searchParams: query });",
  gotPrefix:
    'await got.extend({ prefixUrl: base, headers: { "X-Trace": "d" } }).put("fixed/1", { json: body, headers });',
  ky: "await ky(base + path, { method, json: body, searchParams: query, headers, retry: 0 });",
  kyCreate:
    'await ky.create({ prefixUrl: base, headers, retry: 0 }).patch("fixed/" + count, { json: body, searchParams: query }).json();',
  undici:
    "const answer = await undici(base + path, { method, query, headers, body: JSON.stringify(body) });\n  await answer.body.text();",
  superagent: "await superagent.patch(base + path).query(query).set(headers).send(body);",
  superagentSteps:
    'const step = superagent.put(base + path).set(headers);\n  if (flag) step.set("X-Trace", "s");\n  step.send(body);\n  await step;',
  http: 'await new Promise((done, fail) => {\n    const sent = http.request(base + path, { method, headers }, (answer) => { answer.resume(); answer.on("end", done); });\n    sent.on("error", fail);\n    if (flag) sent.setHeader("X-Trace", "h");\n    sent.end(JSON.stringify(body));\n  });',
};

const setQuery = [
  "for (const [key, value] of Object.entries(query)) url.searchParams.set(key, value);",
  'url.searchParams.set("fields", "id");\n  if (flag) url.searchParams.append("q", text);',
  "",
];

/** Wrappers around the call. */
const wrappers: readonly ((send: string) => string)[] = [
  (send) => send,
  (send) =>
    `async function deliver(path, method, body, query, headers) {\n  ${send}\n  }\n  await deliver(path, method, body, query, headers);`,
  (send) =>
    `const api = { async deliver(path, method, { body, query, headers = {} }) {\n  ${send}\n  } };\n  await api.deliver(path, method, { body, query, headers });`,
  (send) =>
    `class Api {\n  #base = base;\n  async deliver(path, method, body, query, headers) {\n  const base = this.#base;\n  ${send}\n  } }\n  await new Api().deliver(path, method, body, query, { ...headers });`,
  (send) =>
    `const deliver = (method) => async (path, body, ...rest) => {\n  const [query, headers] = rest;\n  ${send}\n  };\n  await deliver(method)(path, body, query, headers);`,
];

const prelude = `import axios from "axios";
import got from "got";
import http from "node:http";
import ky from "ky";
import superagent from "superagent";
import { request as undici } from "undici";

const CONSTANT = "constant";
const TABLE = { two: 2, prefix: "/v1", path: (id) => \`/table/\${id}\` };
const identity = (value) => value;
function change(target, key, value) {
  target[key] = value;
}
function build(key, value) {
  const made = { fixed: true };
  made[key] = value;
  return made;
}

`;

/** Programs of all combinations. */
export const requestPrograms: fc.Arbitrary<RequestProgram> = fc
  .record({
    method: fc.constantFrom('"PATCH"', '"PUT"', 'flag ? "PATCH" : "PUT"', '"post".toUpperCase()'),
    path,
    query,
    headers,
    body,
    client: fc.constantFrom(...Object.values(clients)),
    setQuery: fc.constantFrom(...setQuery),
    wrap: fc.constantFrom(...wrappers),
    flag: fc.boolean(),
    text: fc.constantFrom("t", "a b", "1", "x,y"),
    count: fc.nat(9),
  })
  .map(
    ({
      method,
      path: pathCode,
      query: queryCode,
      headers: headersCode,
      body: bodyCode,
      client,
      setQuery: set,
      wrap,
      flag,
      text,
      count,
    }) => {
      const send = wrap(client.replace("SET_QUERY", () => set));
      const lines = [`const method = ${method};`, pathCode, queryCode, headersCode, bodyCode, send];
      return {
        source: `${prelude}export async function main(base, flag, text, count) {\n  ${lines.join("\n  ")}\n}\n`,
        flag,
        text,
        count,
      };
    },
  );
