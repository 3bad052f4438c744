// Compares the knowledge with types and without types: types must add to that of syntax, and remove nothing.

const parts = ["method", "path", "query", "headers", "body"];

/**
 * @param {object[]} untyped rows of `restraint requests --format json --no-types`.
 * @param {object[]} typed rows of the same files, with types.
 * @returns {{ file: string, line: number, part: string, untyped: string, typed: string }[]} the parts known by syntax
 * alone but not with types.
 */
export function lostByTypes(untyped, typed) {
  const places = new Map();
  for (const row of typed) {
    for (const { file, line, column } of [row, ...(row.callers ?? [])]) {
      const key = `${file}:${line}:${column}`;
      places.set(key, [...(places.get(key) ?? []), row]);
    }
  }
  return untyped.flatMap((row) => {
    const candidates = places.get(`${row.file}:${row.line}:${row.column}`) ?? [];
    const lost = candidates.map((each) => parts.filter((part) => isLost(row, each, part)));
    const fewest = lost.reduce((best, each) => (best && best.length <= each.length ? best : each), undefined);
    const best = candidates[lost.indexOf(fewest)];
    const { file, line } = row;
    if (fewest === undefined) return [{ file, line, part: "site", untyped: show(row, "path"), typed: "not listed" }];
    return fewest.map((part) => ({ file, line, part, untyped: show(row, part), typed: show(best, part) }));
  });
}

function isLost(row, other, part) {
  if (!isKnown(row, part)) return false;
  if (part === "path") return !isKnown(other, part) || !isAsExact(row.path, other.path);
  if (part === "method") return row.method !== other.method;
  const names = namesOf(row, part);
  const listed = new Set(namesOf(other, part).map(bare));
  return names.some((name) => !listed.has(bare(name))) || (!hasGap(row, part) && hasGap(other, part));
}

/** Listed names count as known, even if there may be more. */
function isKnown(row, part) {
  if (part === "method" || part === "path") return row[part] !== undefined;
  return !hasGap(row, part) || namesOf(row, part).length > 0;
}

function hasGap({ gaps }, part) {
  return gaps.some((gap) => gap.part === part);
}

const bare = (name) => name.replace(/\?$/u, "").toLowerCase();

function namesOf(row, part) {
  if (part !== "body") return row[part];
  const [members] = /(?<=\{)[^}]*(?=\})/u.exec(row.body ?? "") ?? [""];
  return members.split(", ").filter((name) => name !== "" && name !== "…");
}

const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/gu, "\\$&");

/** Whether each alternative of a path matches an alternative of another path, which may have text in place of holes. */
function isAsExact(path, other) {
  const patterns = path.split(" | ").map(
    (each) =>
      new RegExp(
        `^${each
          .split(/\{[^{}]*\}/u)
          .map(escaped)
          .join(".*")}$`,
        "u",
      ),
  );
  return other.split(" | ").every((each) => patterns.some((pattern) => pattern.test(each)));
}

function show(row, part) {
  if (part === "path") return `${row.origin ?? ""}${row.path ?? "?"}`;
  const value = row[part];
  const text = Array.isArray(value) ? value.join(", ") : String(value);
  return hasGap(row, part) ? `${text} and what is not known` : text;
}
