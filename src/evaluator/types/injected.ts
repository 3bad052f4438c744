import type TS from "typescript";
import { findImport } from "../../syntax/bindings/imports";
import type { Abstract, Closure } from "../domain/domain";
import type { Program } from "../program";
import { inModule } from "../modules/modules";
import { askingCall, findInjectionList } from "../../syntax/injection";
import { classesNamed } from "./sole-class";

/**
 * Finds the classes whose instances a container hands in: to a constructor with `static inject = [Http]` or `static dependencies = ["HttpService"]`,
 * and where they are asked for by `inject(Http)` or `container.resolve(Http)`.
 *
 * @param typed the parameter, or the call.
 * @returns the project's classes of a listed name, or the listed class itself.
 */
export function injectedClasses(program: Program, typed: TS.Node | undefined): readonly Closure[] {
  const { ts } = program;
  const call = askingCall(ts, typed);
  if (call) {
    const [token] = call.arguments;
    return token && ts.isIdentifier(token) && /^[A-Z]/u.test(token.text) ? classesIn(program, token) : [];
  }
  if (!typed || !ts.isParameter(typed) || !ts.isConstructorDeclaration(typed.parent)) return [];
  const { parameters, parent: owner } = typed.parent;
  const elements = findInjectionList(ts, owner)?.elements;
  const entry = elements?.[parameters.indexOf(typed)];
  // A constructor need not take all that its container hands in.
  if (!entry || elements.length < parameters.length) return [];
  if (ts.isStringLiteralLike(entry)) return classesNamed(program, entry.text);
  return ts.isIdentifier(entry) ? classesIn(program, entry) : [];
}

/** Types of tokens that stand for a service, and name its type: `const key: InjectionKey<Api> = Symbol()`. */
const tokens = /^(?:InjectionKey|InjectionToken)$/u;

/** @returns the type of the service of a token: `inject(token)`. */
export function injectedType(program: Program, typed: TS.Node | undefined): TS.TypeNode | undefined {
  const { ts } = program;
  const token = askingCall(ts, typed)?.arguments[0];
  const declared = token && ts.isIdentifier(token) ? variableNamed(program, token) : undefined;
  const { type, initializer } = declared ?? {};
  if (type && ts.isTypeReferenceNode(type)) return serviceOf(ts, type.typeName, type);
  return initializer && ts.isNewExpression(initializer)
    ? serviceOf(ts, initializer.expression, initializer)
    : undefined;
}

function serviceOf(
  ts: typeof TS,
  name: TS.Node,
  { typeArguments }: TS.TypeReferenceNode | TS.NewExpression,
): TS.TypeNode | undefined {
  return ts.isIdentifier(name) && tokens.test(name.text) ? typeArguments?.[0] : undefined;
}

/** @returns the declaration of a variable at the top level of the name's file, or of the file from which it is imported. */
function variableNamed(program: Program, name: TS.Identifier): TS.VariableDeclaration | undefined {
  const { ts } = program;
  const inFile = (file: TS.SourceFile, text: string): TS.VariableDeclaration | undefined =>
    file.statements
      .flatMap((each) => (ts.isVariableStatement(each) ? [...each.declarationList.declarations] : []))
      .find((each) => ts.isIdentifier(each.name) && each.name.text === text);
  const own = inFile(name.getSourceFile(), name.text);
  if (own) return own;
  const imported = findImport(ts, name.getSourceFile(), name.text);
  const file = imported && program.pass.resolveModule(name.getSourceFile(), imported.specifier);
  return file && inFile(file, imported.name);
}

/** @returns the class that a name stands for at the top level of its file. */
function classesIn(program: Program, name: TS.Identifier): readonly Closure[] {
  return closuresOf(program, valueOf(program, name));
}

/** @returns the value of a name at the top level of its file. */
function valueOf(program: Program, name: TS.Identifier): Abstract {
  const file = name.getSourceFile();
  return inModule(program, file, ({ frame }) => program.steps.expression(program, frame, name));
}

function closuresOf(program: Program, value: Abstract): readonly Closure[] {
  return value.kind === "callable" && value.target.type === "closure" && program.ts.isClassLike(value.target.node)
    ? [value.target]
    : [];
}
