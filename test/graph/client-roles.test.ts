import { expect, it } from "vitest";
import { roleOf } from "../../src/graph/flow/client-roles";

it("an adapter of alova sends nothing, and a class of fetch is none of its methods", () => {
  expect(roleOf("module alova/fetch", ["default"])).toBe("makes");
  expect(roleOf("module alova", ["createAlova", "Request"])).toBe("sends");
  expect(roleOf("fetch", ["Request"])).toBe("neither");
});
