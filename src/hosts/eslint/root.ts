import type { Rule as EslintRule } from "eslint";
import { yamlRootType } from "./yaml-source-code";

/** The root nodes of all trees that a file of ours may have: JavaScript and eslint-plugin-yml's, @eslint/json's, our own. */
const rootTypes = ["Program", "Document", yamlRootType];

/** @returns listeners that run something once, when the traversal enters the root. */
export function onRoot(run: () => void): EslintRule.RuleListener {
  let done = false;
  const once = (): void => {
    if (done) return;
    done = true;
    run();
  };
  return Object.fromEntries(rootTypes.map((type) => [type, once]));
}
