import type TS from "typescript";

/** The role of a node in name resolution. */
export enum Role {
  /** Only its children matter. */
  Other,
  /** A type: contains no names of values. */
  Skip,
  Identifier,
  Function,
  Field,
  /** Opens a scope. */
  Block,
  /** Declares names. */
  Declaration,
  /** May assign or change something. */
  Effect,
  Namespace,
  Import,
}

const tables = new WeakMap<typeof TS, readonly Role[]>();

/** @returns the roles by node kind. Versions of TypeScript number the kinds differently. */
export function roleTable(ts: typeof TS): readonly Role[] {
  let table = tables.get(ts);
  if (!table) tables.set(ts, (table = makeTable(ts)));
  return table;
}

function makeTable(ts: typeof TS): readonly Role[] {
  const { SyntaxKind: kinds } = ts;
  const table = Array.from<unknown, Role>({ length: 512 }, () => Role.Other);
  const give = (role: Role, ...of: readonly TS.SyntaxKind[]): void => {
    for (const kind of of) table[kind] = role;
  };
  table.fill(Role.Skip, kinds.FirstTypeNode, kinds.LastTypeNode + 1);
  give(Role.Other, kinds.ExpressionWithTypeArguments);
  give(Role.Skip, kinds.InterfaceDeclaration, kinds.TypeAliasDeclaration, kinds.TypeParameter);
  give(Role.Import, kinds.ImportDeclaration, kinds.ImportEqualsDeclaration);
  give(Role.Identifier, kinds.Identifier);
  give(
    Role.Function,
    kinds.FunctionDeclaration,
    kinds.FunctionExpression,
    kinds.ArrowFunction,
    kinds.MethodDeclaration,
  );
  give(Role.Function, kinds.Constructor, kinds.GetAccessor, kinds.SetAccessor, kinds.ClassStaticBlockDeclaration);
  give(Role.Field, kinds.PropertyDeclaration);
  give(Role.Block, kinds.Block, kinds.CaseBlock, kinds.ForStatement, kinds.ForInStatement, kinds.ForOfStatement);
  give(Role.Block, kinds.ModuleBlock, kinds.CatchClause);
  give(Role.Declaration, kinds.VariableDeclarationList, kinds.ClassDeclaration, kinds.ClassExpression);
  give(Role.Declaration, kinds.EnumDeclaration);
  give(Role.Effect, kinds.BinaryExpression, kinds.PrefixUnaryExpression, kinds.PostfixUnaryExpression);
  give(Role.Effect, kinds.DeleteExpression, kinds.CallExpression, kinds.NewExpression);
  give(Role.Effect, kinds.TaggedTemplateExpression, kinds.ExportAssignment);
  give(Role.Namespace, kinds.ModuleDeclaration);
  return table;
}
