import fc from "fast-check";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { nowhere } from "../../src/evaluator/domain/activations";
import { fieldOf, nativeValue, reference, scalar, text, unknown } from "../../src/evaluator/domain/constructors";
import { type Abstract, type Cell, type Content, type Copied } from "../../src/evaluator/domain/domain";
import { Slot, type Lattice } from "../../src/evaluator/domain/slots";
import { identityLattice } from "../../src/evaluator/domain/identities";
import { bounds } from "../../src/evaluator/domain/limits";
import { joinAll } from "../../src/evaluator/domain/values";
import { variableLattice } from "../../src/evaluator/domain/variable-lattice";
import type { Native } from "../../src/clients/native";
import { refinementLattice } from "../../src/evaluator/interference/visibility";
import { answeredLattice } from "../../src/evaluator/pass";
import { emptyContent } from "../../src/evaluator/store/content";
import { contentLattice } from "../../src/evaluator/store/content-lattice";
import { factLattice } from "../../src/evaluator/store/facts";
import { Journal } from "../../src/evaluator/store/journal";

const file = ts.createSourceFile("a.ts", "", ts.ScriptTarget.Latest);
const place = nowhere(file);

/** The loop of the tests begins at this time: the third object belongs to a round. */
const since = 10;

const cells = [1, 2, since + 1].map((created): Cell => {
  const slot = new Slot(emptyContent, contentLattice, undefined, created, undefined);
  return {
    type: "object",
    slot,
    class: undefined,
    constructedBy: undefined,
    prototypeOf: undefined,
    allocationSite: file,
  };
});
const options: readonly Abstract[] = [
  scalar(1, place),
  scalar(undefined, place),
  text("a", place),
  ...cells.map((cell): Abstract => reference(cell, place)),
  unknown("unknown", place),
  unknown("unknown", place, { is: "string", pointsTo: cells.slice(0, 1) }),
];

const copies = [1, 2].map((): Copied => ({ from: unknown("what was copied", place), without: [] }));

const value = fc
  .uniqueArray(fc.constantFrom(...options), { minLength: 1, maxLength: 2 })
  .map((some) => joinAll(some, place));
const presence = fc.constantFrom("always" as const, "maybe" as const);
const field = fc.tuple(value, presence).map(([some, present]) => fieldOf(some, place, present));
const content = fc
  .record({
    fields: fc.dictionary(fc.constantFrom("x", "y"), field).map((fields) => new Map(Object.entries(fields))),
    items: fc.array(fc.record({ value, presence }), { maxLength: 2 }),
    open: fc.boolean(),
    rest: fc.option(value, { nil: undefined }),
    escaped: fc.boolean(),
    copied: fc.constantFrom(undefined, ...copies),
  })
  .map(({ rest, copied, ...known }): Content => {
    const content = { ...emptyContent, ...known, rest: known.open ? rest : undefined };
    return known.open && !known.escaped && copied ? { ...content, copied } : content;
  });
const truth = fc.constantFrom(true, false, undefined);
const identity = fc.constantFrom(1, 2, undefined);

/**
 * The laws hold up to `same`: each allows for all that the other allows for. Alternatives come in another order, places are those of the left
 * side, and unknown values of one kind have identities of their own.
 */
