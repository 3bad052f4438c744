import type TS from "typescript";
import type { Variable } from "../declarations";
import type { FunctionId } from "../graph";
import { isAssignment } from "../../syntax/bindings/assignments";
import { Accessors } from "./accessors";
import { assigned, changed, exported, markEffects } from "./effects";
import { HeldNames } from "./held-names";
import { Role, roleTable } from "./roles";
import { declaresAmbient, isUse } from "./uses";
import { lookUp, type Binding, type Scope } from "./scopes";
import { item } from "../item";
import { addTo } from "../../text/groups";

/** The variables of a file's names, found in one walk without recursion before any value is created. */
export interface Names {
  readonly bindings: readonly Binding[];
  /** By the end offset of an identifier: the number of its variable plus one; 0 for globals and for other identifiers. */
  readonly at: Int32Array;
  /** All functions: the file itself first, then in the order of the text. */
  readonly functions: ReadonlyMap<TS.Node, FunctionId>;
  readonly outers: readonly FunctionId[];
  /** By function: variables of enclosing functions that it, or an inner function, reads or assigns. */
  readonly captures: readonly (ReadonlySet<Binding> | undefined)[];
  /** By function: the captured variables that it assigns (`assigns`), and those whose objects it may change (`changes`). */
  readonly assigns: readonly (ReadonlySet<Binding> | undefined)[];
  readonly changes: readonly (ReadonlySet<Binding> | undefined)[];
  /** Uses that assign a variable or change its object, in the order of the text. */
  readonly effects: readonly Effect[];
  /** By function: its `var`s. */
  readonly hoisted: readonly (readonly Binding[] | undefined)[];
  /** By variable: the variables whose objects, or parts of them, it may hold. */
  readonly aliases: ReadonlyMap<Binding, ReadonlySet<Binding>>;
  /** By variable: variables whose objects closures change, and that may share objects with it. */
  readonly holders: ReadonlyMap<Binding, ReadonlySet<Binding>>;
  /** Names of members that run code when read or assigned: getters and setters of the file; `*` if it creates a proxy. */
  readonly accessors: ReadonlySet<string>;
  /** The accessors that may run other code, such as observers. */
  readonly delegating: ReadonlySet<string>;
  /** @returns all variables with a name, in any scope. */
  named(name: string): readonly Binding[];
}

export interface Effect {
  readonly at: number;
  readonly binding: Binding;
  readonly in: FunctionId;
  readonly assigns: boolean;
}

/** @returns the variables of a file's names. */
export function readNames(ts: typeof TS, file: TS.SourceFile): Names {
  return new Reader(ts, file).read();
}

/** Built when first needed: only types look up variables by name, and few files have such types. */
function byName(bindings: readonly Binding[]): Names["named"] {
  let known: Map<string, Binding[]> | undefined;
  return (name) => {
    if (!known) {
      known = new Map();
      for (const each of bindings) addTo(known, each.name, each);
    }
    return known.get(name) ?? [];
  };
}

type MutableSets = (Set<Binding> | undefined)[];

class Reader {
  private readonly roles: readonly Role[];
  private readonly bindings: Binding[] = [];
  private readonly at: Int32Array;
  private readonly flags: Uint8Array;
  private readonly functions = new Map<TS.Node, FunctionId>();
  private readonly outers: FunctionId[] = [];
  private readonly captures: MutableSets = [];
  private readonly assigns: MutableSets = [];
  private readonly changes: MutableSets = [];
  private readonly hoisted: (Binding[] | undefined)[] = [];
  private readonly accessors = new Accessors();
  private readonly held: HeldNames;
  private readonly uses: TS.Identifier[] = [];
  private readonly useScopes: Scope[] = [];
  private readonly pending: TS.Node[] = [];
  private readonly scopes: Scope[] = [];
  private scope: Scope;

  constructor(
    private readonly ts: typeof TS,
    private readonly file: TS.SourceFile,
  ) {
    this.roles = roleTable(ts);
    this.at = new Int32Array(file.end + 1);
    this.held = new HeldNames(ts, (name) => this.bindings[item(this.at, name.end) - 1]);
    this.flags = new Uint8Array(file.end + 1);
    this.scope = this.openFunction(file, undefined);
  }

