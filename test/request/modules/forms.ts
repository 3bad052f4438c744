/** What a call hands over, as source. */
export interface Given {
  readonly tag: string;
  readonly method: string;
  readonly path: string;
  readonly body: string;
  readonly headers: string;
}

/** How a function takes what it is given. Its body finds `tag`, `method`, `path`, `body` and `headers`. */
export interface Style {
  readonly parameters: string;
  readonly prelude: string;
  readonly pass: (given: Given) => string;
}

const named = ({ tag, method, path, body, headers }: Given): string =>
  `tag: ${tag}, method: ${method}, path: ${path}, body: ${body}, headers: ${headers}`;
const listed = ({ tag, method, path, body, headers }: Given): string => [tag, method, path, body, headers].join(", ");

export const styles: readonly Style[] = [
  { parameters: "tag, method, path, body, headers", prelude: "", pass: listed },
  { parameters: "tag, method, path, body = {}, headers = {}", prelude: "", pass: listed },
  {
    parameters: 'path, { tag, method = "PATCH", body, headers = {} } = {}',
    prelude: "",
    pass: (given) => `${given.path}, { ${named(given)} }`,
  },
  {
    parameters: "tag, ...rest",
    prelude: "let [method, path, body, headers] = rest;\n  ",
    pass: listed,
  },
  {
    parameters: "options",
    prelude: 'let { tag, method, path, body, headers } = { method: "PUT", ...options };\n  ',
    pass: (given) => `{ ${named(given)} }`,
  },
  {
    parameters: "options",
    prelude:
      'let { path, body, headers } = options;\n  const { tag } = options;\n  const method = options.method ?? "PUT";\n  ',
    pass: (given) => `Object.assign({}, { ${named(given)} })`,
  },
];

/** A function as source: what its prelude declares, its body may use. */
export interface Code {
  readonly parameters: string;
  readonly prelude: string;
  readonly body: string;
}

/** What a module makes of a function, and how it is called then. */
export interface Form {
  readonly make: (name: string, code: Code) => string;
  readonly call: (reference: string, given: string) => string;
}

const plainly = (reference: string, given: string): string => `${reference}(${given})`;
const asMethod = (reference: string, given: string): string => `${reference}.send(${given})`;

const blockOf = ({ parameters, prelude, body }: Code): string => `(${parameters}) {\n  ${prelude}${body}\n}`;
const arrowOf = ({ parameters, prelude, body }: Code): string => `(${parameters}) => {\n  ${prelude}${body}\n}`;

const prefixed = (code: Code, prefix: string): Code => ({ ...code, body: `path = ${prefix} + path;\n  ${code.body}` });

const classOf = (name: string, code: Code): string =>
  `class ${name} {
  #prefix;
  constructor(prefix = "") {
    this.#prefix = prefix;
  }
  async send${blockOf(prefixed(code, "this.#prefix"))}
}`;

export const forms: readonly Form[] = [
  ...rarerForms(),
  { make: (name, code) => `async function ${name}${blockOf(code)}`, call: plainly },
  { make: (name, code) => `const ${name} = async ${arrowOf(code)};`, call: plainly },
  { make: (name, code) => `const ${name} = {\n  label: "api",\n  async send${blockOf(code)},\n};`, call: asMethod },
  { make: (name, code) => `const ${name} = Object.freeze({ send: async ${arrowOf(code)} });`, call: asMethod },
  { make: classOf, call: (reference, given) => `new ${reference}("/v1").send(${given})` },
  {
    make: (name, code) => `${classOf(`${name}Class`, code)}\nconst ${name} = new ${name}Class();`,
    call: asMethod,
  },
  {
    make: (name, code) =>
      `${classOf(`${name}Base`, code)}
class ${name} extends ${name}Base {
  constructor() {
    super("/v2");
  }
  async send(...all) {
    return super.send(...all);
  }
}`,
    call: (reference, given) => `new ${reference}().send(${given})`,
  },
  {
    make: (name, code) => `class ${name} {\n  static async send${blockOf(code)}\n}`,
    call: asMethod,
  },
  {
    make: (name, code) =>
      `${classOf(`${name}Class`, code)}\nconst made = new ${name}Class();\nconst ${name} = made.send.bind(made);`,
    call: plainly,
  },
  {
    make: (name, code) =>
      `const ${name} = (extra) => async ${arrowOf({ ...code, body: `headers = { ...extra, ...headers };\n  ${code.body}` })};`,
    call: (reference, given) => `${reference}({ "If-Match": "extra" })(${given})`,
  },
  {
    make: (name, code) =>
      `function ${name}(prefix) {
  this.prefix = prefix;
}
${name}.prototype.send = async function ${blockOf(prefixed(code, "this.prefix"))};`,
    call: (reference, given) => `new ${reference}("/v1").send(${given})`,
  },
  {
    make: (name, code) =>
      `const ${name} = {};
for (const key of ["send", "push"]) {
  ${name}[key] = async ${arrowOf(code)};
}`,
    call: asMethod,
  },
];

