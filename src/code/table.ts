import type TS from "typescript";
import { arrayLiteral, objectLiteral } from "./expressions/objects";
import { call, newExpression, taggedTemplate } from "./expressions/calls";
import { jsxElement, jsxFragment, jsxSelfClosing } from "./expressions/jsx";
import * as literals from "./expressions/literals";
import { propertyAccess } from "./expressions/members";
import * as operators from "./expressions/operators";
import { readThis, superValue } from "./expressions/this";
import { inner, metaProperty, present, typed, unknownExpression } from "./expressions/wrapped";
import { classValue } from "./functions/classes";
import { functionValue } from "./functions/make";
import * as branching from "./statements/branching";
import { deepest } from "./statements/execute";
import * as loops from "./statements/loops";
import * as modules from "./statements/modules";
import { expressionStatement } from "./statements/assertions";
import * as simple from "./statements/simple";
import { tryStatement } from "./statements/tries";
import { readName } from "./versions/variables";
import { skip } from "./versions/skipped";
import type { Build, ExpressionWalker, StatementWalker, Walkers } from "./versions/state";

const tables = new WeakMap<typeof TS, Walkers>();

/** @returns the walkers by node kind, cached by TypeScript instance: versions number the kinds differently. */
export function walkersOf(ts: typeof TS): Walkers {
  let known = tables.get(ts);
  if (!known) tables.set(ts, (known = { expressions: expressionTable(ts), statements: statementTable(ts) }));
  return known;
}

function expressionTable({ SyntaxKind: kinds }: typeof TS): readonly ExpressionWalker[] {
  const table = Array.from<unknown, ExpressionWalker>({ length: 512 }, () => unknownExpression);
  const give = (kind: TS.SyntaxKind, walker: (build: Build, node: never) => number): void => {
    table[kind] = walker;
  };
  /** Registers a walker of nested expressions, with the depth bound. */
  const nest = (kind: TS.SyntaxKind, walker: (build: Build, node: never) => number): void => {
    table[kind] = bounded(walker);
  };
  give(kinds.Identifier, readName);
  give(kinds.StringLiteral, literals.stringLiteral);
  give(kinds.NoSubstitutionTemplateLiteral, literals.stringLiteral);
  give(kinds.NumericLiteral, literals.numericLiteral);
  give(kinds.BigIntLiteral, literals.bigIntLiteral);
  give(kinds.RegularExpressionLiteral, literals.regularExpression);
  give(kinds.TrueKeyword, literals.keywordLiteral(true));
  give(kinds.FalseKeyword, literals.keywordLiteral(false));
  give(kinds.NullKeyword, literals.keywordLiteral(null));
  give(kinds.ThisKeyword, readThis);
  give(kinds.SuperKeyword, superValue);
  give(kinds.MetaProperty, metaProperty);
  give(kinds.FunctionExpression, functionValue);
  give(kinds.ArrowFunction, functionValue);
  nest(kinds.ClassExpression, classValue);
  nest(kinds.TemplateExpression, literals.template);
  nest(kinds.BinaryExpression, operators.binary);
  nest(kinds.PrefixUnaryExpression, operators.prefix);
  nest(kinds.PostfixUnaryExpression, operators.postfix);
  nest(kinds.ConditionalExpression, operators.conditional);
  nest(kinds.TypeOfExpression, operators.unary("typeof"));
  nest(kinds.VoidExpression, operators.unary("void"));
  nest(kinds.DeleteExpression, operators.deleted);
  nest(kinds.AwaitExpression, operators.awaited);
  nest(kinds.YieldExpression, operators.yielded);
  nest(kinds.PropertyAccessExpression, propertyAccess);
  nest(kinds.ElementAccessExpression, propertyAccess);
  nest(kinds.CallExpression, call);
  nest(kinds.NewExpression, newExpression);
  nest(kinds.TaggedTemplateExpression, taggedTemplate);
  nest(kinds.ObjectLiteralExpression, objectLiteral);
  nest(kinds.ArrayLiteralExpression, arrayLiteral);
  nest(kinds.ParenthesizedExpression, inner);
  nest(kinds.NonNullExpression, present);
  nest(kinds.AsExpression, typed);
  nest(kinds.SatisfiesExpression, typed);
  nest(kinds.TypeAssertionExpression, typed);
  nest(kinds.JsxExpression, inner);
  nest(kinds.JsxElement, jsxElement);
  nest(kinds.JsxSelfClosingElement, jsxSelfClosing);
  nest(kinds.JsxFragment, jsxFragment);
  return table;
}

function bounded(walker: (build: Build, node: never) => number): ExpressionWalker {
  return (build, node) => {
    if (build.depth > deepest) {
      build.isWhole = false;
      return skip(build, node);
    }
    build.depth += 1;
    const value = walker(build, node);
    build.depth -= 1;
    return value;
  };
}

function statementTable({ SyntaxKind: kinds }: typeof TS): readonly (StatementWalker | undefined)[] {
  const table: (StatementWalker | undefined)[] = Array.from<undefined>({ length: 512 });
  const give = (kind: TS.SyntaxKind, walker: StatementWalker): void => {
    table[kind] = walker;
  };
  give(kinds.ExpressionStatement, expressionStatement);
  give(kinds.VariableStatement, exported(simple.variableStatement));
  give(kinds.Block, simple.block);
  give(kinds.ReturnStatement, simple.returnStatement);
  give(kinds.ThrowStatement, simple.throwStatement);
  give(kinds.BreakStatement, simple.breakStatement);
  give(kinds.ContinueStatement, simple.continueStatement);
  give(kinds.ClassDeclaration, exported(simple.classDeclaration));
  give(kinds.FunctionDeclaration, modules.exportDeclared);
  give(kinds.IfStatement, branching.ifStatement);
  give(kinds.SwitchStatement, branching.switchStatement);
  give(kinds.LabeledStatement, branching.labeledStatement);
  give(kinds.WhileStatement, loops.whileStatement);
  give(kinds.DoStatement, loops.doStatement);
  give(kinds.ForStatement, loops.forStatement);
  give(kinds.ForOfStatement, loops.forOfStatement);
  give(kinds.ForInStatement, loops.forInStatement);
  give(kinds.TryStatement, tryStatement);
  give(kinds.ImportEqualsDeclaration, exported(modules.importEquals));
  give(kinds.ExportDeclaration, modules.exportDeclaration);
  give(kinds.ExportAssignment, modules.exportAssignment);
  give(kinds.InterfaceDeclaration, exported(modules.typeDeclaration));
  give(kinds.TypeAliasDeclaration, exported(modules.typeDeclaration));
  give(kinds.EnumDeclaration, exported(modules.enumDeclaration));
  give(kinds.ModuleDeclaration, exported(modules.moduleDeclaration));
  return table;
}

/** Walks a statement, then records its exports. */
function exported(walker: StatementWalker): StatementWalker {
  return (build, node) => {
    walker(build, node);
    modules.exportDeclared(build, node);
  };
}
