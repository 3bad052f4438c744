import { beforeAll, describe, expect, it } from "vitest";
import type { Request } from "../../../../src/request/request";
import { fieldsOf, requestsOfBodies } from "../../../harness/declared-requests";

const declarations = `
import axios, { type AxiosResponse } from "axios";
import ky from "ky";
import createClient from "openapi-fetch";
import { z } from "zod";
interface paths {
  "/widgets/{id}": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    get: {
      parameters: { query?: { fields?: string }; path: { id: string } };
      responses: { 200: { headers: { [name: string]: unknown }; content: { "application/json": Widget } } };
    };
  };
}
const generated = createClient<paths>({ baseUrl: "https://api.example.com/v1" });
const parsed = z.object({ id: z.string(), size: z.number() });
interface Widget { id: string; color?: string }
interface Page<T> { items: T[] }
interface GaxiosResponse<T> { data: T; status: number }
declare const schema: { parse(value: unknown): Widget; safeParse(value: unknown): { success: true; data: Widget } | { success: false } };
declare const yup: { validate(value: unknown): Promise<Widget>; cast(value: unknown): Widget; optional: { cast(value: unknown): Widget | undefined } };
declare const joi: { validate(value: unknown): { error: undefined; value: Widget } | { error: Error; value: undefined } };
declare const io: { decode(value: unknown): { _tag: "Left"; left: string[] } | { _tag: "Right"; right: Widget } };
declare const valibot: { safeParse(schema: unknown, value: unknown): { success: true; output: Widget } | { success: false; output: unknown } };
declare const tests: { check(value: unknown): boolean; assert(value: unknown): void; validate(value: unknown): { valid: boolean } };
type Schema<T> = { parse(value: unknown): T };
type Infer<S> = S extends Schema<infer T> ? T : never;
interface ApiError { message: string }
declare function isApiError(value: unknown): value is ApiError;
declare function isPage(value: unknown): value is Page<Widget>;
declare function isWidget(value: unknown): value is Widget;
declare function assertWidget(value: unknown): asserts value is Widget;
declare function show(value: unknown): void;
const url = "https://api.example.com/v1/widgets";
`;

