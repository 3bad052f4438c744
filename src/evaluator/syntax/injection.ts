import type TS from "typescript";

/** Names of the lists that tell a container of services which arguments a constructor takes, one entry for each parameter. */
const lists = /^(?:dependencies|inject|\$inject|deps)$/u;

/** @returns the list of a class: `static inject = [Http]`, `static dependencies = ["HttpService"]`. */
export function findInjectionList(
  ts: typeof TS,
  owner: TS.ClassLikeDeclaration,
): TS.ArrayLiteralExpression | undefined {
  for (const member of owner.members) {
    if (!ts.isPropertyDeclaration(member) || !ts.isIdentifier(member.name) || !lists.test(member.name.text)) continue;
    const isStatic = member.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.StaticKeyword) === true;
    if (isStatic && member.initializer && ts.isArrayLiteralExpression(member.initializer)) return member.initializer;
  }
  return undefined;
}
