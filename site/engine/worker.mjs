// The engine in a worker of the page: receives questions, and returns plain data.
import { checkCode, OutOfTimeError } from "../../src/hosts/browser/code.ts";
import { makeContract } from "../../src/hosts/browser/contract.ts";
import { openSetup } from "../../src/hosts/browser/findings.ts";
import { checkManifests } from "../../src/hosts/browser/manifests.ts";
import { completeSelector, selectorFor, selectPart } from "../../src/hosts/browser/selector.ts";
import { setFile } from "./platform/fs.mjs";
import { openCode, openTyped } from "./code-file.mjs";

const configurationPath = "/playground/restraint.config.yaml";
const contractPath = "/playground/contract.yaml";
/** The longest time that a user waits for an answer while typing. */
const mostTime = 5000;

function setupOf({ configuration, contract }) {
  setFile(configurationPath, configuration);
  setFile(contractPath, contract || undefined);
  return openSetup(configurationPath);
}

const answers = {
  async code({ text, typed, ...rest }) {
    const setup = setupOf(rest);
    const file = await (typed ? openTyped(text) : openCode(text));
    return { ...checkCode({ ...file, until: Date.now() + mostTime }, setup), typed };
  },
  manifests: ({ text, ...rest }) => checkManifests(text, setupOf(rest)),
  select: ({ fields, response }) => selectPart(fields, response),
  complete: ({ fields, offset, response }) => completeSelector(fields, offset, response),
  selectorFor: ({ response, offsets }) => selectorFor(response, offsets),
  contract: ({ source }) => makeContract(source),
};

self.onmessage = async ({ data: { id, question, ...asked } }) => {
  const start = performance.now();
  try {
    const answer = await answers[question](asked);
    self.postMessage({ id, answer, time: performance.now() - start });
  } catch (error) {
    const message =
      error instanceof OutOfTimeError
        ? `The check took longer than ${mostTime / 1000} s and was ended.`
        : String(error);
    self.postMessage({ id, error: message, time: performance.now() - start });
  }
};
