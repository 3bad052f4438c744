import { paths, type Plan } from "./plan";

/** Header fields as source: name and value expression. */
type Fields = readonly (readonly [name: string, value: string])[];

const bearer: readonly [string, string] = ["Authorization", "`Bearer ${process.env.TOKEN}`"];
const json: readonly [string, string] = ["Content-Type", '"application/json"'];

/** Writes a plan as the program that a person would write. */
export function render(plan: Plan): string {
  const headers = headersOf(plan);
  const headersCode = writeHeaders(plan, headers);
  const bodyCode = writeBody(plan);
  return [
    ...imports[plan.client],
    "const url = `${process.env.BASE_URL}" + paths[plan.resource] + "`;",
    ...(plan.through === "function" ? wrapper : []),
    ...(needsRead(plan) ? [read(plan)] : []),
    ...(plan.tag === "used" ? [earlier] : []),
    ...headersCode.before,
    ...bodyCode.before,
    send(plan, headersCode.expression, bodyCode.expression),
    // Only a module may wait at its top level.
    "export {};",
    "",
  ].join("\n");
}

const imports: Readonly<Record<Plan["client"], readonly string[]>> = {
  fetch: [],
  axios: ['import axios from "axios";'],
  got: ['import got from "got";'],
  ky: ['import ky from "ky";'],
};

const wrapper = [
  "async function send(method, address, body, headers) {",
  "  const response = await fetch(address, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) });",
  "  return response.json();",
  "}",
];

const earlier =
  'await fetch(url, { method: "PATCH", headers: { Authorization: `Bearer ${process.env.TOKEN}`, "Content-Type": "application/json", "If-Match": item.etag }, body: JSON.stringify({ limits: { daily: 5 } }) });';

function needsRead(plan: Plan): boolean {
  return plan.tag === "read" || plan.tag === "used" || plan.body === "read array" || plan.body === "whole";
}

function read({ client }: Plan): string {
  const headers = "{ headers: { Authorization: `Bearer ${process.env.TOKEN}` } }";
  switch (client) {
    case "fetch":
      return `const item = await (await fetch(url, ${headers})).json();`;
    case "axios":
      return `const { data: item } = await axios.get(url, ${headers});`;
    case "got":
    case "ky":
      return `const item = await ${client}.get(url, ${headers}).json();`;
  }
}

function headersOf(plan: Plan): Fields {
  const fields: (readonly [string, string])[] = [];
  const token = plan.token === "user" ? "process.env.TOKEN" : "process.env.INSTALLATION_TOKEN";
  const scheme = { bearer: "Bearer", token: "token", basic: "Basic" };
  if (plan.authorization !== "none") fields.push([bearer[0], `\`${scheme[plan.authorization]} \${${token}}\``]);
  if (plan.type === "set") fields.push(json);
  if (plan.type === "text") fields.push(["content-type", '"text/plain"']);
  if (plan.verb.startsWith("override")) {
    const value =
      plan.verb === "override of another case" ? "patch" : plan.verb === "override of another method" ? "PUT" : "PATCH";
    fields.push(["X-HTTP-Method-Override", `"${value}"`]);
  }
  return [...fields, ...compressions[plan.compression], ...tags[plan.tag]];
}

const gzipAgent = ["User-Agent", '"campaign (gzip)"'] as const;

const compressions: Readonly<Record<Plan["compression"], Fields>> = {
  none: [],
  both: [["Accept-Encoding", '"gzip"'], gzipAgent],
  "encoding only": [
    ["Accept-Encoding", '"gzip"'],
    ["user-agent", '"campaign"'],
  ],
  "agent only": [gzipAgent],
  "agent and identity": [["Accept-Encoding", '"identity"'], gzipAgent],
};

/** `perhaps` is spread into the object of header fields. */
const tags: Readonly<Record<Plan["tag"], Fields>> = {
  none: [],
  perhaps: [],
  star: [["If-Match", '"*"']],
  literal: [["if-match", "'\"1234\"'"]],
  read: [["If-Match", "item.etag"]],
  used: [["If-Match", "item.etag"]],
};

interface Code {
  readonly before: readonly string[];
  readonly expression: string;
}

