import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

/** A test of the language's suite with each assertion replaced by `send(tag, value)`. */
export interface Claims {
  readonly name: string;
  readonly source: string;
}

/**
 * Excluded tests: those that end in an error by design, need their own host (`$262`, realms, modules, agents), run code
 * from text, depend on the script's global object, or wait for jobs.
 */
const outside =
  /\$262|\$DONE|negative:|flags: \[[^\]]*(?:module|async|raw|noStrict)|\beval\b|\bFunction\(|globalThis|\bwith \(|verifyProperty|verify[A-Z]\w+\(|propertyHelper|wellKnownIntrinsic|fnGlobalObject|includes: \[(?!(?:compareArray|sta|assert)\.js\])/u;

/** @returns the suite's tests in some folders that can be read as claims. */
export function* readSuite(root: string, folders: readonly string[]): Generator<Claims> {
  for (const folder of folders) {
    const names = readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".js") && !name.includes("_FIXTURE"))
      .sort();
    for (const name of names) {
      const text = readFileSync(join(root, folder, name), "utf8");
      if (!outside.test(text)) yield { name: join(folder, name), source: asClaims(text) };
    }
  }
}

/** Replaces each assertion by `send(tag, value)`. The right value is the one that Node computes. */
function asClaims(text: string): string {
  const file = ts.createSourceFile("test.js", text, ts.ScriptTarget.Latest, true);
  const edits: { readonly from: number; readonly to: number; readonly by: string }[] = [];
  const look = (node: ts.Node): void => {
    if (
      ts.isCallExpression(node) &&
      /^assert(?:\.(?:sameValue|notSameValue|compareArray))?$/u.test(node.expression.getText(file))
    ) {
      const [value, ...others] = node.arguments;
      if (value && !ts.isSpreadElement(value)) {
        edits.push({ from: node.getStart(file), to: value.getStart(file), by: `send(${edits.length + 1}, ` });
        edits.push({ from: value.end, to: node.end, by: ")" });
        look(value);
        // The expected value may have effects, which happen before the assertion.
        if (others.every((other) => isPlain(other))) return;
        edits.splice(-2, 2);
        return;
      }
    }
    ts.forEachChild(node, look);
  };
  look(file);
  return edits
    .sort((a, b) => b.from - a.from)
    .reduce((changed, { from, to, by }) => changed.slice(0, from) + by + changed.slice(to), text);
}

function isPlain(node: ts.Expression): boolean {
  return !/[({=]|\+\+|--/u.test(node.getText()) || ts.isArrayLiteralExpression(node) || ts.isStringLiteralLike(node);
}
