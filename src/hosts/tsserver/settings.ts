/** What a user sets beside the plugin's name in tsconfig.json, or an editor sends. */
export interface Settings {
  /** Whether findings are shown. `false` leaves them to ESLint, where an editor runs both. */
  readonly diagnostics: boolean;
}

/** Settings, and what is wrong with them. */
export interface ReadSettings {
  readonly settings: Settings;
  readonly mistakes: readonly string[];
}

/** @returns the settings in what tsserver hands over; what is of the wrong type is left at its default and named. */
export function readSettings(given: unknown): ReadSettings {
  const diagnostics =
    typeof given === "object" && given !== null && "diagnostics" in given ? given.diagnostics : undefined;
  if (diagnostics === undefined || typeof diagnostics === "boolean")
    return { settings: { diagnostics: diagnostics ?? true }, mistakes: [] };
  return {
    settings: { diagnostics: true },
    mistakes: [
      `The setting "diagnostics" of the plugin eslint-plugin-restraint must be true or false, not ${JSON.stringify(diagnostics)}.`,
    ],
  };
}