function holdsLaws<T>(name: string, lattice: Lattice<T>, arbitrary: fc.Arbitrary<T>): void {
  const join = (left: T, right: T): T => lattice.join(left, right);
  const leq = (left: T, right: T, since?: number): boolean => lattice.leq(left, right, since);
  const same = (left: T, right: T): boolean => leq(left, right) && leq(right, left);
  describe(name, () => {
    it("has a join that is commutative", () => {
      fc.assert(fc.property(arbitrary, arbitrary, (a, b) => same(join(a, b), join(b, a))));
    });
    it("has a join that is associative", () => {
      fc.assert(
        fc.property(arbitrary, arbitrary, arbitrary, (a, b, c) => same(join(join(a, b), c), join(a, join(b, c)))),
      );
    });
    it("has a join that is idempotent", () => {
      fc.assert(fc.property(arbitrary, (a) => same(join(a, a), a)));
    });
    it("has a join that allows for both sides, and an order that agrees with it", () => {
      fc.assert(
        fc.property(arbitrary, arbitrary, (a, b) => {
          const both = join(a, b);
          return leq(a, both) && leq(b, both) && leq(a, b) === same(both, b);
        }),
      );
    });
    it("widens to what allows for all that was seen, after a few rounds", () => {
      fc.assert(
        fc.property(fc.array(arbitrary, { minLength: 1, maxLength: 20 }), (seen) => {
          let head: { readonly value: T } | undefined;
          let rounds = 0;
          for (let round = seen; round.length > 0; rounds += 1) {
            const before = head ? [head.value, ...round] : round;
            const widened = lattice.widen(before, { since, attempt: rounds });
            head = { value: widened };
            round = seen.filter((each) => !leq(each, widened, since));
          }
          return rounds <= 6;
        }),
      );
    });
  });
}

holdsLaws("the values of variables", variableLattice, fc.option(value, { nil: undefined }));
holdsLaws("the contents of objects", contentLattice, content);
holdsLaws("what is known of unknown values", factLattice, fc.record({ truthy: truth, nullish: truth }));
holdsLaws("identities of members", identityLattice, identity);
holdsLaws("requests that have been answered", answeredLattice, fc.uniqueArray(fc.constantFrom(1, 2, 3)));
holdsLaws(
  "what a variable is narrowed to",
  refinementLattice,
  fc.option(
    fc.constantFrom(...options).map((after) => ({ before: joinAll(options.slice(0, 4), place), after })),
    { nil: undefined },
  ),
);

describe("an open content", () => {
  it("is no part of one that knows what stands under a key", () => {
    const known: Content = {
      ...emptyContent,
      open: true,
      fields: new Map([["x", fieldOf(scalar(1, place), place, "maybe")]]),
    };
    expect(contentLattice.leq({ ...emptyContent, open: true }, known)).toBe(false);
    expect(contentLattice.leq(emptyContent, known)).toBe(true);
  });
});

describe("a copy of something unknown", () => {
  const [one, other] = copies.map((copied): Content => ({ ...emptyContent, open: true, copied })) as [Content, Content];
  it("is part of an open content, and of no other copy", () => {
    expect(contentLattice.leq(one, { ...emptyContent, open: true })).toBe(true);
    expect(contentLattice.leq({ ...emptyContent, open: true }, one)).toBe(false);
    expect(contentLattice.leq(other, one)).toBe(false);
  });
  it("is no copy any more when it is joined with something else", () => {
    expect(contentLattice.join(one, one).copied).toBe(one.copied);
    expect(contentLattice.join(one, other).copied).toBeUndefined();
    expect(contentLattice.join(one, emptyContent).copied).toBeUndefined();
    expect(contentLattice.join(emptyContent, one).copied).toBeUndefined();
  });
});

describe("more alternatives than are kept", () => {
  it("are joined to what allows for each of them", () => {
    const many = Array.from({ length: bounds.alternatives + 1 }, (_, index) => scalar(index, place));
    const all = joinAll(many, place);
    expect(all.kind).toBe("unknown");
    for (const each of many) expect(variableLattice.leq(each, all)).toBe(true);
  });

  it("are one native that stands for each of them, where natives can be joined", () => {
    const natives = Array.from({ length: bounds.alternatives + 1 }, (): Native => ({ label: "n", join: () => whole }));
    const whole: Native = { label: "all" };
    const many = natives.map((native): Abstract => nativeValue(native, place));
    const all = joinAll(many, place);
    expect(all).toMatchObject({ kind: "native", native: whole });
    for (const each of many) expect(variableLattice.leq(each, all)).toBe(true);
    expect(variableLattice.leq(nativeValue({ label: "n" }, place), all)).toBe(false);
    expect(variableLattice.leq(scalar(1, place), joinAll([...many, scalar(1, place)], place))).toBe(true);
  });
});

