import type TS from "typescript";
import { isAssigned } from "../syntax/bindings/assignments";
import { bindingOf, type Binding } from "../syntax/bindings/bindings";
import type { Caller } from "../clients/native";
import { parametersOf } from "../syntax/parameters";
import type { Range } from "../text/range";
import type { Answer } from "./answer";
import type { Callees, Code } from "./callees";
import { Failures } from "./failures";
import { isPromiseMethod } from "../syntax/built-ins";
import { returned } from "./functions";
import { bindPattern } from "./patterns";
import { freezeReads, pathsOf, ReadTree, type Chain, type Mark } from "./read-tree";
import type { Reads } from "./reads";
import { layerKey, unsure, type Tracked } from "./tracked";
import { use } from "./uses";

/** A call that sends a request, with its place in the analysed file. */
export interface Sending {
  /** The call of the client. */
  readonly node: TS.Node;
  /** The call in the analysed file that leads to it. */
  readonly site: TS.Node;
  readonly callers: readonly Caller[];
  readonly answer: Answer;
}

/** Limit of followed uses of one response. Beyond it, unknown code counts as using the response. */
const maximumUses = 3000;
/** Limit of nested functions that pass a value on. */
const maximumDepth = 12;

/**
 * Follows the response of a request through code: through `await` and `then`, variables and patterns, functions that
 * take or return it, callbacks of arrays, and objects and arrays that contain it. Any other use of a value counts as a
 * use of everything in it.
 *
 * The work is linear in the uses of the response.
 */
export function followAnswer(ts: typeof TS, file: TS.SourceFile, callees: Callees, sending: Sending): Reads {
  let found: Omit<Reads, "failures"> | undefined;
  const follow = (): Omit<Reads, "failures"> => (found ??= new Follower(ts, file, callees).run(sending));
  // Computed on demand, because most responses are never asked about.
  return {
    failures: sending.answer.failures === true,
    get body() {
      return follow().body;
    },
    get escape() {
      return follow().escape;
    },
    get leaves() {
      return follow().leaves;
    },
    get calls() {
      return follow().calls;
    },
  };
}

interface Pending {
  readonly node: TS.Expression;
  readonly value: Tracked;
}

export class Follower {
  readonly failures: Failures;
  /** Calls that return the body. */
  readonly bodies = new Set<TS.CallExpression>();
  private readonly pending: Pending[] = [];
  private readonly seen = new Map<TS.Node, Set<string>>();
  private readonly root = new ReadTree("", 0);
  private readonly chains = new Map<string, Chain>();
  private readonly numbers = new Map<TS.Node, number>();
  private trees = 1;
  private escaped: Range | undefined;
  private readonly left = new Map<TS.Node, Set<ReadTree>>();

  constructor(
    readonly ts: typeof TS,
    readonly file: TS.SourceFile,
    readonly callees: Callees,
  ) {
    this.failures = new Failures(ts);
  }

  run({ node, site, callers, answer }: Sending): Omit<Reads, "failures"> {
    const { ts } = this;
    let chain: Chain | undefined;
    for (const caller of [...callers].reverse()) chain = this.chain(caller.code, caller.call, chain);
    const at = node.getSourceFile() === this.file ? undefined : this.rangeOf(site);
    // If the client returns the body itself, no layer is around it.
    const isBody = answer.ways.some((way) => way.length === 0);
    const layer = isBody ? undefined : ({ kind: "answer", ways: answer.ways, next: undefined } as const);
    const value: Tracked = { layer, read: this.root, sure: true, chain, source: undefined, at };
    if (ts.isCallExpression(node)) this.go(promiseOf(ts, node), value);
    else this.whole(value, site);
    let uses = 0;
    for (let next = this.pending.pop(); next; next = this.pending.pop()) {
      uses += 1;
      if (uses > maximumUses) {
        this.whole(value, node);
        break;
      }
      use(this, next.node, next.value);
    }
    const body = freezeReads(this.root, (mark) => this.counts(mark));
    return {
      body: body ?? { name: "", whole: false, changeable: false, places: [], fields: new Map() },
      escape: body?.whole ? (this.escaped ?? this.rangeOf(site)) : undefined,
      leaves: pathsOf(this.root, this.left),
      calls: [...this.bodies].sort((a, b) => a.pos - b.pos),
    };
  }

