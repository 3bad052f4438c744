/**
 * Packages that generated programs import and the project does not have, each with only the parts that the programs
 * use. `handing` is unknown on purpose: the analysis does not know what it does with its arguments.
 */
export const standIns: Readonly<Record<string, string>> = {
  handing: `
export const call = (f, ...given) => f(...given);
export const wrap = (f) => (...given) => f(...given);
export const altered = (f) => (first, second) => f(first + "/altered", typeof second === "object" ? { ...second, method: "POST" } : second);
export const prefixed = (f, first, ...rest) => f(first + "?prefixed=1", ...rest);
export const later = (f) => { setTimeout(f, 1); };
export const options = ({ send, given }) => send(...given);
export const check = (held) => { if (!held) console.debug("not held"); };
export class Runner { run(f, ...given) { return f(...given); } }`,
  react: `
export const createContext = (initial) => {
  const held = { values: [initial] };
  const around = (value, render) => {
    held.values.push(value);
    try { render(); } finally { held.values.pop(); }
  };
  return Object.assign(held, { around, Provider: { around }, Consumer: { read: () => held.values.at(-1) } });
};
export const useContext = (context) => context.values.at(-1);
export const use = useContext;
export const useState = (initial) => [typeof initial === "function" ? initial() : initial, () => {}];
export const useMemo = (make) => make();
export const useCallback = (f) => f;
export const Fragment = Symbol("fragment");
export const createElement = (type, given, ...children) => ({ type, given: { ...given, children: children.length > 1 ? children : children[0] } });
export default { createContext, useContext, use, useState, useMemo, useCallback, Fragment, createElement };`,
  "react-dom/server": `
export function renderToString(element) {
  if (Array.isArray(element)) element.forEach(renderToString);
  else if (typeof element === "object" && element !== null) {
    const { type, given } = element;
    if (typeof type === "function") renderToString(type(given));
    else if (type.around) type.around(given.value, () => renderToString(given.children));
    else if (type.read) renderToString(given.children(type.read()));
    else renderToString(given.children);
  }
  return "";
}`,
  "query-string": `
const write = (query, { skipNull, skipEmptyString, sort, arrayFormat } = {}) => {
  const kept = Object.entries(query).filter(([, v]) => v !== undefined && !(skipNull && v === null) && !(skipEmptyString && v === ""));
  if (sort !== false) kept.sort(([a], [b]) => (a < b ? -1 : 1));
  const one = (k, v) => (v === null ? encodeURIComponent(k) : encodeURIComponent(k) + "=" + encodeURIComponent(v));
  return kept.map(([k, v]) => !Array.isArray(v) ? one(k, v) : arrayFormat === "comma" ? encodeURIComponent(k) + "=" + v.map(encodeURIComponent).join(",") : v.map((each) => one(k, each)).join("&")).filter((each) => each !== "").join("&");
};
const read = (text) => {
  const query = {};
  for (const part of text.split("&").filter(Boolean)) {
    const [k, ...v] = part.split("=");
    query[decodeURIComponent(k)] = v.length === 0 ? null : decodeURIComponent(v.join("=").replaceAll("+", " "));
  }
  return query;
};
export const stringify = write;
export function stringifyUrl({ url, query }, options) {
  const [whole, hash] = url.split("#");
  const [path, text = ""] = whole.split("?");
  const all = write({ ...read(text), ...query }, options);
  return path + (all && "?" + all) + (hash === undefined ? "" : "#" + hash);
}
export default { stringify, stringifyUrl };`,
};