function writeHeaders(plan: Plan, fields: Fields): Code {
  const perhaps = plan.tag === "perhaps" ? ['...(process.env.NEVER_SET ? { "If-Match": "*" } : {})'] : [];
  const literal = `{ ${[...fields.map(([name, value]) => `"${name}": ${value}`), ...perhaps].join(", ")} }`;
  switch (plan.headersAs) {
    case "inline":
      return { before: [], expression: literal };
    case "const":
      return { before: [`const headers = ${literal};`], expression: "headers" };
    case "assigned":
      return {
        before: [
          `const headers = { ${perhaps.join("")} };`,
          ...fields.map(([name, value]) => `headers["${name}"] = ${value};`),
        ],
        expression: "headers",
      };
    case "class":
      return {
        before: [
          `const headers = new Headers({ ${perhaps.join("")} });`,
          ...fields.map(([name, value]) => `headers.set("${name}", ${value});`),
        ],
        expression: "headers",
      };
    case "pairs":
      return {
        before: [],
        expression: `[${[...fields.map(([name, value]) => `["${name}", ${value}]`), ...(plan.tag === "perhaps" ? ['...(process.env.NEVER_SET ? [["If-Match", "*"]] : [])'] : [])].join(", ")}]`,
      };
  }
}

const literals: Readonly<Record<Plan["body"], string | undefined>> = {
  change: '{ color: "blue" }',
  nested: '{ address: { city: "Paris" } }',
  delete: "{ description: null }",
  undefined: "{ description: undefined }",
  "fresh array": '{ tags: ["new"] }',
  "empty array": '{ color: "blue", tags: [] }',
  "read array": '{ tags: [...item.tags, "new"] }',
  whole: '{ ...item, color: "blue" }',
  "JSON Patch": '[{ op: "replace", path: "/color", value: "blue" }]',
  none: undefined,
  "no JSON": '{ color: "blue" }',
};

function writeBody(plan: Plan): Code {
  const whole = plan.verb === "PUT" || plan.verb === "override on PUT";
  const literal = whole ? '{ name: "Lamp", color: "blue" }' : literals[plan.body];
  if (literal === undefined) return { before: [], expression: "undefined" };
  if (plan.bodyAs === "inline" || whole) return { before: [], expression: literal };
  if (plan.bodyAs === "const") return { before: [`const body = ${literal};`], expression: "body" };
  const [, key = "", value = ""] = /^\{ (\w+): (.*) \}$/.exec(literal) ?? [];
  return { before: ["const body = {};", `body.${key} = ${value};`], expression: "body" };
}

function methodOf(plan: Plan): string {
  if (plan.verb === "override on PUT") return "PUT";
  if (plan.verb === "override on PATCH") return "PATCH";
  return plan.verb.startsWith("override") ? "POST" : plan.verb;
}

function send(plan: Plan, headers: string, body: string): string {
  const method = methodOf(plan);
  const hasBody = body !== "undefined";
  const address = plan.fields === undefined ? "url" : `\`\${url}?fields=${plan.fields}\``;
  if (plan.through === "function") return `await send("${method}", ${address}, ${body}, ${headers});`;
  switch (plan.client) {
    case "fetch": {
      const text = plan.body === "no JSON" && plan.verb !== "override on PUT" ? body : `JSON.stringify(${body})`;
      return `await fetch(${address}, { method: "${method}", headers: ${headers}${hasBody ? `, body: ${text}` : ""} });`;
    }
    case "axios": {
      const query = plan.fields === undefined ? "" : `params: { fields: "${plan.fields}" }, `;
      const rest = `{ ${query}headers: ${headers} }`;
      return method === "GET"
        ? `await axios.get(url, ${rest});`
        : `await axios.${method.toLowerCase()}(url, ${body}, ${rest});`;
    }
    case "got":
    case "ky": {
      const query = plan.fields === undefined ? "" : `searchParams: { fields: "${plan.fields}" }, `;
      return `await ${plan.client}.${method.toLowerCase()}(url, { ${query}headers: ${headers}${hasBody ? `, json: ${body}` : ""} });`;
    }
  }
}
