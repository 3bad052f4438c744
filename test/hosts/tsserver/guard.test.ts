import type TS from "typescript";
import { describe, expect, it } from "vitest";
import { guardLanguageService, type Additions } from "../../../src/hosts/tsserver/guard";

class Cancelled {
  readonly name = "Cancelled";
}

function guard(
  service: object,
  additions: Additions,
): { readonly service: TS.LanguageService; readonly crashes: string[] } {
  const crashes: string[] = [];
  const guarded = guardLanguageService(
    service as TS.LanguageService,
    additions,
    (error) => error instanceof Cancelled,
    (method, error) => crashes.push(`${method}: ${String(error)}`),
  );
  return { service: guarded, crashes };
}

describe("a guarded language service", () => {
  it("passes every call on, with its object and all arguments, known or not", () => {
    const calls: unknown[][] = [];
    const service = {
      name: "original",
      getFutureThing(...args: unknown[]) {
        calls.push([this.name, ...args]);
        return 1;
      },
      getSemanticDiagnostics(...args: unknown[]) {
        calls.push([this.name, ...args]);
        return [];
      },
    };
    const guarded = guard(service, { getSemanticDiagnostics: (original) => original() })
      .service as unknown as typeof service;
    expect(guarded.getFutureThing("a", 2)).toBe(1);
    guarded.getSemanticDiagnostics("a.ts", "an argument of a later version");
    expect(calls).toEqual([
      ["original", "a", 2],
      ["original", "a.ts", "an argument of a later version"],
    ]);
    expect(guarded.name).toBe("original");
  });

  it("asks the original once, whatever the addition does", () => {
    let asked = 0;
    const service = { getSemanticDiagnostics: () => [(asked += 1)] };
    const additions: Additions = {
      getSemanticDiagnostics: (original) => {
        original();
        original();
        throw new Error("crash");
      },
    };
    expect(guard(service, additions).service.getSemanticDiagnostics("a.ts")).toEqual([1]);
    expect(asked).toBe(1);
  });

  it("answers as the original where the addition crashes, and tells", () => {
    const { service, crashes } = guard(
      { getSemanticDiagnostics: () => ["own"] },
      {
        getSemanticDiagnostics: () => {
          throw new Error("crash");
        },
      },
    );
    expect(service.getSemanticDiagnostics("a.ts")).toEqual(["own"]);
    expect(crashes).toEqual(["getSemanticDiagnostics: Error: crash"]);
  });

  it("throws what the original throws", () => {
    const failure = new Error("of TypeScript");
    const { service, crashes } = guard(
      {
        getSemanticDiagnostics: () => {
          throw failure;
        },
      },
      { getSemanticDiagnostics: (original) => original() },
    );
    expect(() => service.getSemanticDiagnostics("a.ts")).toThrow(failure);
    expect(crashes).toEqual([]);
  });

  it("throws a cancelled request on", () => {
    const cancelled = new Cancelled();
    const { service, crashes } = guard(
      { getSemanticDiagnostics: () => [] },
      {
        getSemanticDiagnostics: () => {
          // eslint-disable-next-line @typescript-eslint/only-throw-error -- as TypeScript does
          throw cancelled;
        },
      },
    );
    let thrown: unknown;
    try {
      service.getSemanticDiagnostics("a.ts");
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBe(cancelled);
    expect(crashes).toEqual([]);
  });
});