/** What declares the type, the code, and the fields of the shape that is found. */
const cases: readonly (readonly [string, string, string])[] = [
  ["an assertion", "const r = await fetch(url); show((await r.json()) as Widget);", "id,color"],
  [
    "an assertion by way of unknown",
    "const r = await fetch(url); show((await r.json()) as unknown as Widget);",
    "id,color",
  ],
  ["an assertion in brackets", "const r = await fetch(url); show(<Widget>(await r.json()));", "id,color"],
  [
    "an assertion where a variable is returned",
    "const r = await fetch(url); const body = await r.json(); return body as Widget;",
    "id,color",
  ],
  [
    "an assertion by way of unknown where a variable is returned",
    "const r = await fetch(url); const body: unknown = await r.json(); return (body as unknown) as Widget;",
    "id,color",
  ],
  [
    "an assertion where a member is returned",
    "const { data } = await axios.get(url); return data as Widget;",
    "id,color",
  ],
  [
    "an assertion where a parameter of `then` is returned",
    "return axios.get(url).then(({ data: body }) => body as Widget);",
    "id,color",
  ],
  [
    "no assertion that looks at a part",
    "const r = await fetch(url); const body = await r.json(); show((body as Widget).id); return body;",
    "none",
  ],
  [
    "no assertion of a failure",
    "const r = await fetch(url); const body = await r.json(); return body as ApiError;",
    "none",
  ],
  [
    "no assertions of two types",
    "const r = await fetch(url); const body = await r.json(); if (body.items) return body as Page<Widget>; return body as Widget;",
    "none",
  ],
  [
    "an assertion of the promise",
    "const p = fetch(url).then((r) => r.json()) as Promise<Widget>; show(await p);",
    "id,color",
  ],
  [
    "a variable that holds the promise",
    "const p: Promise<Widget> = fetch(url).then((r) => r.json()); show(await p);",
    "id,color",
  ],
  [
    "a variable that holds the promise of an axios response",
    "const p: Promise<AxiosResponse<Widget>> = axios.get(url); show((await p).data);",
    "id,color",
  ],
  ["a schema that casts what may be missing", "show(yup.optional.cast(await (await fetch(url)).json()));", "id,color"],
  ["satisfies", "const r = await fetch(url); show((await r.json()) satisfies Widget);", "id,color"],
  ["a variable", "const r = await fetch(url); const w: Widget = await r.json(); show(w);", "id,color"],
  ["a pattern", "const { items }: Page<Widget> = await (await fetch(url)).json(); show(items);", "items"],
  ["a type argument of axios", "show((await axios.get<Widget>(url)).data);", "id,color"],
  ["an axios response", "const r: AxiosResponse<Widget> = await axios.get(url); show(r.data);", "id,color"],
  ["a Gaxios response", "const r = (await axios.get(url)) as GaxiosResponse<Widget>; show(r.data);", "id,color"],
  ["an assertion of the member", "show((await axios.get(url)).data as Widget);", "id,color"],
  ["a type argument of json", "show(await ky.get(url).json<Widget>());", "id,color"],
  [
    "the function's result",
    "async function get(): Promise<Widget> { const r = await fetch(url); return r.json() as any; } void get;",
    "id,color",
  ],
  [
    "an arrow function's result",
    "const get = async (): Promise<Page<Widget>> => (await fetch(url)).json() as any; void get;",
    "items",
  ],
  ["a callback's parameter", "await fetch(url).then((r) => r.json()).then((w: Widget) => show(w));", "id,color"],
  ["a schema that parses", "const r = await fetch(url); show(schema.parse(await r.json()));", "id,color"],
  ["a schema that parses safely", "const r = await fetch(url); show(schema.safeParse(await r.json()));", "id,color"],
  ["a schema that validates", "const r = await fetch(url); show(await yup.validate(await r.json()));", "id,color"],
  ["a schema that casts", "const r = await fetch(url); show(yup.cast(await r.json()));", "id,color"],
  ["an outcome with a value", "const r = await fetch(url); show(joi.validate(await r.json()));", "id,color"],
  ["an outcome of two sides", "const r = await fetch(url); show(io.decode(await r.json()));", "id,color"],
  ["an outcome with an output", "const r = await fetch(url); show(valibot.safeParse({}, await r.json()));", "id,color"],
  ["what a schema infers", "const r = await fetch(url); show((await r.json()) as Infer<typeof schema>);", "id,color"],
  ["a type guard", "const w = await (await fetch(url)).json(); if (isWidget(w)) show(w);", "id,color"],
  [
    "a type guard beside one of failures",
    "const w = await (await fetch(url)).json(); if (isApiError(w)) throw w; if (isWidget(w)) show(w);",
    "id,color",
  ],
  ["nothing of a guard of failures", "const w = await (await fetch(url)).json(); if (!isApiError(w)) show(w);", "none"],
  [
    "nothing of guards of several types",
    "const w = await (await fetch(url)).json(); if (isPage(w)) show(w); else if (isWidget(w)) show(w);",
    "none",
  ],
  ["an assertion function", "const w = await (await fetch(url)).json(); assertWidget(w); show(w);", "id,color"],
  [
    "what openapi-fetch gives, taken apart",
    'const { data } = await generated.GET("/widgets/{id}", { params: { path: { id: "7" } } }); show(data);',
    "id,color",
  ],
  [
    "what openapi-fetch gives",
    'const r = await generated.GET("/widgets/{id}", { params: { path: { id: "7" } } }); show(r.data?.id);',
    "id,color",
  ],
  ["zod", "const r = await fetch(url); show(parsed.parse(await r.json()));", "id,size"],
  ["zod, later", "show(await parsed.parseAsync(await (await fetch(url)).json()));", "id,size"],
  ["zod's inference", "const w: z.infer<typeof parsed> = await (await fetch(url)).json(); show(w);", "id,size"],
  [
    "what is read where the request has not failed",
    "const r = await fetch(url); if (!r.ok) { const e: ApiError = await r.json(); throw e; } const w: Widget = await r.json(); show(w);",
    "id,color",
  ],
  [
    "what is read where the request has succeeded",
    "const r = await fetch(url); if (r.ok) { show((await r.json()) as Widget); return; } throw (await r.json()) as ApiError;",
    "id,color",
  ],
  [
    "one of several that are read",
    "const r = await fetch(url); if (Math.random() > 0.5) show((await r.json()) as Page<Widget>); else show((await r.json()) as Widget);",
    "union",
  ],
  ["nothing of a failure", "const r = await fetch(url); if (!r.ok) throw (await r.json()) as ApiError;", "none"],
  [
    "nothing where one of several is not declared",
    "const r = await fetch(url); if (Math.random() > 0.5) show((await r.json()) as Page<Widget>); else show(await r.json());",
    "none",
  ],
  [
    "nothing of so many reads",
    `const r = await fetch(url); ${"show((await r.clone().json()) as Widget);".repeat(9)}`,
    "none",
  ],
  ["nothing", "const w = await (await fetch(url)).json(); show(w);", "none"],
  [
    "nothing of a check that tells whether it fits",
    "const r = await fetch(url); show(tests.check(await r.json()));",
    "none",
  ],
  ["nothing of a check that throws", "const r = await fetch(url); tests.assert(await r.json());", "none"],
  ["nothing of a verdict", "const r = await fetch(url); show(tests.validate(await r.json()));", "none"],
  ["nothing of a date", "const r = await fetch(url); show(Date.parse(await r.json()));", "none"],
  ["nothing of another function's argument", "show(await (await fetch(url)).json());", "none"],
  [
    "nothing of a type parameter",
    "async function get<T>(): Promise<T> { return (await fetch(url)).json() as any; } void get;",
    "none",
  ],
];

let requests: readonly (readonly Request[])[];

beforeAll(() => {
  requests = requestsOfBodies(
    declarations,
    cases.map(([, code]) => code),
  );
}, 60_000);

describe("the type of a response is found by", () => {
  it.each(cases.map(([title, , expected], index) => [title, expected, index] as const))("%s", (_, expected, index) => {
    const [request] = requests[index] ?? [];
    expect(request).toBeDefined();
    expect(fieldsOf(request?.response)).toBe(expected);
  });
});
