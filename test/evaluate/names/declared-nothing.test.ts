import { expect, test } from "vitest";
import { requestsOf } from "../../harness/project-requests";

/** A condition that asks for what is declared to be there or not has two outcomes. */
test.each(["App | null", "App | undefined", "App | null | undefined"])("what is %s may not be there", (type) => {
  const sent = requestsOf({
    "a.ts": `class App { base = "/server"; static async get(id: string): Promise<${type}> { return find(id); } }
declare function find(id: string): any;
const baseOf = async (id: string) => { const app = await App.get(id); if (app) return "/server"; return "/cloud"; };
export const go = async (id: string) => fetch((await baseOf(id)) + "/x");`,
  });
  expect(sent).toEqual(["GET /server/x | /cloud/x"]);
});

test.each(['"fast" | undefined', '"fast" | "slow" | undefined', '"fast" | null', "true | undefined"])(
  "one of %s may be nothing, too",
  (type) => {
    const sent = requestsOf({ "a.ts": `export const go = (mode: ${type}) => fetch(mode ? "/a" : "/b");` });
    expect(sent).toEqual(["GET /a | /b"]);
  },
);