  read(): Names {
    const { pending, scopes, scope: top } = this;
    this.pushChildren(this.file);
    for (let node = pending.pop(); node; node = pending.pop()) {
      this.scope = scopes.pop() ?? top;
      this.visit(node);
    }
    const effects = this.resolveUses();
    effects.push(...this.changedThroughNames(effects));
    effects.sort((left, right) => left.at - right.at);
    const { bindings, at, functions, outers, captures, assigns, changes, hoisted, accessors } = this;
    const lists = { functions, outers, captures, assigns, changes, hoisted };
    return {
      bindings,
      at,
      ...lists,
      accessors: accessors.names,
      delegating: accessors.delegating(outers),
      effects,
      aliases: this.held.aliases(),
      holders: this.held.holders(),
      named: byName(bindings),
    };
  }

  private readonly push = (child: TS.Node): void => {
    this.pending.push(child);
    this.scopes.push(this.scope);
  };

  private readonly mark = (identifier: TS.Identifier, bit: number): void => {
    this.flags[identifier.end] = item(this.flags, identifier.end) | bit;
  };

  /** Nodes are taken from the end, so children are pushed in reverse order. */
  private pushChildren(node: TS.Node): void {
    const { pending } = this;
    const from = pending.length;
    this.ts.forEachChild(node, this.push);
    for (let left = from, right = pending.length - 1; left < right; left += 1, right -= 1) {
      const held = item(pending, left);
      pending[left] = item(pending, right);
      pending[right] = held;
    }
  }

  private visit(node: TS.Node): void {
    switch (item(this.roles, node.kind)) {
      case Role.Skip:
        return;
      case Role.Identifier:
        if (isUse(this.ts, node as TS.Identifier)) this.use(node as TS.Identifier);
        return;
      case Role.Import:
        this.declareImports(node);
        return;
      case Role.Function:
        this.enterFunction(node as TS.FunctionLikeDeclaration);
        return;
      case Role.Field:
        this.enterField(node as TS.PropertyDeclaration);
        return;
      case Role.Block:
        this.enterBlock(node);
        break;
      case Role.Declaration:
        this.declareOf(node);
        break;
      case Role.Effect:
        markEffects(this.ts, node, this.mark);
        this.accessors.noteCall(this.ts, node, this.scope.in);
        if (this.ts.isBinaryExpression(node) && isAssignment(this.ts, node)) this.held.note(node.left, node.right);
        break;
      case Role.Namespace:
        if (declaresAmbient(this.ts, node)) return;
        this.declareNamed(node, "namespace");
        break;
      case Role.Other:
    }
    this.pushChildren(node);
  }

  private use(node: TS.Identifier): void {
    this.uses.push(node);
    this.useScopes.push(this.scope);
    if (this.ts.isExportSpecifier(node.parent)) this.mark(node, exported);
  }

  private openScope(node: TS.Node): Scope {
    const { scope } = this;
    return { names: new Map(), outer: scope, in: scope.in, isFunction: false, start: node.pos, end: node.end };
  }

  private openFunction(node: TS.Node, outer: Scope | undefined): Scope {
    const id = this.outers.length;
    this.functions.set(node, id);
    this.outers.push(outer ? outer.in : -1);
    this.captures.push(undefined);
    this.assigns.push(undefined);
    this.changes.push(undefined);
    this.hoisted.push(undefined);
    return { names: new Map(), outer, in: id, isFunction: true, start: node.pos, end: node.end };
  }

