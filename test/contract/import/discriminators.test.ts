import { describe, expect, it } from "vitest";
import { importOpenapi } from "../../../src/contract/import/openapi/openapi";

type Json = Readonly<Record<string, unknown>>;

const text = { type: "string" };
const reference = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });
const named = (name: string): Json => ({ $ref: `#/schemas/${name}` });

/** What becomes of the schema `Pet`, and of those that it leads to. */
function imported(schemas: Json): Json {
  const value = {
    openapi: "3.0.3",
    paths: {
      "/pets": { post: { requestBody: { content: { "application/json": { schema: reference("Pet") } } } } },
    },
    components: { schemas },
  };
  return importOpenapi([{ file: "a.json", value }]).contract.schemas as unknown as Json;
}

const pet = (properties: Json = {}): Json => ({
  type: "object",
  required: ["type"],
  properties: { type: text, ...properties },
});
const cat = pet({ lives: { type: "integer" } });
const dog = pet({ barks: { type: "boolean" } });
const either = [reference("Cat"), reference("Dog")];

describe("the options of a union are told apart", () => {
  it.each<[string, Json, Json, Json | undefined]>([
    [
      "by a mapping, in which a name stands for a schema too",
      { propertyName: "type", mapping: { tom: "#/components/schemas/Cat", rex: "Dog", hasso: "Dog" } },
      { Cat: cat, Dog: dog },
      { propertyName: "type", mapping: { tom: 0, Cat: 0, rex: 1, hasso: 1, Dog: 1 }, implicit: ["Cat", "Dog"] },
    ],
    [
      "by a mapping that exchanges names",
      { propertyName: "type", mapping: { Cat: "Dog", Dog: "Cat" } },
      { Cat: cat, Dog: dog },
      { propertyName: "type", mapping: { Dog: 0, Cat: 1 } },
    ],
    [
      "by the names of their schemas, where nothing is mapped",
      { propertyName: "type" },
      { Cat: cat, Dog: dog },
      { propertyName: "type", mapping: { Cat: 0, Dog: 1 } },
    ],
    [
      "by the values that they have for the tag, rather than by their names",
      { propertyName: "type" },
      { Cat: pet({ type: { enum: ["cat", "kitten"] } }), Dog: pet({ type: { const: "dog" } }) },
      { propertyName: "type", mapping: { cat: 0, kitten: 0, dog: 1 } },
    ],
    [
      "by values that are narrowed",
      { propertyName: "type" },
      {
        Any: { type: "string", enum: ["cat", "dog"] },
        Cat: pet({ type: { allOf: [reference("Any"), { enum: ["cat"] }] } }),
        Dog: pet({ type: { allOf: [reference("Any"), { enum: ["dog"] }] } }),
      },
      { propertyName: "type", mapping: { cat: 0, dog: 1 } },
    ],
    [
      "without a discriminator, by a required property that is never the same",
      {},
      { Cat: pet({ type: { const: "cat" } }), Dog: pet({ type: { const: "dog" } }) },
      { propertyName: "type", mapping: { cat: 0, dog: 1 } },
    ],
    [
      "not by a mapping to other documents",
      { propertyName: "type", mapping: { a: "a.yaml" } },
      { Cat: cat, Dog: dog },
      undefined,
    ],
    [
      "not where any other value has a meaning",
      { propertyName: "type", defaultMapping: "Cat" },
      { Cat: cat, Dog: dog },
      undefined,
    ],
    [
      "not where two have one value",
      {},
      { Cat: pet({ type: { const: "pet" } }), Dog: pet({ type: { const: "pet" } }) },
      undefined,
    ],
  ])("%s", (_, discriminator, schemas, expected) => {
    const union = { oneOf: either, ...("propertyName" in discriminator && { discriminator }) };
    expect(imported({ ...schemas, Pet: union }).Pet).toEqual({
      oneOf: [named("Cat"), named("Dog")],
      ...(expected && { discriminator: expected }),
    });
  });

  it("where any of them may fit, and what they have in common stands beside", () => {
    const union = {
      type: "object",
      properties: { name: text },
      anyOf: either,
      discriminator: { propertyName: "type" },
    };
    expect(imported({ Cat: cat, Dog: dog, Pet: union }).Pet).toEqual({
      oneOf: [
        { type: "object", properties: { name: text, type: text, lives: { type: "integer" } }, required: ["type"] },
        { type: "object", properties: { name: text, type: text, barks: { type: "boolean" } }, required: ["type"] },
      ],
      discriminator: { propertyName: "type", mapping: { Cat: 0, Dog: 1 } },
    });
  });
});

