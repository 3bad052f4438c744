/** Starts the engine in a worker, so that typing never waits for it. */
export function startEngine(base) {
  const worker = new Worker(`${base}engine/worker.js`, { type: "module" });
  const waiting = new Map();
  let last = 0;
  worker.onmessage = ({ data: { id, answer, error, time } }) => {
    const { resolve, reject } = waiting.get(id);
    waiting.delete(id);
    if (error === undefined) resolve({ ...answer, value: answer, time });
    else reject(new Error(error));
  };
  worker.onerror = ({ message }) => {
    for (const { reject } of waiting.values()) reject(new Error(`The engine could not be started: ${message}`));
    waiting.clear();
  };
  return {
    /** @returns the answer, with the milliseconds that the engine took. */
    ask(question, asked) {
      last += 1;
      const id = last;
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject });
        worker.postMessage({ id, question, ...asked });
      });
    },
    stop: () => worker.terminate(),
  };
}

/**
 * Asks again after each change, but only one question at a time, and only the latest of several waiting ones.
 *
 * @param run asks the engine, and shows the answer.
 */
export function latestOnly(run) {
  let isRunning = false;
  let isStale = false;
  return async function again() {
    isStale = true;
    if (isRunning) return;
    isRunning = true;
    while (isStale) {
      isStale = false;
      await run();
    }
    isRunning = false;
  };
}
