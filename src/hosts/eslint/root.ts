import type { Rule as EslintRule } from "eslint";
import { yamlRootType } from "./yaml-source-code";

/** Types of root nodes: of JavaScript and eslint-plugin-yml, of @eslint/json, and of our own YAML language. */
const rootTypes = ["Program", "Document", yamlRootType];

/**
 * @param when on entering the root, or after all other rules have visited the file.
 * @returns listeners that run a function once.
 */
export function onRoot(run: () => void, when: "enter" | "exit" = "enter"): EslintRule.RuleListener {
  let done = false;
  const once = (): void => {
    if (done) return;
    done = true;
    run();
  };
  return Object.fromEntries(rootTypes.map((type) => [when === "enter" ? type : `${type}:exit`, once]));
}
