import { record, scalar, tagged, type SketchDrawer } from "./sketch";
import type { Draw } from "../draw";

/** ky inside its own hooks: a request that is sent again. */
export const kyHooks: SketchDrawer = (draw) => {
  const again = draw.pick(
    "return ky(request);",
    "return ky(request, options);",
    `return ky(request, { headers: { "x-k": ${draw.pick('"again"', "text")} } });`,
    "return ky(request.url, { method: request.method });",
    "return ky(request.url);",
    'return ky(new Request(request, { headers: { "x-k": "new" } }));',
    "return ky(request.clone());",
    `request.headers.set("x-k", "set"); return ky(request);`,
    'return ky(`${request.url}/again`, { ...options, method: "DELETE", body: undefined });',
    "return ky.get(request.url);",
    'return ky(request, { method: "POST" });',
  );
  const hook = draw.pick(
    `afterResponse: [async (request, options, response) => { if (request.headers.has("x-once")) return; if (sent++ > 0) return; ${again} }]`,
    `afterResponse: [async ({ ...rest }, o, r) => {}, async (request, options) => { if (sent++ > 0) return; ${again} }]`,
    `beforeRequest: [(request, options) => { if (sent++ > 0) return; ${draw.pick(again, 'request.headers.set("x-k", "before");', 'return new Request(request, { headers: { "x-k": "n" } });')} }]`,
  );
  const method = draw.pick("put", "post", "delete", "get");
  const options = method === "put" || method === "post" ? `{ json: ${record(draw)} }` : "{}";
  return {
    imports: ['import ky from "ky";'],
    inside: `let sent = 0; const api = ky.${draw.pick("create", "extend")}({ prefixUrl: base, retry: 0, hooks: { ${hook} } } as any); await api.${method}("${tagged(draw, draw.pick("", "/a")).slice(1)}", ${options});`,
  };
};

const octokitMade = 'new Made({ baseUrl: base, ...(flag ? { userAgent: "u" } : {}) })';

/** Octokit's plugins, with any parameter names, and their results. */
export const octokitPlugins: SketchDrawer = (draw) => {
  const [o, p] = draw.pick(["octokit", "options"], ["client", "opts"], ["kit", "_"], ["instance", "conf"]);
  const route = `"${draw.pick("PUT", "POST", "DELETE", "GET")} ${tagged(draw, draw.pick("", "/{id}"))}"`;
  const given = draw.pick('{ id: "i", x: 1 }', "{ id: count, ...rest }", "{ id: text }", "params");
  const method = draw.pick(
    `save: (params: any) => ${o}.request(${route}, ${given.replace("...rest", "...params")})`,
    `save(params: any) { return ${o}.request({ method: "PUT", url: "${tagged(draw, "/{id}")}", ...params }); }`,
    `save: async (params: any) => (await ${o}.request(${route}, params)).data`,
    `tools: { save: (params: any) => ${o}.request(${route}, params) }`,
    `save: ${o}.request.defaults({ method: "POST", url: "${tagged(draw, "")}" })`,
  );
  const hook = draw.pick(
    "",
    `${o}.hook.before("request", (sent: any) => { sent.headers["x-k"] = "b"; });`,
    `${o}.hook.wrap("request", async (request: any, sent: any) => request({ ...sent, headers: { ...sent.headers, "x-k": "w" } }));`,
    `${o}.hook.before("request", async (sent: any) => { sent.y = 2; });`,
    `if (${p}.userAgent) ${o}.hook.before("request", (sent: any) => { sent.headers["x-k"] = "u"; });`,
  );
  const call = method.startsWith("tools") ? "tools.save" : "save";
  const plugin = draw.pick(
    `const plugin = (${o}: any, ${p}: any) => { ${hook} return { ${method} }; };`,
    `function plugin(${o}: any, ${p}: any) { ${hook} return { ${method} }; }`,
    `function plugin(${o}: any, ${p}: any) { ${hook} return { api: { ${method} } }; }`,
  );
  const path = plugin.includes("{ api:") ? `api.${call}` : call;
  return {
    imports: ['import { Octokit } from "octokit";'],
    outside: `const params = { id: "outer" }, rest = {}, text = "t", count = 3; ${plugin} const Made: any = Octokit.plugin(plugin${draw.pick("", ", () => ({}) as any")})${draw.pick("", '.defaults({ userAgent: "d" })', ".defaults({ request: { retries: 0 } })")};`,
    inside: `const made = ${octokitMade}; await made.${path}({ id: ${draw.pick('"a"', "7")}, z: ${draw.pick('"z"', "flag")} }); ${draw.pick("", `await made.request("PATCH ${tagged(draw, "/{n}")}", { n: 1, q: ${scalar(draw)} });`)}`,
  };
};