  /** The name of a function expression has its own scope. Computed names and decorators belong to the enclosing scope. */
  private enterFunction(node: TS.FunctionLikeDeclaration | TS.ClassStaticBlockDeclaration): void {
    const { ts, scope: around } = this;
    if (ts.isFunctionDeclaration(node)) this.declareNamed(node, "function");
    if (!node.body) return;
    if (ts.isFunctionExpression(node) && node.name) {
      this.scope = this.openScope(node);
      this.declare(node.name, "function", this.scope);
    }
    this.scope = this.openFunction(node, this.scope);
    if (ts.isAccessor(node) && !ts.isComputedPropertyName(node.name))
      this.accessors.note(node.name.text, this.scope.in);
    if ("parameters" in node) for (const { name } of node.parameters) this.declareNames(name, "parameter", this.scope);
    const from = this.pending.length;
    this.pushChildren(node);
    for (let at = from; at < this.pending.length; at += 1) {
      const child = item(this.pending, at);
      if (ts.isComputedPropertyName(child) || ts.isDecorator(child)) this.scopes[at] = around;
    }
  }

  /** The initializer of a field is a function of its own. */
  private enterField(node: TS.PropertyDeclaration): void {
    const inner = node.initializer && this.openFunction(node, this.scope);
    const from = this.pending.length;
    this.pushChildren(node);
    if (!inner) return;
    for (let at = from; at < this.pending.length; at += 1)
      if (this.pending[at] === node.initializer) this.scopes[at] = inner;
  }

  /** Opens a scope. A function's body shares the scope of its parameters. */
  private enterBlock(node: TS.Node): void {
    const { ts } = this;
    if (ts.isBlock(node) && item(this.roles, node.parent.kind) === Role.Function) return;
    this.scope = this.openScope(node);
    if (ts.isForInStatement(node) || ts.isForOfStatement(node)) markEffects(ts, node, this.mark);
    if (ts.isCatchClause(node) && node.variableDeclaration)
      this.declareNames(node.variableDeclaration.name, "let", this.scope);
  }

  private declareOf(node: TS.Node): void {
    const { ts } = this;
    if (ts.isVariableDeclarationList(node)) this.declareVariables(node);
    else if (ts.isEnumDeclaration(node)) this.declareNamed(node, "enum");
    else if (ts.isClassDeclaration(node)) this.declareNamed(node, "class");
    else if (ts.isClassExpression(node) && node.name) {
      this.scope = this.openScope(node);
      this.declare(node.name, "class", this.scope);
    }
  }

  private declareNamed(node: TS.Node & { readonly name?: TS.Node }, kind: Variable["kind"]): void {
    const { name } = node;
    if (!name || !this.ts.isIdentifier(name)) return;
    this.declare(name, kind, this.scope);
    this.markExported(node, name);
  }

  private declareVariables(node: TS.VariableDeclarationList): void {
    const { ts } = this;
    const isLexical = (node.flags & ts.NodeFlags.BlockScoped) !== 0;
    const kind = !isLexical ? "var" : (node.flags & ts.NodeFlags.Const) !== 0 ? "const" : "let";
    let { scope } = this;
    while (!isLexical && !scope.isFunction && scope.outer) scope = scope.outer;
    const isGiven = ts.isForOfStatement(node.parent) || ts.isForInStatement(node.parent);
    for (const { name, initializer } of node.declarations) {
      const isSet = isGiven || initializer !== undefined;
      if (initializer) this.held.note(name, initializer);
      else if (ts.isForOfStatement(node.parent)) this.held.note(name, node.parent.expression);
      this.declareNames(name, kind, scope, isSet);
      if (ts.isVariableStatement(node.parent)) this.markExported(node.parent, name);
      if (kind === "var" && isSet)
        this.forNames(name, (each) => {
          this.mark(each, assigned);
          this.use(each);
        });
    }
  }

  /** Marks the names of an `export` declaration as shared with other modules. */
  private markExported(node: TS.Node, name: TS.BindingName): void {
    if (!("modifiers" in node)) return;
    const { modifiers } = node as { modifiers?: readonly TS.ModifierLike[] };
    if (!modifiers?.some(({ kind }) => kind === this.ts.SyntaxKind.ExportKeyword)) return;
    this.forNames(name, (each) => {
      const binding = this.bindings[item(this.at, each.end) - 1];
      if (binding) binding.shared = true;
    });
  }

