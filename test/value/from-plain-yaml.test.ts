import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Range } from "../../src/text/range";
import { readPlainYaml } from "../../src/value/from-plain-yaml";
import { readYaml } from "../../src/value/from-yaml";
import { splitDocuments } from "../../src/value/yaml-stream";
import { withSlips, yamlTexts } from "../harness/arbitraries/yaml-texts";
import { runsOf } from "../harness/runs";

const runs = runsOf(600);

/** Compares the two readers on every piece of a text. @returns how many pieces the fast one took on. */
function compare(text: string): number {
  let taken = 0;
  for (const piece of splitDocuments(text)) {
    const plainComments: Range[] = [];
    const plain = readPlainYaml(text, piece.start, piece.end, plainComments);
    if (plain === undefined) continue;
    taken++;
    const comments: Range[] = [];
    const full = readYaml(text.slice(piece.start, piece.end), piece.start, comments);
    expect({ documents: plain === "none" ? [] : [{ ...plain, range: undefined }], comments: plainComments }).toEqual({
      documents: full.map((document) => ({ ...document, range: undefined })),
      comments,
    });
  }
  return taken;
}

const manifest = `# a table
apiVersion: timestream.example.dev/v1alpha1
kind: Table   # the kind
metadata:
  name: orders
  labels: { app: shop, "on": yes }
  annotations:
    note: |
      first
        second

      third
    'quoted': 'it \\is'
spec:
  providerRef:
    name: "default"
  resource:
    databaseName: shop
    tags:
      a: 1.10
    subnetIDS:
    - a
    -   b # c
    keyDetails:
      - kmsKeyID: x
        other: 1
      -
        kmsKeyID: y
      - - 1
        - [a, [b, {c: d}]]
  empty:
  # end
`;

describe("the fast reader", () => {
  test("takes on what people write", () => {
    expect(compare(manifest)).toBe(1);
    expect(compare(manifest.replace(/\n/g, "\r\n"))).toBe(1);
    expect(compare(`# licence\n---\n${manifest}---\n${manifest}`)).toBe(3);
  });

  test("agrees with the full one on generated texts, or leaves them to it", { tags: ["long"] }, () => {
    let taken = 0;
    fc.assert(
      fc.property(yamlTexts, (text) => void (taken += compare(text))),
      { numRuns: runs },
    );
    expect(taken).toBeGreaterThan(runs / 10);
  });

  test("agrees with the full one on a manifest with slips of the hand", { tags: ["long"] }, () => {
    let taken = 0;
    fc.assert(
      fc.property(withSlips(fc.constant(manifest)), (text) => void (taken += compare(text))),
      { numRuns: runs / 2 },
    );
    expect(taken).toBeGreaterThan(runs / 10);
  });
});
