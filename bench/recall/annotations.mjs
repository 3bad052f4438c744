// Converts call sites annotated in a reader's own words (`NAME.gold.json` beside `NAME.tar.xz`) to the form of
// `bench/gold/*.json`.

/**
 * @param {object} note file, line, method, path, body, headers and query in the reader's words.
 * @returns {object} a site for `compare.mjs`: parts that the words leave open count as not knowable.
 */
export function siteOf(note) {
  const paths = pathsOf(note.path);
  const body = bodyOf(String(note.body));
  const saysNone = note.query === "none";
  const query = saysNone ? [] : namesOf(String(note.query ?? ""));
  const hasPath = paths.some((path) => /[^/{}]/u.test(path));
  return {
    file: note.file,
    // A call chain may begin on the line before the named one.
    line: note.line - 1,
    end: note.line + 2,
    method: note.method,
    path: paths[0],
    otherPaths: paths.slice(1),
    query: query ?? [],
    body: body ?? "unknown",
    // Readers do not note fields that a client adds, and not always that the query is empty.
    knowable: {
      method: /^[A-Z]+$/u.test(note.method),
      path: hasPath,
      query: saysNone || (query !== undefined && query.length > 0),
      headers: false,
      body: body !== undefined,
    },
    isLoose: true,
  };
}

/** `[/v2]` is an optional part, `{a|b}` one of several words, and any base may precede them. */
function pathsOf(text) {
  const [path] = text.replace(/^(?:GET|POST|PUT|PATCH|DELETE|HEAD) /u, "").split(/[ ?(]/u);
  const optional = path.match(/^(.*?)\[(.*?)\](.*)$/u);
  if (optional) return [`${optional[1]}${optional[3]}`, `${optional[1]}${optional[2]}${optional[3]}`].flatMap(pathsOf);
  const choice = path.match(/^(.+?)\{(\w+(?:\|\w+)+)\}(.*)$/u);
  if (choice) return choice[2].split("|").map((word) => withoutOrigin(`${choice[1]}${word}${choice[3]}`));
  return [withoutOrigin(path)];
}

function withoutOrigin(path) {
  return path.replace(/^https?:\/\/[^/]*/u, "").replace(/\{[^{}]*\}/gu, "{}");
}

/** @returns names of members, `none`, or `undefined` if the words do not certainly name members. */
function bodyOf(text) {
  if (text === "none") return "none";
  const words = text.replace(/[[\]']/gu, "");
  if (
    /unknown|type|Type|Params|Request\b|Record|Config|Input|FormData|form|file|bytes|text|array|\.\.\.|\(|raw|minus/u.test(
      words,
    )
  )
    return undefined;
  return namesOf(words);
}

function namesOf(text) {
  if (/\.\.|\(/u.test(text)) return undefined;
  const outer = text
    .replace(/[[\]']/gu, "")
    .replace(/\{[^{}]*\}/gu, "")
    .replace(/[:=][^,]*/gu, "");
  const names = outer
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
  return names.every((name) => /^[\w$-]+\??$/u.test(name)) ? names : undefined;
}
