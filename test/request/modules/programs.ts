import { clientBodies, forms, styles, type Form, type Style } from "./forms";

/** A program of several modules that sends requests. The first file is the entry: it exports `main(flag, text, count)`. */
export interface ModuleProgram {
  readonly files: Readonly<Record<string, string>>;
  /** What tells the requests that pass through a file: the header field that code of this file sets, and its value. */
  readonly marks: Readonly<Record<string, readonly Mark[]>>;
  readonly inputs: readonly [flag: boolean, text: string, count: number];
}

export interface Mark {
  readonly header: string;
  readonly value: string;
}

/**
 * Draws a program of two to five modules: wrappers, classes, factories and instances of them, exported and imported in all of the language's
 * ways, some through a module that only re-exports, some with state that other modules change.
 */
export function drawModuleProgram(seed: number): ModuleProgram {
  return new Drawer(seed).program();
}

/** Something that a module exports and others call to send. */
interface Offer {
  readonly file: string;
  readonly name: string;
  readonly isDefault: boolean;
  readonly form: Form;
  readonly style: Style;
}

class Drawer {
  private state: number;
  private readonly files: Record<string, string> = {};
  private readonly marks: Record<string, Mark[]> = {};
  private names = 0;

  constructor(seed: number) {
    this.state = seed | 0;
  }

  program(): ModuleProgram {
    this.settings();
    let offer = this.transport();
    if (this.chance(0.55)) offer = this.wrapping(offer);
    if (this.chance(0.4)) offer = this.barrel(offer);
    const main = this.main(offer);
    return {
      files: { "main.mjs": main, ...this.files },
      marks: this.marks,
      inputs: [this.chance(0.5), this.pick("t", "a b", "1", "x,y"), Math.floor(this.next() * 9)],
    };
  }

