/** Settings next to the plugin's name in tsconfig.json, or sent by an editor. */
export interface Settings {
  /** `false` turns the plugin off, for editors in which the language server checks code. */
  readonly enabled: boolean;
  /** Whether to show findings. `false` leaves them to ESLint in the same editor. */
  readonly diagnostics: boolean;
  /** Whether to show a hint after each selector with the number of fields that it selects. */
  readonly selectedFields: boolean;
}

/** Settings, and their mistakes. */
export interface ReadSettings {
  readonly settings: Settings;
  readonly mistakes: readonly string[];
}

const defaults: Settings = { enabled: true, diagnostics: true, selectedFields: false };

/** @returns the settings from tsserver. A setting of the wrong type keeps its default and is listed as a mistake. */
export function readSettings(given: unknown): ReadSettings {
  const found = typeof given === "object" && given !== null ? (given as Readonly<Record<string, unknown>>) : {};
  const mistakes: string[] = [];
  const read = (name: keyof Settings): boolean => {
    const value = found[name];
    if (value === undefined || typeof value === "boolean") return value ?? defaults[name];
    mistakes.push(
      `The setting "${name}" of the plugin eslint-plugin-restraint must be true or false, not ${JSON.stringify(value)}.`,
    );
    return defaults[name];
  };
  const settings = {
    enabled: read("enabled"),
    diagnostics: read("diagnostics"),
    selectedFields: read("selectedFields"),
  };
  return { settings, mistakes };
}
