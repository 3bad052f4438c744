// Compares the requests listed by `restraint requests` with a person's annotations, part by part.

/** The parts of a request in listing order. */
export const parts = ["method", "path", "query", "headers", "body"];

/**
 * Compares one annotated call site with one listed request.
 *
 * @param {object} site as in `bench/gold/*.json`.
 * @param {object} row one of `requests` in the program's JSON.
 * @returns {{ known: Set<string>, wrong: { part: string, claimed: string, annotated: string }[] }} the parts that are
 * known and agree, and the parts that contradict. A part in neither is one that the program declares as unknown, or as
 * partly known.
 */
export function compare(site, row) {
  const known = new Set();
  const wrong = [];
  const verdicts = {
    method: () => compareMethod(site, row),
    path: () => comparePath(site, row),
    query: () => compareNames(site.query ?? [], row.query, hasGap(row, "query")),
    headers: () => compareHeaders(site.headers ?? {}, row),
    body: () => compareBody(site, row),
  };
  // If nothing of a path can be known, any text in it is invented.
  if (!site.isLoose && !site.knowable.path && /[^/{}]/u.test(normal(row.path ?? ""))) {
    wrong.push({ part: "path", claimed: claimed(row, "path"), annotated: "cannot be known" });
  }
  for (const part of parts) {
    if (!site.knowable[part]) continue;
    const verdict = verdicts[part]();
    if (verdict === "known") known.add(part);
    if (verdict === "wrong") wrong.push({ part, claimed: claimed(row, part), annotated: annotated(site, part) });
  }
  return { known, wrong };
}

/** @returns whether every part of `wanted` that a reader could know is known. */
export function isKnown(site, { known }, wanted = parts) {
  return wanted.every((part) => !site.knowable[part] || known.has(part));
}

/**
 * Finds the listed request for an annotated call site: a request within its lines, or one reached through them with its
 * method and path; the one that agrees best if there are several.
 *
 * @returns the request and its comparison, or `undefined` if there is none.
 */
export function findRow(site, rows) {
  const here = (row) => ({ row, ...compare(site, row) });
  const placed = rows.filter((row) => isWithin(site, row)).map(here);
  const passing = rows.flatMap((row) => row.callers ?? []).filter((row) => isWithin(site, row));
  const compared = [...placed, ...passing.map(here).filter((each) => isKnown(site, each, ["method", "path"]))];
  const score = ({ known, wrong }) => known.size - 10 * wrong.length;
  return compared.reduce((best, each) => (best === undefined || score(each) > score(best) ? each : best), undefined);
}

function isWithin(site, { file, line }) {
  return file === site.file && line >= site.line && line <= site.end;
}

/** Several methods are right if the annotated one is among them, but say less than a reader knows. */
function compareMethod(site, row) {
  const claims = row.method?.split(" | ") ?? [];
  const agrees = claims.includes(site.method);
  return verdictOf(claims.length === 0 || (agrees && claims.length > 1), agrees);
}

function verdictOf(unknown, agrees) {
  if (unknown) return "unknown";
  return agrees ? "known" : "wrong";
}

function hasGap(row, part) {
  return row.gaps.some((gap) => gap.part === part);
}

// Adjacent holes count as one to a reader, and a final slash does not matter.
const normal = (path) =>
  path
    .replace(/\{[^{}]*\}/gu, "{}")
    .replace(/(?:\{\}){2,}/gu, "{}")
    .replace(/(?<=.)\/+/gu, "/")
    .replace(/(?<=.)\/$/u, "");

const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/gu, "\\$&");
const pattern = (path, hole) => new RegExp(`^${path.split("{}").map(escaped).join(hole)}$`, "u");

/** A path that depends on a condition is listed as alternatives. Each of them has to agree. */
function comparePath(site, row) {
  if (row.path === undefined) return "unknown";
  if (site.host !== undefined && isOtherHost(site.host, row.origin)) return "wrong";
  const paths = row.path.split(" | ");
  const found = paths.map((path) => comparePathOnce(site, { ...row, path }));
  const known = paths.filter((_, index) => found[index] === "known").map(normal);
  // A configured base may have a path, which readers omit.
  const verdicts = found.map((verdict, index) =>
    known.some((path) => normal(paths[index]).endsWith(path)) ? "known" : verdict,
  );
  return ["wrong", "unknown", "known"].find((verdict) => verdicts.includes(verdict));
}

function comparePathOnce(site, row) {
  const wanted = [site.path, ...(site.otherPaths ?? [])].map(normal);
  const listed = readings(row);
  if (wanted.some((path) => listed.some((each) => each === path))) return "known";
  // A path known more exactly than annotated agrees, for example if a parameter is always the same.
  if (wanted.some((path) => listed.some((each) => pattern(path, "[^/]+").test(each)))) return "known";
  return wanted.some((path) => listed.some((each) => pattern(each, ".*").test(path))) ? "unknown" : "wrong";
}