describe("what is built on a schema with a discriminator", () => {
  const base = { ...pet({ name: text }), discriminator: { propertyName: "type" } };
  const heir = (of: string, properties: Json): Json => ({ allOf: [reference(of), { type: "object", properties }] });
  const own = { type: "object", properties: { type: text, name: text }, required: ["type"] };

  it("is meant wherever that is, through several steps, under the names of the schemas", () => {
    const schemas = imported({
      Pet: base,
      Cat: heir("Pet", { lives: text }),
      Lion: heir("Cat", { roars: text }),
      Dog: heir("Pet", { barks: text }),
    });
    expect(schemas.Pet).toEqual({
      oneOf: [own, named("Cat"), named("Dog"), named("Lion")],
      discriminator: { propertyName: "type", mapping: { Pet: 0, Cat: 1, Dog: 2, Lion: 3 } },
    });
    expect(schemas.Dog).toEqual({ ...own, properties: { ...own.properties, barks: text } });
    expect(schemas.Cat).toMatchObject({ discriminator: { propertyName: "type", mapping: { Cat: 0, Lion: 1 } } });
  });

  it("has the values that the schema lists and it narrows", () => {
    const listed = {
      ...pet({ type: { type: "string", enum: ["pet", "cat"] } }),
      discriminator: { propertyName: "type" },
    };
    const { Pet } = imported({ Pet: listed, Cat: heir("Pet", { type: { enum: ["cat"] } }) });
    expect(Pet).toMatchObject({ discriminator: { propertyName: "type", mapping: { cat: 1, pet: 0 } } });
  });

  it("has its name where it does not narrow the values that the schema lists", () => {
    const listed = {
      ...pet({ type: { type: "string", enum: ["Cat", "Dog", "Pet"] } }),
      discriminator: { propertyName: "type" },
    };
    const { Pet } = imported({ Pet: listed, Cat: heir("Pet", {}), Dog: heir("Pet", {}) });
    expect(Pet).toMatchObject({ discriminator: { propertyName: "type", mapping: { Cat: 1, Dog: 2, Pet: 0 } } });
  });

  it("may be in another document, where the schema has whatever members", () => {
    expect(imported({ Pet: base }).Pet).toEqual({ ...own, additionalProperties: true });
    const outside = { ...base, discriminator: { propertyName: "type", mapping: { a: "a.yaml" } } };
    expect(imported({ Pet: outside, Cat: heir("Pet", {}) }).Pet).toEqual({ ...own, additionalProperties: true });
  });

  it("is an option of the union that it is built on", () => {
    const union = { ...pet({ name: text }), oneOf: either, discriminator: { propertyName: "type" } };
    const schemas = imported({ Pet: union, Cat: heir("Pet", { lives: text }), Dog: heir("Pet", { barks: text }) });
    const catOf = { ...own, properties: { ...own.properties, lives: text } };
    const dogOf = { ...own, properties: { ...own.properties, barks: text } };
    expect(schemas.Pet).toEqual({
      oneOf: [catOf, dogOf],
      discriminator: { propertyName: "type", mapping: { Cat: 0, Dog: 1 } },
    });
  });

  it("may be part of what stands by itself, which then has whatever members", () => {
    const { Pet } = imported({
      Pet: pet({ owner: heir("Person", { pets: text }) }),
      Person: base,
      Child: heir("Person", { school: text }),
    });
    expect(Pet).toMatchObject({ properties: { owner: { additionalProperties: true } } });
  });
});

it("a union that holds itself beside its own members is converted in no time", () => {
  const { Pet } = imported({ Pet: { ...cat, anyOf: [reference("Pet"), reference("Pet"), text] } });
  expect(Pet).toBeDefined();
});
