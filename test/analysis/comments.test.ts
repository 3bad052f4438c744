import ts from "typescript";
import { expect, test } from "vitest";
import { analyseCode } from "../../src/analysis/code";
import { builtinContract } from "../../src/contract/builtin";
import { noFacts } from "../../src/contract/configuration/configuration";

const commentsIn = (text: string): readonly string[] => {
  const sourceFile = ts.createSourceFile("a.ts", text, ts.ScriptTarget.Latest, true);
  return analyseCode({ ts, sourceFile, contract: builtinContract, facts: noFacts }).comments.map((each) => each.text);
};

test("comments are collected where one of them may be a directive", () => {
  const sends = 'fetch("/items"); // sends';
  expect(commentsIn(sends)).toEqual([]);
  expect(commentsIn(`${sends}\n// eslint-disable-next-line restraint/valid-fields\nfetch("/others");`)).toEqual([
    " sends",
    " eslint-disable-next-line restraint/valid-fields",
  ]);
});
