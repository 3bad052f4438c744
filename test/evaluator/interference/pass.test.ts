import ts from "typescript";
import { beforeEach, describe, expect, it } from "vitest";
import { nowhere } from "../../../src/evaluator/domain/activations";
import { scalar } from "../../../src/evaluator/domain/constructors";
import type { Abstract, Root } from "../../../src/evaluator/domain/domain";
import { bounds, limitsFor, OutOfWork } from "../../../src/evaluator/domain/limits";
import { Slot } from "../../../src/evaluator/domain/slots";
import { joinAll } from "../../../src/evaluator/domain/values";
import { variableLattice } from "../../../src/evaluator/domain/variable-lattice";
import { AsyncWrites } from "../../../src/evaluator/interference/async-writes";
import { programOf } from "../../../src/evaluator/evaluate";
import type { Program } from "../../../src/evaluator/program";
import { noSources } from "../../../src/project/sources";
import { Pass } from "../../../src/evaluator/pass";
import { parse, testLibrary } from "../../harness/evaluating";

const sourceFile = parse("export {};");
const place = nowhere(sourceFile);
const most = 100;

let program: Program;
let pass: Pass;
beforeEach(() => {
  program = programOf({ ts, library: testLibrary });
  pass = new Pass(program, {
    file: sourceFile,
    runsFile: true,
    analysed: sourceFile,
    sources: noSources,
    limits: { ...limitsFor(sourceFile), nodes: most },
    asyncWrites: new AsyncWrites(),
  });
});

/** Runs a test in a pass of its own. */
const inPass = (test: () => void) => (): void => {
  program.inPass(pass, test);
};

describe("work that is repeated", () => {
  const visit = (times: number): void => {
    for (let count = 0; count < times; count += 1) program.run.visit();
  };

  it(
    "does not count",
    inPass(() => {
      visit(most - 1);
      const from = program.run.spentWork;
      visit(1);
      program.run.takeBackWork(from, program.run.spentWork);
      expect(program.run.spentWork).toEqual(from);
      visit(1);
      expect(() => {
        visit(1);
      }).toThrow(OutOfWork);
    }),
  );

  it(
    "counts as soon as it is more than all passes may take",
    inPass(() => {
      const repeat = (): void => {
        const from = program.run.spentWork;
        visit(most / 2);
        program.run.takeBackWork(from, program.run.spentWork);
      };
      for (let nodes = 0; nodes <= bounds.passes * most; nodes += most / 2) repeat();
      expect(program.run.spentWork.nodes).toBe(0);
      expect(() => {
        for (let round = 0; round < 3; round += 1) repeat();
      }).toThrow(OutOfWork);
    }),
  );
});

describe("a condition on a variable", () => {
  const one = scalar(1, place);
  const two = scalar(2, place);
  const either = joinAll([one, two], place);
  const elsewhere: Root = {
    ...{ node: sourceFile, parent: undefined, since: Infinity, file: sourceFile, made: [] },
    ...{ escapes: false, independent: false, pass: {} },
  };
  const variable = (root: Root): Slot<Abstract | undefined> =>
    new Slot<Abstract | undefined>(either, variableLattice, root, 0, undefined);
  const read = (slot: Slot<Abstract | undefined>): Abstract | undefined =>
    program.pass.visibility.readVariable(slot, place);

  it(
    "narrows the running code's own one in place",
    inPass(() => {
      const slot = variable(program.run.context.root);
      program.pass.visibility.refine(slot, either, one);
      expect([slot.value, read(slot)]).toEqual([one, one]);
    }),
  );

  it(
    "does not narrow it where it holds another value by now",
    inPass(() => {
      const slot = variable(program.run.context.root);
      program.state.write(slot, two);
      program.pass.visibility.refine(slot, either, one);
      expect(read(slot)).toBe(two);
    }),
  );

  it(
    "narrows others' only as this path reads it, until they assign it",
    inPass(() => {
      const slot = variable(elsewhere);
      const checkpoint = program.state.checkpoint();
      program.pass.visibility.refine(slot, either, one);
      expect([slot.value, read(slot)]).toEqual([either, one]);
      program.state.write(slot, two);
      expect(read(slot)).toBe(two);
      program.state.rollback(checkpoint);
      expect(read(slot)).toEqual(either);
    }),
  );

  it(
    "narrows one that other code reads as others' variables",
    inPass(() => {
      const slot = variable(program.run.context.root);
      slot.lateRead = true;
      program.pass.visibility.refine(slot, either, one);
      expect([slot.value, read(slot)]).toEqual([either, one]);
    }),
  );

  it(
    "holds for what an earlier condition left",
    inPass(() => {
      const three = scalar(3, place);
      const all = joinAll([one, two, three], place);
      const slot = new Slot<Abstract | undefined>(all, variableLattice, elsewhere, 0, undefined);
      program.pass.visibility.refine(slot, all, either);
      program.pass.visibility.refine(slot, either, two);
      expect(read(slot)).toBe(two);
    }),
  );
});
