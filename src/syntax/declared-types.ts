import type TS from "typescript";
import { importsOf, specifierOf } from "./bindings/imports";

/** Types that a file declares, and those that it imports: found by names alone, no file is run for it. */

export type TypeDeclaration = TS.InterfaceDeclaration | TS.TypeAliasDeclaration | TS.ClassDeclaration;

/** Exports and files through which one type is looked for. A type behind more of them is not found. */
const mostSteps = 64;

/** Finds the source of an import, if it is at hand. */
export type Resolve = (from: TS.SourceFile, specifier: TS.StringLiteralLike) => TS.SourceFile | undefined;

/** A name of another file, or of this one where there is no specifier. */
interface Elsewhere {
  readonly specifier: TS.StringLiteralLike | undefined;
  readonly name: string;
}

/** What the top level of a file says of types. */
interface TypesOfFile {
  readonly own: ReadonlyMap<string, readonly TypeDeclaration[]>;
  readonly imported: ReadonlyMap<string, Elsewhere>;
  /** Under other names, or from other files. */
  readonly exported: ReadonlyMap<string, Elsewhere>;
  /** `export * from`. */
  readonly passedOn: readonly TS.StringLiteralLike[];
}

/** @returns the interfaces, aliases and classes of a name that a file declares at its top level, or imports. */
export function typesNamed(
  ts: typeof TS,
  file: TS.SourceFile,
  name: string,
  resolve: Resolve,
): readonly TypeDeclaration[] {
  return visibleIn(ts, file, name, resolve, { steps: 0 });
}

function visibleIn(
  ts: typeof TS,
  file: TS.SourceFile,
  name: string,
  resolve: Resolve,
  looked: { steps: number },
): readonly TypeDeclaration[] {
  const { own, imported } = typesOf(ts, file);
  const from = imported.get(name);
  return own.get(name) ?? (from ? elsewhere(ts, file, from, resolve, looked) : []);
}

function elsewhere(
  ts: typeof TS,
  file: TS.SourceFile,
  { specifier, name }: Elsewhere,
  resolve: Resolve,
  looked: { steps: number },
): readonly TypeDeclaration[] {
  looked.steps += 1;
  if (looked.steps > mostSteps) return [];
  if (!specifier) return visibleIn(ts, file, name, resolve, looked);
  const target = resolve(file, specifier);
  if (!target) return [];
  const { own, exported, passedOn } = typesOf(ts, target);
  const next = exported.get(name);
  if (next) return elsewhere(ts, target, next, resolve, looked);
  const declared = own.get(name);
  if (declared) return declared;
  for (const each of passedOn) {
    const found = elsewhere(ts, target, { specifier: each, name }, resolve, looked);
    if (found.length > 0) return found;
  }
  return [];
}

const known = new WeakMap<TS.SourceFile, TypesOfFile>();

function typesOf(ts: typeof TS, file: TS.SourceFile): TypesOfFile {
  let types = known.get(file);
  if (!types) known.set(file, (types = readTypes(ts, file)));
  return types;
}

function readTypes(ts: typeof TS, file: TS.SourceFile): TypesOfFile {
  const own = new Map<string, TypeDeclaration[]>();
  const named = importsOf(ts, file).filter(({ name }) => name !== "*");
  const imported = new Map(named.map(({ local, specifier, name }) => [local.text, { specifier, name }]));
  const exported = new Map<string, Elsewhere>();
  const passedOn: TS.StringLiteralLike[] = [];
  for (const each of file.statements) {
    if (ts.isInterfaceDeclaration(each) || ts.isTypeAliasDeclaration(each) || ts.isClassDeclaration(each)) {
      const name = each.name?.text ?? "default";
      const declared = own.get(name);
      if (declared) declared.push(each);
      else own.set(name, [each]);
      if (isDefault(ts, each)) exported.set("default", { specifier: undefined, name });
    } else if (ts.isExportDeclaration(each)) noteExport(ts, each, exported, passedOn);
    else if (ts.isExportAssignment(each) && !each.isExportEquals && ts.isIdentifier(each.expression))
      exported.set("default", { specifier: undefined, name: each.expression.text });
  }
  return { own, imported, exported, passedOn };
}

function isDefault(ts: typeof TS, node: TypeDeclaration): boolean {
  return ts.getModifiers(node)?.some(({ kind }) => kind === ts.SyntaxKind.DefaultKeyword) === true;
}

function noteExport(
  ts: typeof TS,
  node: TS.ExportDeclaration,
  exported: Map<string, Elsewhere>,
  passedOn: TS.StringLiteralLike[],
): void {
  const clause = node.exportClause;
  const specifier = specifierOf(ts, node);
  if (!clause) {
    if (specifier) passedOn.push(specifier);
  } else if (ts.isNamedExports(clause)) {
    for (const { name, propertyName } of clause.elements)
      exported.set(name.text, { specifier, name: (propertyName ?? name).text });
  }
}
