import type { Rule as EslintRule } from "eslint";
import { yamlRootType } from "./yaml-source-code";

/** The root nodes of all trees that a file of ours may have: JavaScript and eslint-plugin-yml's, @eslint/json's, our own. */
const rootTypes = ["Program", "Document", yamlRootType];

/**
 * @param when at the root's start, or when all other rules have seen the file.
 * @returns listeners that run something once, when the traversal enters the root.
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
