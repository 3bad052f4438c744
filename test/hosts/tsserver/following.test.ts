import { setTimeout as delay } from "node:timers/promises";
import ts from "typescript";
import { expect, it } from "vitest";
import { FileChecker, TakesLong } from "../../../src/hosts/editor/file-checker";
import { Patience } from "../../../src/hosts/tsserver/patience";

/** A checker that cannot follow the project. */
class Crashing extends FileChecker {
  override checkSoon(): never {
    throw new TakesLong();
  }

  override mustFollow(): boolean {
    return true;
  }

  override *follow(): Generator<void> {
    yield;
    throw new Error("crashed");
  }
}

it("tells no editor to ask again after a crash, which would be the same again", async () => {
  const told: string[] = [];
  const onCrash = (what: string): unknown => told.push(what);
  const refresh = (): unknown => told.push("refresh");
  const patience = new Patience(ts, new Crashing(ts, onCrash), { onCrash, refresh });
  const program = ts.createProgram([], { noLib: true });
  expect(patience.show(program, "/a.ts", () => undefined)).toBeUndefined();
  await delay(500);
  expect(told).toEqual(["following the project of /a.ts"]);
  patience.close();
});
