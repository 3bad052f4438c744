import { expect, test } from "vitest";
import { requestsOf } from "../../harness/project-requests";

/** A generated client: the base class keeps a configuration that may be absent. */
const sentWith = (field: string, made: string): string | undefined =>
  requestsOf({
    "a.ts": `interface Configuration { base?: string; options?: object }
class Base {
  ${field};
  constructor(configuration?: Configuration) { if (configuration) { this.configuration = configuration; } }
}
class Orders extends Base {
  change(id: string, options: object = {}) {
    const own = this.configuration ? this.configuration.options : undefined;
    return fetch("/orders/" + id, { method: "PUT", ...own, ...options });
  }
}
export const go = () => ${made}.change("1", { keepalive: true });`,
  }).at(-1);

test.each(["protected configuration: Configuration | undefined", "private configuration?: Configuration"])(
  "a hidden field that only its class assigns is undefined before: %s",
  (field) => {
    expect(sentWith(field, "new Orders()")).toBe("PUT /orders/1");
  },
);

test("is what its class assigns", () => {
  const made = 'new Orders({ options: { method: "PATCH" } })';
  expect(sentWith("protected configuration?: Configuration", made)).toBe("PATCH /orders/1");
});

test.each([
  "configuration?: Configuration",
  "protected configuration!: Configuration",
  "@Input() protected configuration?: Configuration",
])("a field that other code may assign is not known: %s", (field) => {
  expect(sentWith(field, "new Orders()")).not.toBe("PUT /orders/1");
});
