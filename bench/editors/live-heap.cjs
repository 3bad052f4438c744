// Loaded into a measured process. On a signal, collects garbage and writes the number of live bytes of the heap.
const { renameSync, writeFileSync } = require("node:fs");

const out = process.env.RESTRAINT_LIVE_HEAP;
process.on("SIGUSR2", () => {
  global.gc();
  const { heapUsed } = process.memoryUsage();
  writeFileSync(`${out}.${process.pid}.part`, String(heapUsed));
  renameSync(`${out}.${process.pid}.part`, `${out}.${process.pid}`);
});
