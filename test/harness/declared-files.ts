import type { Sources } from "../../src/project/sources";
import { declaredNamesIn } from "../../src/hosts/shared/sources/declared-members";

/** @returns the look-ups of names that some files declare. */
export function declaredIn(
  files: Readonly<Record<string, string>>,
): Required<Pick<Sources, "declaring" | "declared" | "all">> {
  const declaring = (member: string): readonly string[] =>
    Object.keys(files).filter((name) => declaredNamesIn(files[name] ?? "").has(member));
  const declared = (_: string, members: readonly string[]): ReadonlyMap<string, readonly string[]> =>
    new Map(members.map((member) => [member, declaring(member)] as const).filter(([, found]) => found.length > 0));
  return { declaring, declared, all: () => Object.keys(files) };
}
