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
      service: {
        servers: ["https://shop.googleapis.com"],
        roots: ["/batch/shop/v1", "/v1"],
        conventions: ["fields", "gzip", "bearer"],
      },
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

  it("keep bounds, which they write as texts, patterns, and what a path parameter has to be", () => {
    const counts = { type: "integer", format: "int32", minimum: "1", maximum: "250" };
    const code = { type: "string", pattern: "^[A-Z]{3}$" };
    const value = {
      rootUrl: "https://shop.googleapis.com/",
      servicePath: "shop/v1/",
      schemas: {
        Price: {
          type: "object",
          properties: {
            amount: { type: "number", minimum: "0.5" },
            currency: code,
            // What no number of JSON holds exactly, and what no RE2 knows, is not checked.
            units: { type: "string", format: "int64", minimum: "-9223372036854775808", maximum: "100" },
            odd: { type: "string", pattern: "(?<!a)b" },
            at: { type: "string", format: "date-time" },
          },
        },
      },
      resources: {
        prices: {
          methods: {
            get: {
              httpMethod: "GET",
              path: "prices/{currency}/{number}/{name}/{+rest}",
              flatPath: "prices/{currency}/{number}/{name}/items/{itemsId}",
              parameters: {
                currency: { ...code, location: "path", required: true },
                number: { ...counts, location: "path", required: true },
                name: { type: "string", location: "path", required: true },
                rest: { type: "string", pattern: "^items/[^/]+$", location: "path", required: true },
                maxResults: { ...counts, location: "query" },
                codes: { ...code, repeated: true, location: "query" },
              },
            },
          },
        },
      },
    };
    const bounded = { type: "integer", minimum: 1, maximum: 250 };
    expect(importDiscovery([{ file: "a", value }]).contract).toEqual({
      service: {
        servers: ["https://shop.googleapis.com"],
        roots: ["/shop/v1"],
        conventions: ["fields", "gzip", "bearer"],
      },
      endpoints: {
        "GET /shop/v1/prices/{currency}/{number}/{name}/items/{itemsId}": {
          path: { currency: code, number: bounded },
          query: { maxResults: { schema: bounded }, codes: { schema: { type: "array", items: code } } },
        },
      },
      schemas: {
        Price: {
          type: "object",
          properties: {
            amount: { type: "number", minimum: 0.5 },
            currency: code,
            units: { oneOf: [text, { type: "integer", maximum: 100 }] },
            odd: text,
            at: text,
          },
        },
      },
    });
  });
});