  private declareImports(node: TS.Node): void {
    const { ts } = this;
    if (ts.isImportEqualsDeclaration(node)) {
      this.declareNamed(node, ts.isExternalModuleReference(node.moduleReference) ? "import" : "const");
      if (!ts.isExternalModuleReference(node.moduleReference)) this.pushChildren(node);
      return;
    }
    const clause = (node as TS.ImportDeclaration).importClause;
    if (clause?.name) this.declare(clause.name, "import", this.scope);
    const named = clause?.namedBindings;
    if (!named) return;
    if (ts.isNamespaceImport(named)) this.declare(named.name, "import", this.scope);
    else for (const { name } of named.elements) this.declare(name, "import", this.scope);
  }

  private declareNames(name: TS.BindingName, kind: Variable["kind"], scope: Scope, isSet = true): void {
    this.forNames(name, (each) => {
      this.declare(each, kind, scope, isSet);
    });
  }

  private forNames(name: TS.BindingName, act: (name: TS.Identifier) => void): void {
    if (this.ts.isIdentifier(name)) act(name);
    else
      for (const element of name.elements) if (!this.ts.isOmittedExpression(element)) this.forNames(element.name, act);
  }

  private declare(name: TS.Identifier, kind: Variable["kind"], scope: Scope, isSet = true): void {
    const { text } = name;
    let binding = scope.names.get(text);
    if (!binding) {
      const index = this.bindings.length;
      binding = {
        index,
        name: text,
        kind,
        start: name.end - text.length,
        in: scope.in,
        scope,
        shared: false,
        assignedInside: false,
        changedInside: false,
        bare: !isSet,
        import: -1,
      };
      this.bindings.push(binding);
      scope.names.set(text, binding);
      if (kind === "var") (this.hoisted[scope.in] ??= []).push(binding);
    } else if (isSet) binding.bare = false;
    this.at[name.end] = binding.index + 1;
  }

  /** Resolves uses after all declarations have been seen. */
  private resolveUses(): Effect[] {
    const { uses, useScopes, at, flags } = this;
    const effects: Effect[] = [];
    for (let index = 0; index < uses.length; index += 1) {
      const use = item(uses, index);
      const scope = item(useScopes, index);
      const binding = lookUp(scope, use.text);
      if (!binding) continue;
      at[use.end] = binding.index + 1;
      const bits = item(flags, use.end);
      if ((bits & exported) !== 0) binding.shared = true;
      if (scope.in !== binding.in) this.captured(binding, scope.in, bits);
      if ((bits & (assigned | changed)) !== 0)
        effects.push({ at: use.end, binding, in: scope.in, assigns: (bits & assigned) !== 0 });
    }
    return effects;
  }

  /** A change of an object through one name is a change of the variables from which it was read: `const { list } = state; list.push(1);`. */
  private changedThroughNames(effects: readonly Effect[]): readonly Effect[] {
    const known = new Set(effects.flatMap((each) => (each.assigns ? [] : each.binding)));
    const uses = known.size === 0 ? [] : this.held.usesBehind(known, this.uses);
    return uses.flatMap(({ held, of, index }): readonly Effect[] => {
      const scope = item(this.useScopes, index);
      if ((item(this.flags, of.end) & changed) !== 0) return [];
      this.mark(of, changed);
      if (scope.in !== held.in) this.captured(held, scope.in, changed);
      return [{ at: of.end, binding: held, in: scope.in, assigns: false }];
    });
  }

  private captured(binding: Binding, by: FunctionId, bits: number): void {
    binding.shared = true;
    if ((bits & assigned) !== 0) binding.assignedInside = true;
    if ((bits & changed) !== 0) binding.changedInside = true;
    this.noteIn(this.captures, binding, by);
    if ((bits & assigned) !== 0) this.noteIn(this.assigns, binding, by);
    if ((bits & changed) !== 0) this.noteIn(this.changes, binding, by);
  }

  /** An effect of a function is also one of its enclosing functions, up to the variable's own. */
  private noteIn(sets: MutableSets, binding: Binding, by: FunctionId): void {
    for (let id = by; id !== binding.in && id >= 0; id = item(this.outers, id)) {
      const known = (sets[id] ??= new Set());
      if (known.has(binding)) return;
      known.add(binding);
    }
  }
}
