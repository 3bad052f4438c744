/** The user's settings under `restraint`. */
export interface Settings {
  /** Who checks TypeScript and JavaScript. */
  readonly code: "plugin" | "server" | "off";
  readonly manifests: boolean;
  readonly selectedFields: boolean;
  /** The folder of another eslint-plugin-restraint; empty: none. */
  readonly path: string;
}

/** The options of the language server. */
export interface ClientOptions {
  readonly languages: readonly string[];
  readonly initializationOptions: object;
}

const code = ["typescript", "typescriptreact", "javascript", "javascriptreact"];

/** @returns the languages and options of the language server, without files that the TypeScript plugin checks. */
export function clientOptions({ code: by, manifests, selectedFields }: Settings): ClientOptions {
  return {
    // The server checks the configuration under every setting.
    languages: ["yaml", "json", "jsonc", "vue", "svelte", ...(by === "server" ? code : [])],
    initializationOptions: { code: by === "server", components: by !== "off", manifests, selectedFields },
  };
}

/** @returns the settings of the TypeScript plugin. */
export function pluginSettings({ code: by, selectedFields }: Settings): object {
  return { enabled: by === "plugin", global: true, selectedFields };
}
