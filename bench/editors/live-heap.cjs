// Loaded into a process that is measured: on a signal it collects its garbage, and writes how many bytes of its heap are alive.
const { renameSync, writeFileSync } = require("node:fs");

const out = process.env.RESTRAINT_LIVE_HEAP;
process.on("SIGUSR2", () => {
  global.gc();
  const { heapUsed } = process.memoryUsage();
  writeFileSync(`${out}.${process.pid}.part`, String(heapUsed));
  renameSync(`${out}.${process.pid}.part`, `${out}.${process.pid}`);
});
