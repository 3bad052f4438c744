import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { mayConcernUs } from "../../src/analysis/relevance";
import { builtinContract } from "../../src/contract/builtin";
import { noFacts } from "../../src/contract/configuration/configuration";
import { clients } from "../../src/request/clients/index";
import { createLibrary } from "../../src/request/library";

const root = join(__dirname, "../..");
const folder = join(root, "src/request/clients");

function isLookedAt(text: string): boolean {
  return mayConcernUs(text, builtinContract, noFacts, { follows: false });
}

/** A name of a pattern: `@googleapis/*` stands for `@googleapis/x`. */
function oneOf(pattern: string): string {
  return pattern.replace(/\*$/, "x");
}

describe("clients", () => {
  it("are the files of their folder, each in the index, with a fixture", () => {
    const files = readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .flatMap((entry) => readdirSync(join(folder, entry.name)).map((file) => join(folder, entry.name, file)))
      .filter((file) => /^export const \w+: Client = /m.test(readFileSync(file, "utf8")))
      .map((file) => basename(file, ".ts"));
    expect(clients.map(({ name }) => name).sort()).toEqual(files.sort());
    const missing = files.filter((name) => !existsSync(join(root, "fixtures/clients/libraries", `${name}.ts`)));
    expect(missing).toEqual([]);
  });

  it("share no name, so that none hides another", () => {
    for (const kind of ["modules", "globals", "names"] as const) {
      const names = clients.flatMap((client) => Object.keys(client[kind] ?? {}));
      expect(names, kind).toEqual([...new Set(names)]);
    }
  });

  const sending = clients.filter(({ quiet }) => quiet !== true);
  it.each(sending.map((client) => [client.name, client] as const))("looks for every name of %s", (_, client) => {
    for (const name of Object.keys(client.modules ?? {})) {
      const specifier = oneOf(name);
      expect(isLookedAt(`import x from "${specifier}";`), specifier).toBe(true);
      expect(isLookedAt(`const x = require('${specifier}')`), specifier).toBe(true);
    }
    for (const name of Object.keys(client.globals ?? {})) expect(isLookedAt(`${name}(x);`), name).toBe(true);
    for (const name of Object.keys(client.names ?? {})) expect(isLookedAt(`a.${name}.b(x);`), name).toBe(true);
    for (const { names, packages = [], needsPackage } of client.types ?? []) {
      const modules = Object.keys(client.modules ?? {});
      // A type that needs its package is written beside an import of it.
      if (needsPackage)
        for (const each of packages)
          expect(
            modules.some((module) => module.startsWith(each.replace(/\*$/, ""))),
            each,
          ).toBe(true);
      else for (const name of names) expect(isLookedAt(`function f(a: ${oneOf(name)}) {}`), name).toBe(true);
    }
  });

  it("does not look at text that names none", () => {
    expect(isLookedAt('import { useMemo } from "react"; import lodash from "lodash";')).toBe(false);
    expect(isLookedAt("export const total = (a: number, b: number) => a + b;")).toBe(false);
    expect(isLookedAt("const fetched = prefetch(axiosLike, myky);")).toBe(false);
  });

  it("makes something of every name", () => {
    const library = createLibrary(ts, noFacts);
    for (const client of clients) {
      for (const name of Object.keys(client.modules ?? {})) expect(library.module(oneOf(name)), name).toBeDefined();
      for (const name of Object.keys(client.globals ?? {})) expect(library.global(name), name).toBeDefined();
      for (const { names, packages } of client.types ?? [])
        for (const name of names)
          expect(
            library.type(oneOf(name), { module: packages && oneOf(packages[0] ?? ""), file: "a.ts" }),
            name,
          ).toBeDefined();
    }
  });
});