/** Octokit's GraphQL, and the options that `endpoint` returns for a route. */
export const octokitParts: SketchDrawer = (draw) => {
  const variables = draw.pick("", ", { a: 1 }", ', { login: text, headers: { "x-k": "g" } }', ", { n: count }");
  const graphql = draw.pick(
    `await octokit.graphql("query($login: String) { viewer { login } }"${variables});`,
    `const query = octokit.graphql.defaults({ headers: { "x-k": "d" } }); await query("{ viewer { login } }"${variables});`,
    `await octokit.graphql({ query: "{ viewer { login } }", login: text });`,
  );
  const route = draw.pick("PUT", "POST", "DELETE", "GET");
  const given = draw.pick(
    '{ id: "i", x: 1 }',
    "{ id: count }",
    '{ id: text, headers: { "x-k": "e" } }',
    "{ id: 1, list: [1, 2] }",
  );
  const endpoint = draw.pick(
    `octokit.request.endpoint("${route} ${tagged(draw, "/{id}")}", ${given})`,
    `octokit.request.endpoint({ method: "${route}", url: "${tagged(draw, "/{id}")}", ...${given} })`,
    `octokit.request.endpoint.merge("${route} ${tagged(draw, "/{id}")}", ${given})`,
    `octokit.request.endpoint.defaults({ ${draw.pick('headers: { "x-k": "f" }', "x: 3")} })("${route} ${tagged(draw, "/{id}")}", ${given})`,
  );
  const use = endpoint.includes(".merge(")
    ? `await octokit.request(options);`
    : draw.pick(
        `await fetch(options.url, { method: options.method, headers: options.headers, body: options.body === undefined ? undefined : JSON.stringify(options.body) });`,
        `const { url, ...init } = options; await fetch(url, { ...init, body: init.body && JSON.stringify(init.body) });`,
        `const { url, method, body } = options; await fetch(url, { method, body: body ? JSON.stringify(body) : null });`,
      );
  const parts = draw.pick(
    graphql,
    `const options: any = ${endpoint}; ${use}`,
    `const options: any = ${endpoint}; ${use}`,
  );
  return {
    imports: ['import { Octokit } from "octokit";'],
    inside: `const octokit = new Octokit({ baseUrl: base }); ${parts}`,
  };
};

/** URLs with a query to which packages or the platform add another one. */
export const addedQueries: SketchDrawer = (draw) => {
  const query = draw.pick("", "?a=1", "?a=1&b=2", "?b=x y", "?a", "?a=1#part", "#part");
  const added = draw.pick(
    `{ c: ${scalar(draw)} }`,
    `{ a: ${scalar(draw)}, c: undefined }`,
    "{ b: null, c: 3 }",
    '{ a: ["1", "2"] }',
    "{ ...(flag && { b: count }) }",
    '{ c: "" }',
    "{ a: undefined }",
  );
  const url = `\`\${base}${tagged(draw, "")}${query}\``;
  const made = draw.pick(
    `stringifyUrl({ url: ${url}, query: ${added} })`,
    `queryString.stringifyUrl({ url: ${url}, query: ${added} as any }, { ${draw.pick("skipNull: true", "skipEmptyString: true", "sort: false", 'arrayFormat: "comma"')} })`,
    `withQuery(${url}, ${added} as any)`,
    `urlJoin(${url}, "?c=3")`,
    `${url} + "?" + queryString.stringify(${added} as any)`,
    `(() => { const u = new URL(${url}); for (const [k, v] of Object.entries(${added})) u.searchParams.${draw.pick("set", "append")}(k, String(v)); return u; })()`,
    `(() => { const u = new URL(${url}); u.search = new URLSearchParams(${added} as any).toString(); return u.href; })()`,
  );
  const client = draw.pick(
    (u: string) => `await fetch(${u});`,
    (u: string) => `await fetch(${u}, { method: "DELETE" });`,
    (u: string) => `await axios.get(String(${u}), { params: { d: 4 } });`,
    (u: string) => `await ky.get(${u}, { searchParams: { a: 9 } });`,
    (u: string) => `const url = ${u}; await fetch(url);`,
  );
  return {
    imports: [
      'import axios from "axios";',
      'import ky from "ky";',
      'import queryString, { stringifyUrl } from "query-string";',
      'import { withQuery } from "ufo";',
      'import urlJoin from "url-join";',
    ],
    inside: client(made),
  };
};

