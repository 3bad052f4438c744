import type TS from "typescript";
import { isAssignment, isStep } from "../../../evaluator/syntax/bindings/assignments";
import { Aliases, type Chain, isWrapping } from "./aliases";
import { allParts, type Part, parts } from "./parts";

/** Methods that change what they are called on: by the name that is their first argument, or as a whole. */
const changingMethods = new Set(["append", "assign", "clear", "delete", "push", "set", "splice", "unshift"]);
/** Methods that change nothing of what they are called on. All others may. */
const readingMethods =
  /^(?:(?:get|has|is|to)(?:[A-Z]\w*)?|arrayBuffer|at|blob|catch|char(?:Code)?At|clone|concat|endsWith|entries|every|filter|finally|find\w*|flat(?:Map)?|forEach|formData|includes|indexOf|join|json|keys|lastIndexOf|map|match(?:All)?|normalize|pad(?:End|Start)|reduce(?:Right)?|repeat|replace(?:All)?|search|slice|some|split|startsWith|substr(?:ing)?|test|text|then|trim(?:End|Start)?|values|with)$/;
/** Members of options that hold a text, which no function can change. */
const texts = new Set(["baseURL", "baseUrl", "method", "password", "path", "pathname", "prefixUrl", "request", "url"]);
const credentials = new Set(["auth", "username", "password"]);

/** What hooks of a client get. */
export interface HookStyle {
  /** What members of the options are that the client does not know by name. */
  readonly others?: readonly Part[];
  /** The header fields are an instance of `Headers`, of which a spread copies nothing. */
  readonly headersClass?: true;
}

/**
 * Looks at the tree of a hook for what may change a request: assignments, object literals that replace options, calls that may change what
 * they are called on or given.
 *
 * @returns the parts of the request that may be others behind the hook.
 */
export function writtenBy(ts: typeof TS, source: TS.FunctionLikeDeclaration, style: HookStyle): readonly Part[] {
  const writes = new Writes(ts, new Aliases(ts, source), style);
  // A parameter's default value may write too.
  for (const part of [...source.parameters, source.body]) if (part) writes.visit(part);
  return [...writes.found];
}

class Writes {
  readonly found = new Set<Part>();

  constructor(
    private readonly ts: typeof TS,
    private readonly aliases: Aliases,
    private readonly style: HookStyle,
  ) {}

  visit(node: TS.Node): void {
    const { ts } = this;
    if (ts.isBinaryExpression(node)) {
      if (isAssignment(ts, node)) this.assign(node.left, node.right);
    } else if (ts.isDeleteExpression(node)) this.assign(node.expression);
    else if (isStep(ts, node)) this.assign(node.operand);
    else if (ts.isObjectLiteralExpression(node)) this.visitLiteral(node);
    else if (ts.isNewExpression(node)) this.visitNew(node);
    else if (ts.isCallExpression(node)) this.visitCall(node);
    else if (ts.isIdentifier(node) && node.text === "arguments") this.note([]);
    ts.forEachChild(node, (child) => {
      this.visit(child);
    });
  }

  /** @param by what is written, or the first argument of a call that writes. */
  private note(chain: Chain, by?: TS.Expression): void {
    if (chain.length === 0 || chain.at(-1) === "*") {
      for (const part of allParts) this.found.add(part);
      return;
    }
    const named = chain.flatMap((name) => (Object.hasOwn(parts, name) ? (parts[name] ?? []) : []));
    for (const part of named.length > 0 ? named : (this.style.others ?? [])) this.found.add(part);
    if (named.includes("headers")) for (const name of this.headersNamed(chain, by)) this.found.add(`headers:${name}`);
  }

  /** A variable that is assigned is no part of the request, but what it holds may be (see `Aliases`). */
  private assign(target: TS.Expression, by?: TS.Expression): void {
    const { ts } = this;
    if (ts.isArrayLiteralExpression(target)) for (const each of target.elements) this.assign(each);
    else if (ts.isObjectLiteralExpression(target)) {
      for (const each of target.properties) if (ts.isPropertyAssignment(each)) this.assign(each.initializer);
    } else if (isWrapping(ts, target)) this.assign(target.expression, by);
    else if (!ts.isIdentifier(target)) for (const chain of this.chainsOf(target)) this.note(chain, by);
  }

