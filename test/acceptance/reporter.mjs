// Writes what has passed and what has failed, by file and by the name of the test, to the file of RESTRAINT_RESULTS.
import { writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { uniqueNames } from "./names.mjs";

const root = join(import.meta.dirname, "../..");

export default class Results {
  onTestRunEnd(modules) {
    const results = {};
    for (const module of modules) {
      const tests = [...module.children.allTests()];
      const names = uniqueNames(tests.map(({ fullName }) => fullName));
      results[relative(root, module.moduleId)] = {
        errors: [...module.errors(), ...[...module.children.allSuites()].flatMap((suite) => suite.errors())].map(
          ({ message }) => message,
        ),
        tests: tests.map((test, index) => {
          const { state, errors = [] } = test.result();
          return { name: names[index], state, why: errors.map(({ message, diff }) => `${message}\n${diff ?? ""}`) };
        }),
      };
    }
    writeFileSync(process.env.RESTRAINT_RESULTS, JSON.stringify(results));
  }
}
