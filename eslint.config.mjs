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
      // Classes here have members of their own (`#`), and a literal that an enumeration does not have is an error of types: these two find nothing more.
      "@typescript-eslint/no-unsafe-class-instance-assignment": "off",
      "@typescript-eslint/no-unsafe-enum-assignment": "off",
      complexity: ["error", 15],
      "max-params": ["error", 5],
    },
  },
  // ESLint hands on a first line that names an interpreter changed: for such a text the parser makes the whole program again, to check one import.
  { files: ["src/hosts/cli/main.ts"], extends: [tseslint.configs.disableTypeChecked] },
  // The sources send no requests, and tests send wrong ones on purpose: the comments of tests name its rules, and `npm run demo` runs them.
  { files: ["test/**/*.ts"], plugins: { restraint } },
  { files: ["src/hosts/eslint/**/*.ts"], extends: [eslintPlugin.configs.recommended] },
);
