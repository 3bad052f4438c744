// Call sites that were annotated in a reader's own words (`NAME.gold.json` beside `NAME.tar.xz`), in the form of `bench/gold/*.json`.

/**
 * @param {object} note file, line, method, path, body, headers and query as a reader wrote them down.
 * @returns {object} a site for `compare.mjs`: what the words do not tell for certain counts as not knowable.
 */
export function siteOf(note) {
  const paths = pathsOf(note.path);
  const body = bodyOf(String(note.body));
  const saysNone = note.query === "none";
  const query = saysNone ? [] : namesOf(String(note.query ?? ""));
  const hasPath = paths.some((path) => /[^/{}]/u.test(path));
  return {
    file: note.file,
    // A chain of calls may begin on the line before the one that names it.
    line: note.line - 1,
    end: note.line + 2,
    method: note.method,
    path: paths[0],
    otherPaths: paths.slice(1),
    query: query ?? [],
    body: body ?? "unknown",
    // A reader does not note which fields a client sends by itself, and not always that there is no query.
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

/** `[/v2]` is a part that some ways have, `{a|b}` one of several words, and what stands in front may be any base. */
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

/** @returns names of members, `none`, or `undefined` where the words name no members for certain. */
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