  /** The members that lead to a place, which is none of the hook's options where its variable is not known to be: that one has a name. */
  private chainsOf(target: TS.Expression): readonly Chain[] {
    const { ts } = this;
    const known = this.aliases.of(target);
    if (known.length > 0) return known;
    const names: string[] = [];
    let base: TS.Expression = target;
    for (;;) {
      if (ts.isPropertyAccessExpression(base)) names.push(base.name.text);
      else if (ts.isElementAccessExpression(base)) {
        if (ts.isStringLiteralLike(base.argumentExpression)) names.push(base.argumentExpression.text);
      } else if (!isWrapping(ts, base)) {
        if (!ts.isIdentifier(base)) return [names];
        return this.aliases.isOwn(base.text) ? [] : [[...names, base.text]];
      }
      base = base.expression;
    }
  }

  /** A literal may be returned instead of the options. */
  private visitLiteral({ properties }: TS.ObjectLiteralExpression): void {
    const { ts } = this;
    for (const property of properties) {
      if (ts.isPropertyAssignment(property) || ts.isShorthandPropertyAssignment(property)) {
        const by = ts.isPropertyAssignment(property) ? property.initializer : undefined;
        this.note("text" in property.name ? [property.name.text] : [], by);
      }
    }
    const spreads = properties.filter((each) => ts.isSpreadAssignment(each)).map(({ expression }) => expression);
    const isOptions = spreads.some((each) => this.aliases.of(each).some((chain) => chain.length === 0));
    if (isOptions && !spreads.every((each) => this.isKnown(each))) this.note([]);
  }

  /** Whether all members of what is spread are the options' own, or stand in the hook. */
  private isKnown(node: TS.Expression): boolean {
    const { ts } = this;
    if (this.aliases.of(node).length > 0 || ts.isObjectLiteralExpression(node)) return true;
    if (isWrapping(ts, node)) return this.isKnown(node.expression);
    if (ts.isConditionalExpression(node)) return this.isKnown(node.whenTrue) && this.isKnown(node.whenFalse);
    return ts.isBinaryExpression(node)
      ? node.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken && this.isKnown(node.right)
      : !ts.isIdentifier(node) && !ts.isCallExpression(node) && !ts.isPropertyAccessExpression(node);
  }

  private visitNew({ expression, arguments: given }: TS.NewExpression): void {
    const isOptions = given?.some((each) => this.aliases.of(each).some((chain) => chain.length === 0)) === true;
    if (isOptions || expression.getText().endsWith("Request")) this.note([]);
  }

  private visitCall(call: TS.CallExpression): void {
    const { ts } = this;
    const { expression } = call;
    if (ts.isPropertyAccessExpression(expression)) this.visitMethod(expression, call.arguments);
    if (this.aliases.isQuiet(call)) return;
    for (const each of call.arguments) for (const chain of this.aliases.of(each)) if (!isText(chain)) this.note(chain);
  }

  private visitMethod(
    { expression, name: { text } }: TS.PropertyAccessExpression,
    given: readonly TS.Expression[],
  ): void {
    if (changingMethods.has(text)) {
      for (const chain of this.chainsOf(expression)) this.note(chain, given[0]);
      return;
    }
    if (readingMethods.test(text)) return;
    const field = /^set([A-Z]\w*)$/.exec(text)?.[1]?.replaceAll(/\B(?=[A-Z])/g, "-");
    for (const chain of this.aliases.of(expression)) {
      if (isText(chain)) continue;
      // `headers.setContentType(…)`
      if (field !== undefined && chain[0] === "headers") this.note([field, ...chain]);
      else this.note(chain);
    }
  }

  /** @returns the header fields that may be another after a write, in small letters; `*` for any. */
  private headersNamed(chain: Chain, by: TS.Expression | undefined): readonly string[] {
    const { ts } = this;
    if (chain.some((name) => credentials.has(name))) return ["authorization"];
    const inner = chain[chain.indexOf("headers") - 1];
    if (inner !== undefined) return [inner.toLowerCase()];
    if (by && ts.isStringLiteralLike(by)) return [by.text.toLowerCase()];
    if (!by || !ts.isObjectLiteralExpression(by) || this.style.headersClass) return ["*"];
    // `{ ...config.headers, Authorization }` keeps the others.
    const spreads = by.properties.filter((property) => ts.isSpreadAssignment(property));
    if (spreads.length === 0 || !spreads.every(({ expression }) => this.isKnown(expression))) return ["*"];
    return by.properties.flatMap((property): string[] => {
      if (ts.isSpreadAssignment(property)) return [];
      return "text" in property.name ? [property.name.text.toLowerCase()] : ["*"];
    });
  }
}

/** Whether a value is a text: a function that is given one cannot change the request. */
function isText([innermost, outer]: Chain): boolean {
  return innermost !== undefined && (texts.has(innermost) || outer === "headers");
}
