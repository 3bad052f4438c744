import { rules } from "../../../rules/index";
import { packageVersion } from "../shared/package/root";
import { createPlugin } from "./create-plugin";

// CommonJS with `export =`, so that `import` and `require` return the same object: ESLint rejects two plugins with one
// name.
const plugin = createPlugin(rules, packageVersion());

export = plugin;
