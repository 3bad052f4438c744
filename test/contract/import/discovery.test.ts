import { describe, expect, it } from "vitest";
import { importDiscovery } from "../../../src/contract/import/discovery/discovery";

const text = { type: "string" };

describe("discovery documents", () => {
  it("give endpoints by their flat paths, with parameters, scopes, and what a method requires", () => {
    const value = {
      kind: "discovery#restDescription",
      name: "shop",
      rootUrl: "https://shop.googleapis.com/",
      servicePath: "",
      batchPath: "batch/shop/v1",
      parameters: { fields: { type: "string", location: "query" } },
      schemas: {
        Widget: {
          id: "Widget",
          type: "object",
          properties: {
            name: { type: "string", annotations: { required: ["shop.widgets.create"] } },
            size: { type: "string", format: "int64" },
            parent: { $ref: "Widget" },
          },
        },
      },
      resources: {
        widgets: {
          methods: {
            create: {
              id: "shop.widgets.create",
              description: " Makes a widget, e.g. a round one. It may take a while.",
              httpMethod: "POST",
              path: "v1/{+parent}/widgets",
              flatPath: "v1/shops/{shopsId}/widgets",
              parameters: {
                parent: { location: "path", required: true },
                kinds: { type: "string", repeated: true, location: "query" },
              },
              request: { $ref: "Widget" },
              response: { $ref: "Widget" },
              scopes: ["https://www.googleapis.com/auth/shop"],
            },
          },
        },
      },
    };
    expect(importDiscovery([{ file: "a", value }]).contract).toEqual({
      service: { servers: ["https://shop.googleapis.com"], conventions: ["fields", "gzip", "bearer"] },
      endpoints: {
        "POST /batch/shop/v1": { openQuery: true, body: { types: ["*/*"] } },
        "POST /v1/shops/{shopsId}/widgets": {
          summary: "Makes a widget, e.g. a round one.",
          query: { fields: { schema: text }, kinds: { schema: { type: "array", items: text } } },
          response: { $ref: "#/schemas/Widget" },
          scopes: ["https://www.googleapis.com/auth/shop"],
          body: { schema: { $ref: "#/schemas/Widget", required: ["name"] } },
        },
      },
      schemas: {
        Widget: {
          type: "object",
          properties: {
            name: text,
            size: { oneOf: [text, { type: "integer" }] },
            parent: { $ref: "#/schemas/Widget" },
          },
        },
      },
    });
  });
});
