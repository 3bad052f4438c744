import { request } from "node:http";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isJsonObject, type JsonObject } from "./json";
import { commonResources } from "./seed";
import { ReferenceServer, type Mounted } from "./server";
import type { Seed } from "./world";

let server: ReferenceServer;
let count = 0;

beforeAll(async () => {
  server = await ReferenceServer.start();
});

afterAll(() => server.stop());

const mount = (seed: Partial<Seed> = {}): Mounted =>
  server.mount(`test-${count++}`, { resources: commonResources, ...seed });

interface Answer {
  readonly status: number;
  readonly body: JsonObject;
  readonly encoding: string | undefined;
}

/** Sends exactly these headers: no client that adds its own. */
function call(
  mounted: Mounted,
  method: string,
  path: string,
  headers: Readonly<Record<string, string>> = {},
  body?: unknown,
): Promise<Answer> {
  const text = body === undefined ? undefined : typeof body === "string" ? body : JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const sent = request(
      `${mounted.url}${path}`,
      {
        method,
        headers: {
          Authorization: "Bearer uat-1",
          ...(text === undefined ? {} : { "Content-Type": "application/json" }),
          ...headers,
        },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("end", () => {
          const encoding = response.headers["content-encoding"];
          const bytes = Buffer.concat(chunks);
          const parsed: unknown = JSON.parse((encoding === "gzip" ? gunzipSync(bytes) : bytes).toString());
          resolve({ status: response.statusCode ?? 0, body: isJsonObject(parsed) ? parsed : {}, encoding });
        });
      },
    );
    sent.on("error", reject);
    sent.end(text);
  });
}

const isRefused = ({ status }: Answer): boolean => status >= 400 && status < 500;

describe("compression (conventions 4.1)", () => {
  test.each([
    ["gzip", "client (gzip)", "gzip"],
    ["deflate, gzip;q=0.5", "gzip", "gzip"],
    ["gzip", "client", undefined],
    ["identity", "client (gzip)", undefined],
    ["gzip;q=0", "client (gzip)", undefined],
  ])("Accept-Encoding: %s, User-Agent: %s", async (accept, agent, encoding) => {
    const answer = await call(mount(), "GET", "/notes/1", { "Accept-Encoding": accept, "User-Agent": agent });
    expect(answer.encoding).toBe(encoding);
    expect(answer.body.name).toBe("Note");
  });
});

describe("fields (conventions 4.2)", () => {
  test("narrows a resource, a collection, and the answer to an update", async () => {
    const mounted = mount();
    expect((await call(mounted, "GET", "/notes/1?fields=name,address/city")).body).toEqual({
      name: "Note",
      address: { city: "Rome" },
    });
    expect((await call(mounted, "GET", "/products?fields=items(id)")).body).toEqual({
      items: [{ id: "1" }, { id: "2" }],
    });
    expect((await call(mounted, "PATCH", "/notes/1?fields=color", {}, { color: "blue" })).body).toEqual({
      color: "blue",
    });
  });

  test("answers 400 with a message, and changes nothing", async () => {
    const mounted = mount();
    for (const fields of ["", "name,", "nothing", "name/x", "a()"]) {
      const answer = await call(mounted, "PATCH", `/notes/1?fields=${fields}`, {}, { color: "blue" });
      expect(answer.status).toBe(400);
      expect(typeof answer.body.message).toBe("string");
    }
    expect(mounted.world.read("/notes/1")?.color).toBe("red");
  });

  test("does not include `data` where answers are wrapped", async () => {
    const mounted = mount({ wrapped: true });
    expect((await call(mounted, "GET", "/notes/1?fields=name")).body).toEqual({ data: { name: "Note" } });
    expect((await call(mounted, "GET", "/notes/1?fields=data/name")).status).toBe(400);
  });
});