/** Forms that become parameters or bodies. */
export const formParameters: SketchDrawer = (draw) => {
  const filled = draw
    .some(3, () =>
      draw.pick(
        `form.append("a", ${draw.pick('"1"', "text", "String(count)")});`,
        `form.set("b", ${draw.pick('"1"', "text", "String(count)")});`,
        'if (flag) form.append("a", "2");',
        'form.delete("a");',
        'form.append("f", new Blob(["x"]), "f.txt");',
        "fill(form);",
        'for (const k of ["a", "b"]) form.append(k, "l");',
        'form.set("a", "s"); form.append("a", "t");',
      ),
    )
    .join(" ");
  const made = draw.pick(
    "new URLSearchParams(form as any)",
    "new URLSearchParams([...form] as any)",
    "new URLSearchParams(Object.fromEntries(form) as any)",
    "new URLSearchParams(Array.from(form.entries()) as any)",
  );
  const use = draw.pick(
    `await fetch(\`\${base}${tagged(draw, "")}?\${${made}}\`);`,
    `await fetch(base + "${tagged(draw, "")}", { method: "POST", body: ${made} });`,
    `const all = ${made}; all.append("c", "3"); await fetch(\`\${base}${tagged(draw, "")}?\${all.toString()}\`);`,
    `await axios.get(base + "${tagged(draw, "")}", { params: ${made} });`,
    `await ky.get(base + "${tagged(draw, "")}", { searchParams: ${made} });`,
    `await fetch(base + "${tagged(draw, "")}", { method: "PUT", body: JSON.stringify(Object.fromEntries(${made})) });`,
    `await fetch(base + "${tagged(draw, "")}", { method: "PUT", body: JSON.stringify({ a: form.get("a"), all: form.getAll("a"), has: form.has("b") }) });`,
  );
  return {
    imports: ['import axios from "axios";', 'import ky from "ky";'],
    outside: 'const fill = (form: FormData) => { form.append("g", "filled"); };',
    inside: `const form = new FormData(); ${filled} ${use}`,
  };
};

const spelling = (draw: Draw): string => draw.pick("x-k", "X-K", "X-k", "x-Trace", "X-TRACE", "If-Match", "if-match");
const field = (draw: Draw): string => `"${spelling(draw)}": ${draw.pick('"1"', '"2"', "text", "String(count)")}`;

/** Header fields with several spellings of one name. */
export const headerSpellings: SketchDrawer = (draw) => {
  const fields = `{ ${draw.some(3, () => field(draw)).join(", ")} }`;
  const list = `[${draw.some(3, () => `["${spelling(draw)}", ${draw.pick('"1"', '"2"', "text")}]`).join(", ")}]`;
  const made = draw.pick(
    `new Headers(${fields})`,
    `new Headers(${list} as any)`,
    `new Headers(new Headers(${fields}))`,
    `Object.fromEntries(new Headers(${fields}))`,
    `{ ...Object.fromEntries(new Headers(${fields})), ${field(draw)} }`,
    fields,
    list,
    `{ ...${fields}, ...${fields} }`,
    `Object.assign(${fields}, ${fields})`,
    `Object.fromEntries(Object.entries(${fields}).map(([k, v]) => [k.toLowerCase(), v]))`,
  );
  const isHeaders = made.startsWith("new Headers");
  const changed = isHeaders
    ? draw.pick(
        "",
        `h.set("${spelling(draw)}", "s");`,
        `h.append("${spelling(draw)}", "p");`,
        `h.delete("${spelling(draw)}");`,
        `if (flag) h.set("${spelling(draw)}", "c");`,
      )
    : made.startsWith("[")
      ? ""
      : draw.pick(
          "",
          `h["${spelling(draw)}"] = "s";`,
          `delete h["${spelling(draw)}"];`,
          `if (flag) h["${spelling(draw)}"] = "c";`,
        );
  const use = draw.pick(
    `await fetch(base + "${tagged(draw, "")}", { headers: h });`,
    `await fetch(base + "${tagged(draw, "")}", { method: "PUT", headers: new Headers(h), body: "x" });`,
    `await fetch(new Request(base + "${tagged(draw, "")}", { headers: h }), { ${draw.pick("", 'method: "DELETE"', `headers: { ${field(draw)} }`)} });`,
    `await ky.get(base + "${tagged(draw, "")}", { headers: h });`,
    ...(made.startsWith("[") || isHeaders
      ? []
      : [
          `await axios.get(base + "${tagged(draw, "")}", { headers: h });`,
          `await axios.create({ headers: h }).get(base + "${tagged(draw, "")}", { headers: { ${field(draw)} } });`,
          `await got(base + "${tagged(draw, "")}", { headers: h });`,
        ]),
  );
  return {
    imports: ['import axios from "axios";', 'import got from "got";', 'import ky from "ky";'],
    inside: `const h: any = ${made}; ${changed} ${use}`,
  };
};