/** Forms of newer or rarer syntax: accessors, static blocks, private methods, tags of templates, optional calls, labels. */
function rarerForms(): readonly Form[] {
  return [
    {
      make: (name, code) =>
        `class ${name}Class {\n  static made;\n  static {\n    this.made = new this("/v3");\n  }\n  #prefix;\n  constructor(prefix) {\n    this.#prefix = prefix;\n  }\n  async #deliver${blockOf(prefixed(code, "this.#prefix"))}\n  get send() {\n    return (...all) => this.#deliver(...all);\n  }\n}\nconst ${name} = ${name}Class.made;`,
      call: asMethod,
    },
    {
      make: (name, code) =>
        `const ${name} = {\n  get client() {\n    return { send: async ${arrowOf(code)} };\n  },\n};`,
      call: (reference, given) => `${reference}.client?.send?.(${given})`,
    },
    {
      make: (name, code) =>
        `const ${name}Tag = (_strings, ...all) => ${name}Send(...all);\nasync function ${name}Send${blockOf(code)}\nconst ${name} = (...all) => ${name}Tag\`\${all[0]}\${all[1]}\${all[2]}\${all[3]}\${all[4]}\`;`,
      call: plainly,
    },
    {
      make: (name, code) =>
        `async function ${name}${blockOf({ ...code, body: `send: {\n  if (path === "") break send;\n  ${code.body}\n  }` })}`,
      call: plainly,
    },
  ];
}

/** How a client is told to send `path`, `method`, `body`, with headers that are given as source. */
export interface ClientBody {
  /** `none`: there is nothing to import; `esm`: cannot be required. */
  readonly module: "none" | "esm" | "both";
  readonly import: string;
  readonly require?: string;
  /** What the module makes once. */
  readonly made?: string;
  readonly send: (headers: string) => string;
}

export const clientBodies: readonly ClientBody[] = [
  {
    module: "none",
    import: "",
    send: (headers) =>
      `const answer = await fetch(BASE + path, { method, headers: ${headers}, body: JSON.stringify(body) });\n  return answer.json();`,
  },
  {
    module: "none",
    import: "",
    send: (headers) =>
      `const all = new Headers(${headers});\n  all.set("Content-Type", "application/json");\n  return fetch(new Request(\`\${BASE}\${path}\`, { method, headers: all, body: JSON.stringify(body) }));`,
  },
  {
    module: "both",
    import: 'import axios from "axios";',
    require: 'const axios = require("axios");',
    made: "const client = axios.create({ baseURL: BASE });",
    send: (headers) => `return client.request({ method, url: path, data: body, headers: ${headers} });`,
  },
  {
    module: "both",
    import: 'import axios from "axios";',
    require: 'const axios = require("axios");',
    send: (headers) =>
      `const config = { headers: ${headers} };\n  return axios.patch(\`\${BASE}\${path}\`, body, config);`,
  },
  {
    module: "esm",
    import: 'import ky from "ky";',
    made: "const client = ky.extend({ prefixUrl: BASE, retry: 0 });",
    send: (headers) => `return client(path.slice(1), { method, json: body, headers: ${headers} }).json();`,
  },
  {
    module: "esm",
    import: 'import got from "got";',
    send: (headers) =>
      `return got(BASE + path, { method, json: body, headers: ${headers}, retry: { limit: 0 } }).json();`,
  },
  {
    module: "both",
    import: 'import superagent from "superagent";',
    require: 'const superagent = require("superagent");',
    send: (headers) => `return superagent.put(BASE + path).set(${headers}).send(body);`,
  },
];