  /** Follows the value of an expression. */
  go(node: TS.Expression, value: Tracked): void {
    const key = `${value.read.id} ${value.sure ? "!" : ""}${layerKey(value.layer)} ${value.chain?.id ?? ""}`;
    const seen = this.seen.get(node) ?? new Set<string>();
    if (seen.has(key)) return;
    this.seen.set(node, seen.add(key));
    this.pending.push({ node, value });
  }

  /** Marks the whole value as possibly used. */
  whole(value: Tracked, node: TS.Node): void {
    if (value.read === this.root) this.escaped ??= value.at ?? this.rangeOf(node);
    this.mark(value, "whole", node);
  }

  /** Marks that only the presence of the value matters. */
  touch(value: Tracked, node: TS.Node): void {
    if (!value.layer) this.mark(value, "touched", node);
  }

  /** Marks that another value replaces the value, or is added to it. */
  write(value: Tracked, node: TS.Node): void {
    this.mark(value, "written", node);
  }

  /** @returns the value of a field, marked as read. */
  read(value: Tracked, name: string, node: TS.Node): Tracked {
    const field = this.field(value, name);
    this.mark(field, "read", node);
    return { ...field, source: { node, chain: value.chain, outer: value.source } };
  }

  field(value: Tracked, name: string): Tracked {
    let read = value.read.fields.get(name);
    if (!read) {
      read = new ReadTree(name, this.trees);
      this.trees += 1;
      value.read.fields.set(name, read);
    }
    return { ...value, read };
  }

  /** Binds a value to a name or pattern. */
  bind(name: TS.BindingName, value: Tracked): void {
    if (!this.ts.isIdentifier(name)) bindPattern(this, name, value);
    else this.name(name, value);
  }

  /** Follows every use of a variable. */
  name(identifier: TS.Identifier, value: Tracked): void {
    const { ts } = this;
    const binding = bindingOf(ts, identifier);
    if (!binding || isShared(ts, binding)) {
      this.whole(value, identifier);
      return;
    }
    const given = isOnlyValue(ts, binding) ? value : unsure(value);
    for (const each of binding.uses) if (!isAssigned(ts, each)) this.go(each, given);
  }

  /** Follows values into a function, as the parameters at the given positions. */
  enter(code: Code, call: TS.Node, given: readonly (readonly [number, Tracked])[], from: TS.Node): void {
    const { ts } = this;
    const parameters = parametersOf(ts, code);
    for (const [index, value] of given) {
      const parameter = parameters[index] ?? parameters.at(-1);
      const isRest = parameter?.dotDotDotToken !== undefined;
      if (isRest || isRunning(value.chain, code) || (value.chain?.depth ?? 0) >= maximumDepth) this.whole(value, from);
      else if (parameter && index < parameters.length) {
        const leaves = value.at === undefined && code.getSourceFile() !== this.file;
        const at = leaves ? this.rangeOf(from) : value.at;
        this.bind(parameter.name, { ...value, at, chain: this.chain(code, call, value.chain) });
      }
    }
  }

  /** Follows the result of a function to its call. */
  leave(code: TS.Node, node: TS.Expression, value: Tracked): void {
    let frame = value.chain;
    while (frame && frame.code !== code) frame = frame.outer;
    if (!frame) {
      this.left.set(code, (this.left.get(code) ?? new Set()).add(value.read));
      if (value.read === this.root) this.escaped ??= value.at ?? this.rangeOf(node);
      this.mark(value, "returned", node);
      return;
    }
    const at = frame.call.getSourceFile() === this.file ? undefined : value.at;
    returned(this, frame, { ...value, at, chain: frame.outer });
  }