  private next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  }

  private chance(probability: number): boolean {
    return this.next() < probability;
  }

  private pick<T>(...options: readonly T[]): T {
    const option = options[Math.floor(this.next() * options.length)];
    if (option === undefined) throw new Error("nothing to pick from");
    return option;
  }

  private fresh(stem: string): string {
    this.names += 1;
    return `${stem}${this.names}`;
  }

  private mark(file: string, header: string, value: string): string {
    (this.marks[file] ??= []).push({ header, value });
    return `"${header}": "${value}"`;
  }

  /** What all modules share: the address, paths, and state that is changed from elsewhere. */
  private settings(): void {
    this.files["settings.mjs"] = [
      "export const BASE = process.env.BASE_URL;",
      `export const PATHS = ${this.pick("", "Object.freeze")}({ widgets: "/widgets", one: (id) => \`/widgets/\${id}\` });`,
      'export let state = "first";',
      "export function setState(value) {\n  state = value;\n}",
      this.pick(
        'export const session = { token: "t0" };\nexport const login = (token) => { session.token = token; };',
        'export const session = { token: "t0" };\nexport function login(token) { Object.assign(session, { token }); }',
        'class Session { #token = "t0"; get token() { return this.#token; } set token(value) { this.#token = value; } }\nexport const session = new Session();\nexport const login = (token) => { session.token = token; };',
      ),
    ].join("\n");
  }

  /** The module that calls the client. */
  private transport(): Offer {
    const common = this.chance(0.2);
    const file = common ? "transport.cjs" : "transport.mjs";
    const site = this.mark(file, "x-site", this.fresh("s"));
    const client = this.pick(...clientBodies.filter(({ module }) => !common || module !== "esm"));
    const extras = this.pick("", ', "X-State": state', ", Authorization: `Bearer ${session.token}`");
    const headers = `{ "X-Trace": tag, ${site}${extras}, ...headers }`;
    const imports = common
      ? `${client.require ?? ""}\nconst BASE = process.env.BASE_URL;\nconst state = "common";\nconst session = { token: "fixed" };`
      : `${client.import}\nimport { BASE, session, state } from "./settings.mjs";`;
    return this.offer(file, `${imports}\n${client.module === "none" ? "" : (client.made ?? "")}`, client.send(headers));
  }

  /** A module that adds to what another one offers. */
  private wrapping(inner: Offer): Offer {
    const file = "api.mjs";
    const via = this.mark(file, "x-via", this.fresh("v"));
    const { statement, reference } = this.importing(inner);
    const change = this.pick(
      "",
      "body = { ...body, wrapped: true };",
      "path = `/v1${path}`;",
      'if (path.startsWith("/widgets")) body = { ...body, state };',
      "body.added = state;",
    );
    const given = inner.style.pass({
      tag: "tag",
      method: "method",
      path: "path",
      body: "body",
      headers: `{ ${via}, ...headers }`,
    });
    const call = inner.form.call(reference, given);
    const send = this.pick(
      `return ${call};`,
      `const answer = await ${call};\n  return answer;`,
      `for (let attempt = 0; ; attempt++) {\n  try {\n  return await ${call};\n  } catch (error) {\n  if (attempt > 1) throw error;\n  }\n  }`,
      `return retry(() => ${call});`,
      `try {\n  return await ${call};\n  } finally {\n  setState("sent");\n  }`,
    );
    const retry =
      "async function retry(run) {\n  try {\n    return await run();\n  } catch {\n    return await run();\n  }\n}";
    return this.offer(
      file,
      `${statement}\nimport { setState, state } from "./settings.mjs";\n${retry}`,
      `${change}\n  ${send}`,
    );
  }

  /** Writes a module that offers a function with a body. */
  private offer(file: string, head: string, body: string): Offer {
    const style = this.pick(...styles);
    const form = this.pick(...forms);
    const name = this.fresh("send");
    const code = form.make(name, { parameters: style.parameters, prelude: style.prelude, body });
    const common = file.endsWith(".cjs");
    const isDefault = !common && this.chance(0.3);
    const exported = common
      ? this.pick(`module.exports = { ${name} };`, `exports.${name} = ${name};`)
      : isDefault
        ? this.pick(`export default ${name};`, `export { ${name} as default };`)
        : `export { ${name} };`;
    this.files[file] = `${head}\n${code}\n${exported}\n`;
    return { file, name, isDefault, form, style };
  }

  /** A module that only hands on. */
  private barrel(offer: Offer): Offer {
    const file = "index.mjs";
    const from = `"./${offer.file}"`;
    const given = offer.isDefault ? "default" : offer.name;
    const renamed = this.fresh("renamed");
    const [code, name] = this.pick<readonly [string, string]>(
      [`export { ${given} as ${renamed} } from ${from};`, renamed],
      [`import { ${given} as inner } from ${from};\nexport { inner as ${renamed} };`, renamed],
      [`import { ${given} as inner } from ${from};\nexport const ${renamed} = inner;`, renamed],
      [`import * as all from ${from};\nexport const ${renamed} = all.${given};`, renamed],
      [`import { ${given} as inner } from ${from};\nexport default inner;`, "default"],
      ...(offer.isDefault ? [] : ([[`export * from ${from};`, offer.name]] as const)),
    );
    this.files[file] = `${code}\n`;
    return { ...offer, file, name, isDefault: name === "default" };
  }

  private importing(offer: Offer): { readonly statement: string; readonly reference: string } {
    const from = `"./${offer.file}"`;
    const given = offer.isDefault ? "default" : offer.name;
    const local = this.fresh("local");
    const [statement, reference] = this.pick<readonly [string, string]>(
      [`import { ${given} as ${local} } from ${from};`, local],
      offer.isDefault
        ? [`import ${local} from ${from};`, local]
        : [`import { ${offer.name} } from ${from};`, offer.name],
      [`import * as ${local} from ${from};`, `${local}.${given}`],
      [`const { ${given}: ${local} } = await import(${from});`, local],
    );
    return { statement, reference };
  }

  private value(): string {
    return this.pick(
      "1",
      '"a"',
      "null",
      "text",
      "count",
      "flag",
      "state",
      'flag ? "on" : null',
      "PATHS.widgets",
      "`v-${text}`",
      "[1, text]",
      "{ deep: count }",
      "{ deep: { state } }",
    );
  }

  private body(): string {
    const members = ["a", "b", "c"].filter(() => this.chance(0.5)).map((key) => `${key}: ${this.value()}`);
    return this.pick(
      `{ ${members.join(", ")} }`,
      `{ ${[...members, "...(flag && { perhaps: 1 })"].join(", ")} }`,
      "shape",
      "{ ...shape, own: 1 }",
    );
  }

  private main(offer: Offer): string {
    const { statement, reference } = this.importing(offer);
    const steps = Array.from({ length: 1 + Math.floor(this.next() * 3) }, () => this.step(offer, reference));
    return [
      statement,
      'import { PATHS, login, session, setState, state } from "./settings.mjs";',
      'const shape = { kind: "shape" };',
      this.pick("", 'login("early");', 'setState("early");', "shape.early = true;"),
      "export async function main(flag, text, count) {",
      ...steps.map((step) => `  ${step}`),
      "}\n",
    ].join("\n");
  }

  private step(offer: Offer, reference: string): string {
    const tag = this.fresh("t");
    this.mark("main.mjs", "x-trace", tag);
    const headers = this.pick(
      "{}",
      '{ "If-Match": "*" }',
      'flag ? { "If-Match": text.trim() } : {}',
      "{ Authorization: `Bearer ${session.token}` }",
      "undefined",
    );
    const given = offer.style.pass({
      tag: `"${tag}"`,
      method: this.pick('"PATCH"', '"PUT"', 'flag ? "PATCH" : "PUT"', '"post".toUpperCase()'),
      path: this.pick("PATHS.widgets", "PATHS.one(count)", '"/widgets/" + count', "`/things/${count}/parts`"),
      body: this.body(),
      headers,
    });
    const call = offer.form.call(reference, given);
    const before = this.pick(
      "",
      "",
      'setState("second");',
      'login("t1");',
      'if (flag) setState("third");',
      'if (flag) login("t2");',
      "shape.grown = count;",
      'if (flag) shape.kind = "other";',
    );
    return `${before} ${this.pick(
      `await ${call};`,
      `if (flag) await ${call};`,
      `for (let i = 0; i < count; i++) { if (i < 2) await ${call}; }`,
      `await Promise.all([${call}]);`,
      `const answer${tag} = await ${call}; shape.answer = answer${tag} ? 1 : 2;`,
    )}`.trim();
  }
}
