// Node's functions on paths, for absolute paths without `..`.

export const sep = "/";
export const join = (...parts) => normalise(parts.join("/"));
export const resolve = (...parts) =>
  normalise(parts.reduce((before, part) => (part.startsWith("/") ? part : `${before}/${part}`), "/"));
export const dirname = (path) => path.replace(/\/[^/]*$/u, "") || "/";
export const basename = (path) => path.replace(/^.*\//u, "");
export const relative = (from, to) => (to.startsWith(`${from}/`) ? to.slice(from.length + 1) : to);

function normalise(path) {
  const parts = [];
  for (const part of path.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "" && part !== ".") parts.push(part);
  }
  return `/${parts.join("/")}`;
}
