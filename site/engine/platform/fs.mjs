// The part of Node's file system with which configurations and contracts are read, over texts in memory: a page has no
// files.

const files = new Map();
const opened = new Map();
let changes = 0;

/** Adds a file for the engine, or removes it. */
export function setFile(path, text) {
  if (files.get(path)?.text === text) return;
  changes += 1;
  if (text === undefined) files.delete(path);
  else files.set(path, { text, changed: changes });
}

function statsOf({ text, changed }) {
  return { isFile: () => true, isDirectory: () => false, size: text.length, mtimeMs: changed, ino: 0 };
}

function find(path) {
  const file = files.get(path);
  if (file === undefined) throw Object.assign(new Error(`there is no ${path}`), { code: "ENOENT" });
  return file;
}

export const constants = { O_RDONLY: 0 };
export const existsSync = (path) => files.has(path);
export const statSync = (path) => (files.has(path) ? statsOf(find(path)) : undefined);
export const realpathSync = (path) => (find(path), path);
export const readdirSync = () => [];

export function openSync(path) {
  const number = opened.size + 1;
  opened.set(number, find(path));
  return number;
}
export const fstatSync = (number) => statsOf(opened.get(number));
export const readFileSync = (number) => (opened.get(number) ?? find(number)).text;
export const closeSync = (number) => void opened.delete(number);
