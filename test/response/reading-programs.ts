import type { Chance } from "../fields/projections";
import { isJsonObject, type Json, type JsonObject } from "../service/json";

/** Writes programs that read a JSON value in random ways. Every statement of one runs, so that all that is written is also read. */
export class ReadingProgram {
  private names = 0;
  private readonly functions: string[] = [];

  constructor(private readonly chance: Chance) {}

  /** @returns the statements of a program that asks `url` for the value. */
  write(url: string, value: JsonObject): string {
    const body: string[] = [];
    for (let count = 1 + this.chance.next(4); count > 0; count -= 1) body.push(...this.read("data", value, 0));
    return [...this.functions, this.request(url), ...body].join("\n");
  }

  private request(url: string): string {
    const call = `fetch("${url}")`;
    return this.chance.of([
      `const response = await ${call};\nconst data = await response.json();`,
      `const data = await (await ${call}).json();`,
      `const data = await ${call}.then((response) => response.json());`,
      `const load = async () => {\n  const response = await ${call};\n  if (!response.ok) throw new Error(await response.text());\n  return response.json();\n};\nconst data = await load();`,
      `async function get(path) {\n  return (await fetch(path)).json();\n}\nconst data = await get("${url}");`,
      `const { body: data } = { body: await (await ${call}).json(), other: 1 };`,
      `const [data] = await Promise.all([${call}.then((response) => response.json()), 1]);`,
    ]);
  }

  private read(expression: string, value: Json, depth: number): string[] {
    if (Array.isArray(value)) return this.readArray(expression, (value as readonly Json[])[0] ?? null, depth);
    if (isJsonObject(value)) return this.readObject(expression, value, depth);
    return [
      this.chance.of([
        `sink(${expression});`,
        `sink(\`\${${expression}}\`);`,
        `sink(${expression} === "text");`,
        `sink(String(${expression}).length);`,
        `if (${expression}) sink(1);`,
      ]),
    ];
  }

  private readObject(expression: string, object: JsonObject, depth: number): string[] {
    const key = this.chance.of(Object.keys(object));
    const inner = object[key] ?? null;
    const name = this.name();
    const choice = this.chance.next(depth > 4 ? 3 : 14);
    switch (choice) {
      case 0:
      case 1:
        return this.read(`${expression}.${key}`, inner, depth + 1);
      case 2:
        return this.read(`${expression}["${key}"]`, inner, depth + 1);
      case 3:
        return this.read(`${expression}?.${key}`, inner, depth + 1);
      case 4:
        return [`const ${name} = ${expression};`, ...this.read(name, object, depth + 1)];
      case 5:
        return [`const { ${key}: ${name} } = ${expression};`, ...this.read(name, inner, depth + 1)];
      case 6:
        return [`const ${name} = ${expression}.${key} ?? {};`, ...this.read(name, inner, depth + 1)];
      case 7:
        return [`const ${name} = { kept: ${expression} };`, ...this.read(`${name}.kept`, object, depth + 1)];
      case 8:
        return this.inFunction(expression, object, depth);
      case 9:
        return [`const ${name} = ((value) => value.${key})(${expression});`, ...this.read(name, inner, depth + 1)];
      case 10:
        return [`if (${expression} && ${expression}.${key} != null) sink(1);`];
      case 11:
        return [
          this.chance.of([
            `sink(${expression});`,
            `sink({ ...${expression} });`,
            `sink(JSON.stringify(${expression}));`,
            `sink(Object.keys(${expression}));`,
          ]),
        ];
      default:
        return [`let ${name};`, `${name} = ${expression};`, ...this.read(`${name}.${key}`, inner, depth + 1)];
    }
  }

  private inFunction(expression: string, object: JsonObject, depth: number): string[] {
    const name = this.name();
    const key = this.chance.of(Object.keys(object));
    const body = this.read("given", object, depth + 1).map((line) => `  ${line}`);
    this.functions.push(`function ${name}(given) {\n${body.join("\n")}\n  return given.${key};\n}`);
    return [
      `const ${name}Result = ${name}(${expression});`,
      ...this.read(`${name}Result`, object[key] ?? null, depth + 1),
    ];
  }

  private readArray(expression: string, element: Json, depth: number): string[] {
    const name = this.name();
    const inside = (): string => this.read(name, element, depth + 1).join(" ");
    switch (this.chance.next(10)) {
      case 0:
        return [`for (const ${name} of ${expression}) {`, inside(), "}"];
      case 1:
        return [`${expression}.forEach((${name}) => {`, inside(), "});"];
      case 2:
        return [`const ${name} = ${expression}.map((each) => each);`, ...this.read(`${name}[0]`, element, depth + 1)];
      case 3:
        return [`const [${name}] = ${expression};`, ...this.read(name, element, depth + 1)];
      case 4:
        return [`const ${name} = ${expression}.find((each) => Boolean(each));`, ...this.read(name, element, depth + 1)];
      case 5:
        return [`const ${name} = [...${expression}].slice(0, 1);`, ...this.read(`${name}[0]`, element, depth + 1)];
      case 6:
        return [`const ${name} = ${expression}.filter(Boolean).at(0);`, ...this.read(name, element, depth + 1)];
      case 7:
        return [
          `const ${name}List = [];`,
          `${name}List.push(...${expression});`,
          `for (const ${name} of ${name}List) {`,
          inside(),
          "}",
        ];
      case 8:
        return [`sink(${expression}.length);`, ...this.read(`${expression}[0]`, element, depth + 1)];
      default:
        return [
          `for (let ${name} = 0; ${name} < ${expression}.length; ${name} += 1) {`,
          this.read(`${expression}[${name}]`, element, depth + 1).join(" "),
          "}",
        ];
    }
  }

  private name(): string {
    this.names += 1;
    return `v${this.names}`;
  }
}