describe("PATCH (conventions 4.3)", () => {
  test("needs the current tag where there is one, and gives a new one", async () => {
    const mounted = mount();
    const { body: read } = await call(mounted, "GET", "/products/1");
    const tag = typeof read.etag === "string" ? read.etag : "";
    expect(isRefused(await call(mounted, "PATCH", "/products/1", {}, { color: "blue" }))).toBe(true);
    expect(isRefused(await call(mounted, "PATCH", "/products/1", { "If-Match": '"other"' }, { color: "blue" }))).toBe(
      true,
    );
    expect(mounted.world.read("/products/1")?.color).toBe("red");
    const changed = await call(mounted, "PATCH", "/products/1", { "If-Match": tag }, { color: "blue" });
    expect(changed).toMatchObject({ status: 200, body: { color: "blue", name: "Lamp" } });
    expect(changed.body.etag).not.toBe(tag);
    expect(isRefused(await call(mounted, "PATCH", "/products/1", { "If-Match": tag }, { color: "green" }))).toBe(true);
    expect((await call(mounted, "PATCH", "/products/1", { "If-Match": "*" }, { color: "green" })).status).toBe(200);
  });

  test("leaves the resource alone where the result would be invalid", async () => {
    const mounted = mount();
    for (const body of [{ name: null }, { unheard: 1 }, { quantity: "2" }, { address: { zip: 1 } }]) {
      const answer = await call(mounted, "PATCH", "/orders/1", {}, body);
      expect([400, 422]).toContain(answer.status);
    }
    expect(mounted.world.read("/orders/1")).toEqual(commonResources["/orders/1"]?.value);
  });

  test.each(["[1]", "null", '"text"', "color=blue", ""])("takes no body but a JSON object: %j", async (body) => {
    expect(isRefused(await call(mount(), "PATCH", "/notes/1", {}, body))).toBe(true);
  });

  test("is also a POST with the override, and nothing else is", async () => {
    const override = (value: string): Record<string, string> => ({ "X-HTTP-Method-Override": value });
    expect((await call(mount(), "POST", "/notes/1", override("PATCH"), { color: "blue" })).body).toMatchObject({
      color: "blue",
      name: "Note",
    });
    expect(isRefused(await call(mount(), "POST", "/notes/1", override("PUT"), { name: "x" }))).toBe(true);
    expect(isRefused(await call(mount(), "POST", "/notes/1", {}, { color: "blue" }))).toBe(true);
    expect((await call(mount(), "PUT", "/notes/1", override("PATCH"), { name: "x" })).body).toEqual({ name: "x" });
  });

  test("is refused without a JSON content type", async () => {
    expect(
      isRefused(await call(mount(), "PATCH", "/notes/1", { "Content-Type": "text/plain" }, { color: "blue" })),
    ).toBe(true);
  });
});

describe("PUT (conventions 4.4)", () => {
  test("fails without a required field, clears optional ones, ignores what the server sets", async () => {
    const mounted = mount();
    expect(isRefused(await call(mounted, "PUT", "/orders/1", {}, { quantity: 1 }))).toBe(true);
    const answer = await call(mounted, "PUT", "/orders/1", {}, { name: "New", quantity: 1, created: "2030-01-01" });
    expect(answer.body).toEqual({ name: "New", quantity: 1, created: "2026-01-01" });
  });
});

describe("tokens (conventions 5, permissions 5)", () => {
  test.each(["", "token uat-1", "bearer uat-1", "Bearer", "Basic dTpw"])(
    "takes no other scheme: %j",
    async (authorization) => {
      expect(isRefused(await call(mount(), "GET", "/notes/1", { Authorization: authorization }))).toBe(true);
    },
  );

  const path = "/user/memberships/orgs/acme";
  const issues = "/repos/a/b/issues";
  const resources = {
    [path]: { value: { state: "pending" }, tags: false },
    [issues]: { value: { items: [] }, tags: false },
  };

  test("are of a type that the endpoint lists", async () => {
    expect((await call(mount({ resources }), "PATCH", path, {}, { state: "active" })).status).toBe(200);
    expect(
      isRefused(
        await call(mount({ resources }), "PATCH", path, { Authorization: "Bearer iat-1" }, { state: "active" }),
      ),
    ).toBe(true);
    expect((await call(mount({ resources }), "GET", issues, { Authorization: "Bearer iat-1" })).status).toBe(200);
  });

  test.each([
    [{ "repository.issues": "read" }, true],
    [{ "repository.issues": "write" }, true],
    [{ "repository.contents": "write" }, false],
  ])("belong to an application with the permission: %j", async (granted, allowed) => {
    expect(isRefused(await call(mount({ resources, granted }), "GET", issues))).toBe(!allowed);
  });
});