  rangeOf(node: TS.Node): Range {
    return { start: node.getStart(), end: node.end };
  }

  private mark(value: Tracked, kind: Mark["kind"], node: TS.Node): void {
    const range = value.at ?? this.rangeOf(node);
    value.read.marks.push({ node, kind, sure: value.sure, range, chain: value.chain, source: value.source });
  }

  private counts({ node, chain, source }: Mark): "yes" | "perhaps" | "no" {
    let outcome = this.outcomeAt(node, chain);
    for (let current = source; current && outcome !== "failure"; current = current.outer) {
      const before = this.outcomeAt(current.node, current.chain);
      if (before !== "success") outcome = before;
    }
    return outcome === "failure" ? "no" : outcome === "unclear" ? "perhaps" : "yes";
  }

  /** @returns the known outcome at a node, considering the calls that lead to it. */
  private outcomeAt(node: TS.Node, chain: Chain | undefined): ReturnType<Failures["at"]> {
    let outcome = this.failures.at(node);
    for (let frame = chain; frame && outcome !== "failure"; frame = frame.outer) {
      const before = this.failures.at(frame.call);
      if (before !== "success") outcome = before;
    }
    return outcome;
  }

  private chain(code: TS.Node, call: TS.Node, outer: Chain | undefined): Chain {
    const id = `${this.numberOf(code)}:${this.numberOf(call)} ${outer?.id ?? ""}`;
    let chain = this.chains.get(id);
    if (!chain) this.chains.set(id, (chain = { code, call, outer, depth: (outer?.depth ?? 0) + 1, id }));
    return chain;
  }

  private numberOf(node: TS.Node): number {
    let number = this.numbers.get(node);
    if (number === undefined) this.numbers.set(node, (number = this.numbers.size));
    return number;
  }
}

/** A call chain is sent by `await`, or by a `then` that has the chain as its receiver. */
function promiseOf(ts: typeof TS, call: TS.CallExpression): TS.Expression {
  const { expression: callee } = call;
  return ts.isPropertyAccessExpression(callee) && isPromiseMethod(callee.name.text) ? callee.expression : call;
}

function isRunning(chain: Chain | undefined, code: TS.Node): boolean {
  for (let current = chain; current; current = current.outer) if (current.code === code) return true;
  return false;
}

/** Whether code outside of the file may use a variable: other files, and templates of components. */
function isShared(ts: typeof TS, { declarations, top }: Binding): boolean {
  return declarations.some((identifier) => {
    if (top && /\.(?:vue|svelte|astro)$/u.test(identifier.getSourceFile().fileName)) return true;
    let declaration: TS.Node = identifier.parent;
    while (ts.isBindingElement(declaration) || ts.isBindingName(declaration)) declaration = declaration.parent;
    const statement = ts.isVariableDeclaration(declaration) ? declaration.parent.parent : declaration;
    return (
      ts.canHaveModifiers(statement) &&
      (ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false)
    );
  });
}

/** Whether a variable has a single value: that of its declaration, or of the only assignment. */
function isOnlyValue(ts: typeof TS, { declarations, assigned }: Binding): boolean {
  const [identifier] = declarations;
  if (declarations.length > 1 || !identifier) return false;
  const declaration = identifier.parent;
  const hasValue =
    !ts.isVariableDeclaration(declaration) || declaration.initializer !== undefined || isLoopVariable(ts, declaration);
  return assigned === 0 || (assigned === 1 && !hasValue);
}

function isLoopVariable(ts: typeof TS, declaration: TS.VariableDeclaration): boolean {
  const statement = declaration.parent.parent;
  return ts.isForOfStatement(statement) || ts.isForInStatement(statement);
}
