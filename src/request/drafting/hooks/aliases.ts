import type TS from "typescript";
import { isAssignment } from "../../../evaluator/syntax/bindings/assignments";
import { isLogFunction, isLogging } from "../../../evaluator/syntax/logging";
import { parametersOf } from "../../../evaluator/syntax/parameters";

/**
 * The members that lead from the options that a hook gets to a value, the innermost first: `["X-Trace", "headers"]`. None lead to the
 * options themselves; `*` is a member that is worked out.
 */
export type Chain = readonly string[];

/** Functions that change nothing of what they are given. */
const quietFunctions =
  /^(?:Promise\.(?:all|resolve)|structuredClone|console\.\w+|JSON\.\w+|Object\.(?:entries|fromEntries|keys|values)|Array\.(?:from|isArray|of)|Math\.\w+|BigInt|Boolean|Number|String|parse(?:Float|Int)|(?:de|en)codeURI(?:Component)?|[\w.]+\.getUri|\w*[lL]og(?:ger)?)$/;

/** More names inside of a part tell nothing more. */
const longestChain = 3;
/** A variable that may be so many parts counts as any of them, and so do all where aliases go on and on. */
const manyChains = 8;
const manyPasses = 8;

/** The variables of a hook that may hold its options, or a part of them. */
export class Aliases {
  private readonly chains = new Map<string, Map<string, Chain>>();
  private readonly locals = new Set<string>();
  private added = 0;

  constructor(
    private readonly ts: typeof TS,
    source: TS.FunctionLikeDeclaration,
  ) {
    for (const { name } of parametersOf(ts, source)) this.bind(name, [[]]);
    // What is assigned further down may be read further up.
    for (let pass = 0; pass < manyPasses; pass++) {
      const before = this.added;
      if (source.body) this.collect(source.body);
      if (this.added === before) return;
    }
    for (const name of this.chains.keys()) this.chains.set(name, new Map([["", []]]));
  }

  has(name: string): boolean {
    return this.chains.has(name);
  }

  /** Whether a name is that of a variable of the hook which holds no part of the options. */
  isOwn(name: string): boolean {
    return this.locals.has(name) && !this.has(name);
  }

  /** @returns what an expression may hold of the options; nothing where it is a value of its own. */
  of(node: TS.Node): readonly Chain[] {
    const { ts } = this;
    if (ts.isIdentifier(node)) return [...(this.chains.get(node.text)?.values() ?? [])];
    if (ts.isPropertyAccessExpression(node)) return this.inside(node.expression, node.name.text);
    if (ts.isElementAccessExpression(node)) {
      const key = node.argumentExpression;
      return this.inside(node.expression, ts.isStringLiteralLike(key) ? key.text : "*");
    }
    if (ts.isConditionalExpression(node)) return [...this.of(node.whenTrue), ...this.of(node.whenFalse)];
    if (ts.isBinaryExpression(node)) return this.ofEither(node);
    if (ts.isArrayLiteralExpression(node)) return node.elements.flatMap((each) => this.of(each));
    if (ts.isObjectLiteralExpression(node)) return node.properties.flatMap((each) => this.ofProperty(each));
    if (ts.isCallExpression(node)) return this.ofCall(node);
    return isWrapping(ts, node) ? this.of(node.expression) : [];
  }

  /** Whether a call changes nothing of what it is given. The function with which the hook goes on (`next(options)`) sends it. */
  isQuiet(call: TS.CallExpression): boolean {
    const { ts } = this;
    const { expression } = call;
    if (ts.isIdentifier(expression) && this.has(expression.text)) return true;
    return (
      isLogging(ts, call) ||
      isLogFunction(ts, call) ||
      ((ts.isIdentifier(expression) || ts.isPropertyAccessExpression(expression)) &&
        quietFunctions.test(expression.getText()))
    );
  }

  private inside(base: TS.Expression, name: string): readonly Chain[] {
    return this.of(base).map((chain) => [name, ...chain].slice(-longestChain));
  }

