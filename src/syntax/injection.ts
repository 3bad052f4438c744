import type TS from "typescript";
import { skipWrappers } from "./wrappers";

/** Names of the lists that tell a container of services which arguments a constructor takes, one entry for each parameter. */
const listNames = String.raw`(?:dependencies|deps|\$?inject)`;
const lists = new RegExp(`^${listNames}$`, "u");
const mention = new RegExp(String.raw`\bstatic\s+(?:readonly\s+)?${listNames}\b`, "u");

/** Whether a text may have such a list, by a look at its words. */
export function mayListServices(text: string): boolean {
  return mention.test(text);
}

/** Functions that give an instance of a class, or of the type that is written with the call. */
const asking = /^(?:inject|resolve|get|getService|createContext|useInjection|useService)$/u;

/**
 * This is asked of each unknown value whose functions are called.
 *
 * @returns the call by which code asks a container for a service: the node itself, or what it is declared with.
 */
export function askingCall(ts: typeof TS, typed: TS.Node | undefined): TS.CallExpression | undefined {
  return typed && findAskingCall(ts, typed);
}

function findAskingCall(ts: typeof TS, typed: TS.Node): TS.CallExpression | undefined {
  const isDeclaration = (ts.isPropertyDeclaration(typed) || ts.isVariableDeclaration(typed)) && !typed.type;
  const value = isDeclaration ? typed.initializer : typed;
  const call = value && ts.isExpression(value) ? skipWrappers(ts, value) : undefined;
  if (!call || !ts.isCallExpression(call)) return undefined;
  const { expression } = call;
  const owner = ts.isPropertyAccessExpression(expression) ? expression.expression : undefined;
  const callee = ts.isPropertyAccessExpression(expression) ? expression.name : expression;
  if (owner && ts.isIdentifier(owner) && owner.text === "Promise") return undefined;
  return ts.isIdentifier(callee) && asking.test(callee.text) ? call : undefined;
}

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
