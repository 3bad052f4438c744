import { expect, it } from "vitest";
import { requestsOf } from "../../harness/project-requests";

const service = (type: string): string => `import * as agent from "superagent";
export const remove = (id: string)${type} => agent.delete("/tokens/" + id);`;

it.each([
  [": Promise<void>", "DELETE /tokens/{id}"],
  ["", "DELETE /tokens/{id} ?+ unknown unknown"],
  [": agent.SuperAgentRequest", "DELETE /tokens/{id} ?+ unknown unknown"],
])("superagent's request that a function gives back%s", (type, known) => {
  expect(requestsOf({ "a.ts": service(type) })).toEqual([known]);
});
