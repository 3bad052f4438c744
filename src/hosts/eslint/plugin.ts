import { rules } from "../../../rules/index";
import { packageVersion } from "../shared/package/root";
import { createPlugin } from "./create-plugin";

// CommonJS and `export =`, so that `import` and `require` give one and the same object: ESLint refuses two plugins under one name.
const plugin = createPlugin(rules, packageVersion());

export = plugin;