  /** `options.params || {}` is one of its sides; what is worked out from both is a value of its own. */
  private ofEither({ left, operatorToken, right }: TS.BinaryExpression): readonly Chain[] {
    const { SyntaxKind } = this.ts;
    switch (operatorToken.kind) {
      case SyntaxKind.BarBarToken:
      case SyntaxKind.QuestionQuestionToken:
      case SyntaxKind.BarBarEqualsToken:
      case SyntaxKind.QuestionQuestionEqualsToken:
        return [...this.of(left), ...this.of(right)];
      case SyntaxKind.AmpersandAmpersandToken:
      case SyntaxKind.CommaToken:
      case SyntaxKind.EqualsToken:
        return this.of(right);
      default:
        return [];
    }
  }

  private ofProperty(property: TS.ObjectLiteralElementLike): readonly Chain[] {
    const { ts } = this;
    if (ts.isPropertyAssignment(property)) return this.of(property.initializer);
    if (ts.isShorthandPropertyAssignment(property)) return this.of(property.name);
    return ts.isSpreadAssignment(property) ? this.of(property.expression) : [];
  }

  /** A method may return what it is called on, and a quiet function what it is given. */
  private ofCall(call: TS.CallExpression): readonly Chain[] {
    const { expression } = call;
    if (this.ts.isIdentifier(expression) && this.has(expression.text)) return [];
    const isMethod = this.ts.isPropertyAccessExpression(expression);
    const on = isMethod ? this.of(expression.expression) : [];
    // What header fields hold is text.
    const receiver = isMethod && expression.name.text === "get" ? on.filter(([inner]) => inner !== "headers") : on;
    return this.isQuiet(call) ? [...receiver, ...call.arguments.flatMap((each) => this.of(each))] : receiver;
  }

  private collect(node: TS.Node): void {
    const { ts } = this;
    if (ts.isVariableDeclaration(node)) {
      const list = node.parent.parent;
      const from = ts.isForOfStatement(list) ? list.expression : node.initializer;
      if (ts.isIdentifier(node.name)) this.locals.add(node.name.text);
      if (from) this.bind(node.name, this.of(from));
    } else if (ts.isBinaryExpression(node) && ts.isIdentifier(node.left) && isAssignment(ts, node))
      this.bind(node.left, this.of(node.right));
    else if (ts.isCallExpression(node)) this.collectCall(node);
    ts.forEachChild(node, (child) => {
      this.collect(child);
    });
  }

  /** `Object.keys(options.params).forEach((key) => …)`: a callback gets parts of what the call is about. */
  private collectCall(call: TS.CallExpression): void {
    const { ts } = this;
    const callbacks = call.arguments.filter((each) => ts.isArrowFunction(each) || ts.isFunctionExpression(each));
    if (callbacks.length === 0) return;
    const about = [...this.ofCall(call), ...call.arguments.flatMap((each) => this.of(each))];
    for (const callback of callbacks) for (const { name } of parametersOf(ts, callback)) this.bind(name, about);
  }

  private bind(name: TS.BindingName, chains: readonly Chain[]): void {
    const { ts } = this;
    if (chains.length === 0) return;
    if (ts.isIdentifier(name)) {
      for (const chain of chains) this.add(name.text, chain);
      return;
    }
    for (const element of name.elements) {
      if (ts.isOmittedExpression(element)) continue;
      const isWhole = ts.isArrayBindingPattern(name) || element.dotDotDotToken !== undefined;
      const key = element.propertyName ?? element.name;
      const member = "text" in key ? key.text : "*";
      this.bind(element.name, isWhole ? chains : chains.map((chain) => [member, ...chain].slice(-longestChain)));
    }
  }

  private add(name: string, chain: Chain): void {
    const known = this.chains.get(name) ?? new Map<string, Chain>();
    this.chains.set(name, known);
    const key = chain.join("\0");
    if (known.has(key) || known.has("")) return;
    this.added += 1;
    if (known.size < manyChains) known.set(key, chain);
    else this.chains.set(name, new Map([["", []]]));
  }
}

type Wrapping =
  TS.ParenthesizedExpression | TS.NonNullExpression | TS.AsExpression | TS.AwaitExpression | TS.SpreadElement;

/** Whether an expression is another one, with something around it. */
export function isWrapping(ts: typeof TS, node: TS.Node): node is Wrapping {
  return (
    ts.isParenthesizedExpression(node) ||
    ts.isNonNullExpression(node) ||
    ts.isAsExpression(node) ||
    ts.isSatisfiesExpression(node) ||
    ts.isAwaitExpression(node) ||
    ts.isSpreadElement(node)
  );
}
