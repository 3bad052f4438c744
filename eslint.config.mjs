import eslintPlugin from "eslint-plugin-eslint-plugin";
import restraint from "eslint-plugin-restraint";
import { defineConfig } from "eslint/config";
import tseslint from "typescript-eslint";

export default defineConfig(
  { ignores: [".cache/**", "dist/**", "fixtures/**", "node_modules/**", "coverage/**", "editors/**", "site/**"] },
  {
    files: ["**/*.ts", "**/*.mts"],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      "@typescript-eslint/consistent-type-imports": ["error", { fixStyle: "inline-type-imports" }],
      "@typescript-eslint/no-non-null-assertion": "error",
      "@typescript-eslint/prefer-nullish-coalescing": "off",
      "@typescript-eslint/switch-exhaustiveness-check": ["error", { considerDefaultExhaustiveForUnions: true }],
      complexity: ["error", 15],
      "max-params": ["error", 5],
    },
  },
  // ESLint hands on a first line that names an interpreter changed: for such a text the parser makes the whole program again, to check one import.
  { files: ["src/hosts/cli/main.ts"], extends: [tseslint.configs.disableTypeChecked] },
  { files: ["test/**/*.ts"], plugins: { restraint } },
  // Tests hold wrong requests on purpose. The sources send none: looking at one of them shows that the plugin runs, and the rest takes minutes.
  { files: ["rules/transport/gzip-user-agent.ts"], extends: [restraint.configs.recommended] },
  { files: ["src/hosts/eslint/**/*.ts"], extends: [eslintPlugin.configs.recommended] },
);