function isOtherHost(host, origin) {
  const listed = /^https?:\/\/([^/]*)/u.exec(origin ?? "")?.[1];
  return listed !== undefined && !listed.includes("{") && listed !== host;
}

/**
 * A path may be listed with or without its base. An unknown base may be a hole before it, but is no segment of the
 * path.
 */
function readings({ origin = "", path }) {
  const base = origin.replace(/^https?:\/\/[^/]*/u, "");
  return [path, base + path, path.replace(/^\{[^{}]*\}(?=\/)/u, ""), `{}${path}`].map(normal);
}

function compareNames(wanted, listed, gap, same = (name) => name) {
  const open = wanted.includes("...");
  const bare = (name) => same(name.replace(/\?$/u, ""));
  const names = new Set(wanted.filter((name) => name !== "...").map(bare));
  const claimedNames = new Set(listed.map(bare));
  // A name listed for some paths only and never sent says less than is known; one listed for all paths is wrong.
  const extra = listed.filter((name) => !open && !names.has(bare(name)));
  if (extra.some((name) => !name.endsWith("?"))) return "wrong";
  const missing = [...names].some((name) => !claimedNames.has(name));
  if (missing) return gap || open ? "unknown" : "wrong";
  // Parts sent only on some paths must not be claimed for all of them.
  const sometimes = wanted.filter((name) => name.endsWith("?")).map(bare);
  if (sometimes.some((name) => listed.some((each) => !each.endsWith("?") && bare(each) === name))) return "wrong";
  return (gap && !open) || extra.length > 0 ? "unknown" : "known";
}

/** Headers annotated with `?` may be listed or not, because clients differ in the headers that they add. */
function compareHeaders(headers, row) {
  const bare = (name) => name.toLowerCase().replace(/\?$/u, "");
  const names = Object.keys(headers);
  const optional = names.filter((name) => name.endsWith("?")).map(bare);
  const must = names.filter((name) => !name.endsWith("?"));
  const listed = row.headers.filter((name) => !optional.includes(bare(name)));
  // If a client is passed in, the row says that its creator may set other headers.
  const isElsewhere = row.headersElsewhere === true && must.some((name) => !listed.map(bare).includes(bare(name)));
  return compareNames(must, listed, hasGap(row, "headers") || isElsewhere, (name) => name.toLowerCase());
}

function compareBody(site, row) {
  const gap = hasGap(row, "body");
  if (site.body === "none") return compareNoBody(row, gap);
  if (row.body === undefined) return "wrong";
  if (gap) return "unknown";
  const [encoding, kinds] = splitOnce(row.body, " ");
  const names = memberNames(kinds);
  if (Array.isArray(site.body)) return names === undefined ? "wrong" : compareMembers(site.body, names);
  if (site.body === "array") return kinds.includes("array") ? "known" : "wrong";
  return encoding === "json" && names !== undefined ? "wrong" : "known";
}

function compareNoBody(row, gap) {
  if (row.body === undefined) return "known";
  if (gap) return "unknown";
  if (/^\w+ (?:undefined|null)$/u.test(row.body)) return "known";
  // A part sent only on some paths may be absent here.
  if (/ \| undefined$/u.test(row.body)) return "unknown";
  const names = memberNames(row.body) ?? [];
  return names.length > 0 && names.every((name) => name.endsWith("?")) ? "unknown" : "wrong";
}

function compareMembers(wanted, names) {
  return compareNames(
    wanted,
    names.filter((name) => name !== "…"),
    names.includes("…"),
  );
}

/**
 * @returns the members of all alternatives of a body, followed by `?` if only some have them; `undefined` if it is no
 * object.
 */
function memberNames(kinds) {
  const objects = [...kinds.matchAll(/\{(.*?)\}(?= \| |$)/gu)].map(([, inside]) =>
    inside === "" ? [] : inside.split(", "),
  );
  if (objects.length === 0) return undefined;
  const all = [...new Set(objects.flat().map((name) => name.replace(/\?$/u, "")))];
  // Some paths may send no body.
  const isAlways = !/ \| undefined$/u.test(kinds);
  return all.map((name) =>
    (isAlways && objects.every((each) => each.includes(name))) || name === "…" ? name : `${name}?`,
  );
}

function splitOnce(text, separator) {
  const at = text.indexOf(separator);
  return at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at + separator.length)];
}

function claimed(row, part) {
  if (part === "path") return `${row.origin ?? ""}${row.path ?? ""}`;
  const value = row[part];
  return Array.isArray(value) ? value.join(", ") : String(value);
}

function annotated(site, part) {
  if (part === "path") return `${site.host ?? ""}${[site.path, ...(site.otherPaths ?? [])].join(" or ")}`;
  if (part === "headers") return Object.keys(site.headers ?? {}).join(", ");
  const value = site[part] ?? [];
  return Array.isArray(value) ? value.join(", ") : String(value);
}
