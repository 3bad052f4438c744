const { createHash } = require("node:crypto");
const { readFileSync, renameSync, statSync, writeFileSync } = require("node:fs");
const Module = require("node:module");
const { basename, dirname, join } = require("node:path");
const { Script } = require("node:vm");

/**
 * Loaded before the program in each process of a test run. V8 takes the compiled code of TypeScript from the first
 * process that has ended, as Node does itself from version 22 on. The same code runs; compiling it takes a quarter of
 * the time of a short run.
 */

const folder = process.env.RESTRAINT_COMPILED_CODE;

/** In characters. Smaller files compile as fast as their code is read. */
const least = 1_000_000;

/** V8 rejects the code of a process with other flags. */
const flags = [process.execArgv, process.env.NODE_OPTIONS];

function placeOf(filename) {
  const key = JSON.stringify([filename, statSync(filename).mtimeMs, process.version, flags]);
  return join(folder, `${basename(filename)}-${createHash("sha256").update(key).digest("hex")}`);
}

function read(place) {
  try {
    return readFileSync(place);
  } catch {
    return undefined;
  }
}

/** Compiled code that no process has written yet, by path. */
const unwritten = new Map();

/** Writes the compiled code at the end, because most functions are compiled at their first call. */
function write() {
  for (const [place, script] of unwritten) {
    try {
      writeFileSync(`${place}-${process.pid}`, script.createCachedData());
      renameSync(`${place}-${process.pid}`, place);
    } catch {
      // The test run is over, or the disk is full. Nothing depends on the file.
    }
  }
}

const compile = Module.prototype._compile;
if (folder !== undefined) {
  process.on("exit", write);
  Module.prototype._compile = function (text, filename) {
    if (text.length < least) return compile.call(this, text, filename);
    const place = placeOf(filename);
    const cachedData = read(place);
    const script = new Script(Module.wrap(text), { filename, cachedData });
    if (cachedData === undefined) unwritten.set(place, script);
    const run = script.runInThisContext();
    return run.call(this.exports, this.exports, Module.createRequire(filename), this, filename, dirname(filename));
  };
}
