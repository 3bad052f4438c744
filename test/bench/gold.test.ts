import { Ajv, type ValidateFunction } from "ajv";
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, it } from "vitest";
import { root } from "../harness/fixtures";

interface Site {
  readonly file: string;
  readonly line: number;
  readonly end: number;
  readonly method: string | null;
  readonly path: string | null;
  readonly body: unknown;
  readonly knowable: Readonly<Record<string, boolean>>;
}

interface Application {
  readonly repository: string;
  readonly roots: readonly string[];
  readonly sites: readonly Site[];
}

const folder = join(root, "bench/gold");

function read(file: string): unknown {
  return JSON.parse(readFileSync(join(folder, file), "utf8"));
}

const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
  (file) => file.endsWith(".json") && file !== "schema.json",
);
const validate = new Ajv({ allErrors: true }).compile(read("schema.json") as object) as ValidateFunction<Application>;

function application(file: string): Application {
  const data = read(file);
  if (!validate(data)) throw new Error(`${file}: ${JSON.stringify(validate.errors?.slice(0, 3))}`);
  return data;
}

describe("the gold list", () => {
  it("has at least twelve applications", () => {
    expect(files.length).toBeGreaterThanOrEqual(12);
  });

  it.each(files)("%s has the form that the schema tells", (file) => {
    expect(application(file).repository.replace("/", "+")).toBe(basename(file, ".json"));
  });

  it.each(files)("%s names each call site once, below what is analysed", (file) => {
    const { sites, roots } = application(file);
    const places = sites.map((site) => `${site.file}:${site.line} ${site.method ?? "?"} ${site.path ?? "?"}`);
    expect(places.filter((place, at) => places.indexOf(place) !== at)).toEqual([]);
    const outside = sites.filter((site) => !roots.some((each) => `${site.file}/`.startsWith(`${each}/`)));
    expect(outside).toEqual([]);
    expect(sites.filter((site) => site.end < site.line)).toEqual([]);
  });

  it.each(files)("%s says that something can be known exactly where it tells it", (file) => {
    const { sites } = application(file);
    const wrong = sites.filter(
      ({ method, path, body, knowable }) =>
        knowable.method !== (method !== null) ||
        knowable.path !== (path !== null) ||
        knowable.body !== (body !== "unknown"),
    );
    expect(wrong).toEqual([]);
  });

  it("refuses code in the place of data", () => {
    const [first] = files;
    const good = application(first ?? "");
    for (const path of ["/users/${id}", "/users/' + id", "`/users`"]) {
      const sites = good.sites.map((site) => ({ ...site, path }));
      expect(validate({ ...good, sites }), path).toBe(false);
    }
    expect(validate({ ...good, sites: good.sites.map((site) => ({ ...site, note: "const x = 1;" })) })).toBe(false);
  });
});
