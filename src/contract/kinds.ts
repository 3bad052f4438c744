import type { Group, Kind } from "./contract";

/** The five built-in kinds. */
export const kinds: readonly Kind[] = [];

/** Their two groups. */
export const groups: readonly Group[] = [
  { key: "a", apiVersions: ["v1alpha1"] },
  { key: "b", apiVersions: ["v1alpha1"] },
];