describe("the store", () => {
  const write = fc.record({ slot: fc.nat(2), value: fc.constantFrom(...options) });
  const writes = fc.array(write, { maxLength: 6 });
  type Writes = readonly { readonly slot: number; readonly value: Abstract }[];

  function makeStore(): { readonly state: Journal; readonly slots: readonly Slot<Abstract | undefined>[] } {
    const first = scalar(0, place);
    const slots = [0, 1, 2].map(() => new Slot<Abstract | undefined>(first, variableLattice, undefined, 0, undefined));
    return { state: new Journal(() => undefined), slots };
  }

  function run({ state, slots }: ReturnType<typeof makeStore>, some: Writes): void {
    for (const { slot, value: written } of some) {
      const target = slots[slot];
      if (target) state.write(target, written);
    }
  }

  it("holds after a rollback what it held at the checkpoint", () => {
    fc.assert(
      fc.property(writes, writes, writes, (before, first, second) => {
        const store = makeStore();
        run(store, before);
        const held = store.slots.map((slot) => slot.value);
        const outer = store.state.checkpoint();
        run(store, first);
        const middle = store.slots.map((slot) => slot.value);
        const inner = store.state.checkpoint();
        run(store, second);
        store.state.rollback(inner);
        expect(store.slots.map((slot) => slot.value)).toEqual(middle);
        store.state.rollback(outer);
        expect(store.slots.map((slot) => slot.value)).toEqual(held);
      }),
    );
  });

  it("holds again what was taken back, once that is merged alone", () => {
    fc.assert(
      fc.property(writes, writes, (before, path) => {
        const store = makeStore();
        run(store, before);
        const checkpoint = store.state.checkpoint();
        run(store, path);
        const held = store.slots.map((slot) => slot.value);
        store.state.merge([store.state.takeBack(checkpoint)], store.state.clock);
        expect(store.slots.map((slot) => slot.value)).toEqual(held);
      }),
    );
  });

  it("may hold anything that it held meanwhile, where that is not known", () => {
    fc.assert(
      fc.property(writes, writes, writes, (before, kept, abandoned) => {
        const store = makeStore();
        run(store, before);
        const held = store.slots.map((slot) => [slot.value]);
        const note = (some: Writes): void => {
          for (const each of some) {
            run(store, [each]);
            for (const [index, slot] of store.slots.entries()) held[index]?.push(slot.value);
          }
        };
        const { log } = store.state.logged(() => {
          note(kept);
          const checkpoint = store.state.checkpoint();
          note(abandoned);
          store.state.rollback(checkpoint);
        });
        const written = new Set([...kept, ...abandoned].map(({ slot }) => slot));
        const last = store.slots.map((slot) => slot.value);
        store.state.anyOf(log);
        for (const [index, slot] of store.slots.entries()) {
          for (const each of held[index] ?? []) expect(slot.lattice.leq(each, slot.value)).toBe(true);
          if (!written.has(index)) expect(slot.value).toBe(last[index]);
        }
      }),
    );
  });

  it("holds the join of what the merged paths held", () => {
    fc.assert(
      fc.property(writes, writes, (one, other) => {
        const store = makeStore();
        const forked = store.state.clock;
        const checkpoint = store.state.checkpoint();
        const ends = [one, other].map((path) => {
          run(store, path);
          const held = store.slots.map((slot) => slot.value);
          return { held, delta: store.state.takeBack(checkpoint) };
        });
        store.state.merge(
          ends.map(({ delta }) => delta),
          forked,
        );
        for (const [index, slot] of store.slots.entries()) {
          const joined = variableLattice.join(ends[0]?.held[index], ends[1]?.held[index]);
          expect(variableLattice.leq(joined, slot.value) && variableLattice.leq(slot.value, joined)).toBe(true);
        }
      }),
    );
  });
});
