import { parentPort, workerData } from "node:worker_threads";
import { checkManifestFile, type FileTask } from "./manifest-file";
import type { WorkerSetup } from "./pool";
import { Setups } from "./setup";

// Runs in a thread: checks the files that the main thread sends.
const { configuration, fixWithin } = workerData as WorkerSetup;
const setups = new Setups(configuration);

parentPort?.on("message", (lot: readonly FileTask[]) => {
  const outcomes = lot.map((task) => checkManifestFile(task, setups.for(task.path), fixWithin));
  const { problems } = setups;
  parentPort?.postMessage(outcomes.map((outcome, index) => (index === 0 ? { ...outcome, problems } : outcome)));
});
