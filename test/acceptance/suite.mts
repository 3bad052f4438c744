import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** What tests of programs stand in: code in, requests or findings out. */
const folders =
  /^test\/(?:acceptance|analysis|evaluate|campaigns|evaluator|fuzz|graph|hosts|request|response|rule|scale|service)\/|^test\/rules\.test\.ts$/u;

/** What the old engine is made of. */
const inside = /"[^"]*\b(?:src|dist)\/(?:evaluator|graph|generate\/trace)\b[^"]*"/u;

/**
 * @param files tests, by their names in the package's folder.
 * @returns those that either engine has to pass: they give programs, and know nothing of how these are evaluated.
 */
export function acceptanceTests(root: string, files: readonly string[]): string[] {
  const known = new Map<string, boolean>();
  const knowsInside = (file: string): boolean => {
    const before = known.get(file);
    if (before !== undefined) return before;
    known.set(file, false);
    const text = readFileSync(file, "utf8");
    const found = inside.test(text) || importsOf(file, text).some(knowsInside);
    known.set(file, found);
    return found;
  };
  return files.filter((file) => folders.test(file) && !knowsInside(join(root, file)));
}

function importsOf(file: string, text: string): readonly string[] {
  return [...text.matchAll(/from "(\.[^"]*)"/gu)]
    .map(([, path = ""]) => `${join(dirname(file), path)}.ts`)
    .filter((path) => path.includes("/test/") && existsSync(path));
}
