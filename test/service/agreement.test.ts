import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { byId } from "../../rules/index";
import { readFixtures, type Fixture } from "../harness/fixtures";
import { runPrograms } from "./run-programs";
import { findDifference, readHead, type CaseHead } from "./seed";
import { ReferenceServer, type Mounted } from "./server";

/** The groups of rules whose faults the service itself shows: 1001xx fields, 1002xx patch, 1003xx transport. */
const groups = [100200, 100300];

const fixtures = readFixtures().filter(({ rule, extension }) => {
  const code = byId.get(rule)?.code ?? 0;
  return groups.includes(code - (code % 100)) && ["ts", "js", "mjs"].includes(extension);
});

interface Case {
  readonly fixture: Fixture;
  readonly head: CaseHead;
  readonly mounted: Mounted;
}

let server: ReferenceServer;
const cases = new Map<Fixture, Case>();
let errors: ReadonlyMap<string, string | undefined> = new Map();

const nameOf = ({ rule, name }: Fixture): string => `${rule}/${name}`;

beforeAll(async () => {
  server = await ReferenceServer.start();
  fixtures.forEach((fixture, index) => {
    const head = readHead(fixture.text);
    cases.set(fixture, { fixture, head, mounted: server.mount(`case-${index}`, head.seed) });
  });
  errors = await runPrograms([...cases.values()].map(({ fixture, mounted }) => ({ name: nameOf(fixture), text: fixture.text, url: mounted.url })));
});

afterAll(async () => {
  await server.stop();
  const rows = [...cases.values()].map((each) => `${nameOf(each.fixture).padEnd(72)} ${whatWentWrong(each) ?? "served as meant"}`);
  process.stdout.write(`\nRules and service, case by case\n${rows.join("\n")}\n${rows.length} cases\n`);
});

describe("the rules and the service agree", () => {
  test("there are cases", () => {
    expect(fixtures.length).toBeGreaterThan(0);
  });

  test.each(fixtures.map((fixture) => [nameOf(fixture), fixture] as const))("%s", (name, fixture) => {
    const each = cases.get(fixture);
    expect(each?.mounted.answered).not.toEqual([]);
    const wrong = each && whatWentWrong(each);
    if (fixture.kind === "incorrect") {
      expect(wrong).toBeDefined();
    } else {
      expect(wrong).toBeUndefined();
      expect(errors.get(name)).toBeUndefined();
    }
  });
});

/** A refusal (any 4xx), or the silent damage that the service's state shows; `undefined` where all is as the author meant. */
function whatWentWrong({ head, mounted }: Case): string | undefined {
  const refused = mounted.answered.find(({ status }) => status >= 400);
  if (refused) return `refused ${refused.status}: ${refused.message ?? ""}`;
  for (const [path, intended] of Object.entries(head.intended)) {
    const difference = findDifference(intended, mounted.world.read(path), path);
    if (difference !== undefined) return `damaged: ${difference}`;
  }
  const last = mounted.answered.at(-1);
  return head.compressed && last?.gzip === false ? "damaged: the answer came uncompressed" : undefined;
}
