/** What a user sets beside the plugin's name in tsconfig.json, or an editor sends. */
export interface Settings {
  /** `false` turns the plugin off, where an editor has code looked at by the language server. */
  readonly enabled: boolean;
  /** Whether findings are shown. `false` leaves them to ESLint, where an editor runs both. */
  readonly diagnostics: boolean;
  /** Whether a hint behind each selector tells how many fields it selects. */
  readonly selectedFields: boolean;
}

/** Settings, and what is wrong with them. */
export interface ReadSettings {
  readonly settings: Settings;
  readonly mistakes: readonly string[];
}

const defaults: Settings = { enabled: true, diagnostics: true, selectedFields: false };

/** @returns the settings that tsserver hands over. A setting of the wrong type keeps its default, and is named. */
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
