import ts from "typescript";
import { expect, test } from "vitest";
import { givenAway } from "../../../src/evaluator/store/content";
import { Dependencies } from "../../../src/evaluator/store/dependencies";

const about = ts.factory.createIdentifier("o");

test("each question about a member counts, and the strictest of one member", () => {
  const asked = new Dependencies();
  expect(asked.add(about, { key: "a", survives: true })).toBe(true);
  expect(asked.concerns(about, givenAway)).toBe(false);
  expect(asked.add(about, { key: "b" })).toBe(true);
  expect(asked.add(about, { key: "b", survives: true })).toBe(false);
  expect(asked.concerns(about, "a")).toBe(true);
  expect(asked.concerns(about, givenAway)).toBe(true);
  expect(asked.concerns(about, "c")).toBe(false);
});

test("a question about all of something is told as such, and stays one", () => {
  const asked = new Dependencies();
  asked.add("name");
  expect(asked.add("name", { key: "a" })).toBe(false);
  const told: unknown[] = [];
  asked.each((...question) => told.push(question));
  expect(told).toEqual([["name"]]);
});
