import type TS from "typescript";
import { newBudget } from "./domain/budgets";
import { callable, unknown } from "./domain/constructors";
import type { Abstract, Call, Closure, Frame } from "./domain/domain";
import { findBinding } from "./domain/scope";
import { optionsOf } from "./domain/values";
import { guarded } from "./entry-points";
import { getMember } from "./expressions/access";
import { readBinding } from "./expressions/names";
import type { Program } from "./program";
import { isCommonJsExport } from "./reach/names";
import { contentOf } from "./store/heap";
import { skipWrappers } from "../syntax/wrappers";

/**
 * Specimens: requests that nobody sends, through each client that the file makes with arguments and exports. What is wrong with such a client is
 * so told where it is made, and not by every file that calls it.
 */

/** Methods of clients that send with a URL alone. */
const sending = ["get", "request", "GET", "fetch"];

/** A client with more methods is generated code. */
const mostMethods = 40;

/** What all specimens of a client may cost together, counted in entry points. */
const entryPoints = 4;

/** @returns the runs that give specimens. */
export function* specimens(program: Program, frame: Frame): Iterable<() => void> {
  for (const { name, made } of clientsMade(program.ts, program.pass.sourceFile)) {
    yield () => {
      const binding = findBinding(frame.scope, name);
      const value = binding && readBinding(program, frame, binding, made);
      for (const option of value ? optionsOf(value) : [])
        program.pass.recorder.asSpecimen(option.kind === "native" ? "library" : "own", () => {
          program.run.within({ budget: newBudget(entryPoints * program.pass.limits.nodesPerRoot) }, () => {
            send(program, frame, option, made);
          });
        });
    };
  }
}

/** @returns the variables that the file exports and a call with an argument makes. */
function clientsMade(
  ts: typeof TS,
  file: TS.SourceFile,
): readonly { readonly name: string; readonly made: TS.CallExpression | TS.NewExpression }[] {
  const exported = exportedNames(ts, file);
  return file.statements
    .flatMap((each) => (ts.isVariableStatement(each) ? [...each.declarationList.declarations] : []))
    .flatMap(({ name, initializer }) => {
      const made = initializer && skipWrappers(ts, initializer);
      if (!made || !(ts.isCallExpression(made) || ts.isNewExpression(made))) return [];
      const isMade = (made.arguments?.length ?? 0) > 0 && ts.isIdentifier(name) && exported.has(name.text);
      return isMade ? [{ name: name.text, made }] : [];
    });
}

/** @returns the names of the top level that the file exports, by whatever form. */
function exportedNames(ts: typeof TS, file: TS.SourceFile): ReadonlySet<string> {
  return new Set(
    file.statements.flatMap((each) => {
      if (ts.isVariableStatement(each)) {
        const isExported = each.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true;
        const names = each.declarationList.declarations.map(({ name }) => name);
        return isExported ? names.flatMap((name) => (ts.isIdentifier(name) ? [name.text] : [])) : [];
      }
      if (ts.isExportAssignment(each)) return ts.isIdentifier(each.expression) ? [each.expression.text] : [];
      if (ts.isExportDeclaration(each)) {
        const list = !each.moduleSpecifier && each.exportClause && ts.isNamedExports(each.exportClause);
        return list ? each.exportClause.elements.map(({ name, propertyName }) => (propertyName ?? name).text) : [];
      }
      if (!ts.isExpressionStatement(each) || !isCommonJsExport(ts, each.expression)) return [];
      const { right } = each.expression as TS.BinaryExpression;
      if (ts.isIdentifier(right)) return [right.text];
      if (!ts.isObjectLiteralExpression(right)) return [];
      return right.properties.flatMap((member) => (ts.isShorthandPropertyAssignment(member) ? [member.name.text] : []));
    }),
  );
}

function send(program: Program, frame: Frame, client: Abstract, made: TS.CallExpression | TS.NewExpression): void {
  const at = program.place(frame, made);
  const callWith = (callee: Abstract, values: readonly Abstract[]): void => {
    call(program, callee, { frame, self: client, args: { values, more: false }, node: made });
  };
  if (client.kind === "native") {
    const url = unknown("a URL", at, { is: "string" });
    const method = sending.map((key) => client.native.get?.(key, at.range)).find((each) => each !== undefined);
    callWith(method ? program.steps.fromSnapshot(program, method, at) : client, [url]);
    return;
  }
  for (const method of methodsOf(program, frame, client, made).slice(0, mostMethods)) {
    const { file, node, scope } = method;
    if (program.ts.isClassLike(node)) continue;
    callWith(callable(method, at), program.steps.unknownArguments(program, { ...frame, file, scope }, node).values);
  }
}

function call(program: Program, callee: Abstract, given: Call): void {
  const { state } = program;
  const checkpoint = state.checkpoint();
  const began = state.clock;
  guarded(program, () => {
    program.steps.call(program, callee, given);
  });
  state.forget(checkpoint, began);
}

/** @returns the methods of an object, or of its class, whose code is at hand. */
function methodsOf(program: Program, frame: Frame, client: Abstract, made: TS.Node): readonly Closure[] {
  if (client.kind === "callable") return client.target.type === "closure" ? [client.target] : [];
  if (client.kind !== "reference") return [];
  const { constructedBy } = client.cell;
  const keys = [...(constructedBy?.classParts?.methods.keys() ?? []), ...contentOf(program, client.cell).fields.keys()];
  return keys.flatMap((key) => {
    const value = getMember(program, frame, client, key, made);
    return value.kind === "callable" && value.target.type === "closure" ? [value.target] : [];
  });
}
