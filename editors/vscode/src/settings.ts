/** What users set under `restraint`. */
export interface Settings {
  /** Who looks at TypeScript and JavaScript. */
  readonly code: "plugin" | "server" | "off";
  readonly manifests: boolean;
  readonly selectedFields: boolean;
  /** The folder of another eslint-plugin-restraint; empty: none. */
  readonly path: string;
}

/** What the language server is asked to do. */
export interface ClientOptions {
  readonly languages: readonly string[];
  readonly initializationOptions: object;
}

const code = ["typescript", "typescriptreact", "javascript", "javascriptreact"];

/** @returns the languages of the language server, and its options: what the TypeScript plugin looks at is not looked at twice. */
export function clientOptions({ code: by, manifests, selectedFields }: Settings): ClientOptions {
  return {
    // The configuration is served whatever is set.
    languages: ["yaml", "json", "jsonc", "vue", "svelte", ...(by === "server" ? code : [])],
    initializationOptions: { code: by === "server", components: by !== "off", manifests, selectedFields },
  };
}

/** @returns the settings of the TypeScript plugin. */
export function pluginSettings({ code: by, selectedFields }: Settings): object {
  return { enabled: by === "plugin", global: true, selectedFields };
}
