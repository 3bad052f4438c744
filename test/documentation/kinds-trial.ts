import { expect } from "vitest";
import { stringify } from "yaml";
import { fresh, shell } from "./fresh-project";
import type { Trial } from "./trials";

const define = (size: object): string =>
  stringify({
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    spec: {
      group: "shop.example.dev",
      names: { kind: "Gadget" },
      versions: [
        {
          name: "v1",
          served: true,
          schema: {
            openAPIV3Schema: {
              type: "object",
              properties: { spec: { type: "object", properties: { size: { type: "string", ...size } } } },
            },
          },
        },
      ],
    },
  });

const gadget = (name: string, size: string): string =>
  `apiVersion: shop.example.dev/v1\nkind: Gadget\nmetadata: { name: ${name} }\nspec:\n  size: ${size}\n`;

/** Compares what is printed for two versions of a definition with what the page shows. */
export const kindsTrial: Trial = async (text) => {
  const documents = [gadget("small", "b"), gadget("one", "a"), gadget("two", "ab"), gadget("three", "abc")];
  const folder = fresh({
    "crds-1.4/gadget.yaml": define({}),
    "crds-1.5/gadget.yaml": define({ pattern: "^a" }),
    "deploy/gadgets.yaml": documents.join("---\n"),
  });
  const { status, output } = await shell(folder, "node_modules/.bin/restraint diff crds-1.4/ crds-1.5/ deploy/");
  expect(output).toBe(`${text}\n1 breaking change and 0 safe in 1 kind; 1 document hit\n`);
  expect(status).toBe(1);
};
