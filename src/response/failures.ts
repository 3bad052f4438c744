import type TS from "typescript";
import { isAssignment } from "../syntax/bindings/assignments";
import { isWrapper } from "../syntax/wrappers";

/** Whether the response is known to be a success or a failure. */
type Outcome = "success" | "failure" | "unclear";

/** The outcomes if a condition is true and if it is false. */
interface Condition {
  readonly holds: Outcome;
  readonly fails: Outcome;
}

const unclear: Condition = { holds: "unclear", fails: "unclear" };
const okay: Condition = { holds: "success", fails: "failure" };

/**
 * Determines where a request is known to have failed or succeeded, from conditions on `response.ok` and
 * `response.status`.
 */
export class Failures {
  /** Statements and expressions that branch on the response's status. */
  private readonly branches = new Map<TS.Node, Condition>();

  constructor(private readonly ts: typeof TS) {}

  /** @param status an expression for the response object, its `ok` or `status`, or a variable with any of these. */
  add(status: TS.Node): void {
    const { ts } = this;
    const name = ts.isPropertyAccessExpression(status) ? status.name : status;
    let condition: Condition | undefined = ts.isIdentifier(name) && name.text === "ok" ? okay : unclear;
    for (let child = status; condition !== undefined; child = child.parent)
      condition = this.branch(child.parent, child, condition) ? undefined : this.around(child.parent, child, condition);
  }

  /** @returns whether a node branches on a condition in it; the branch is recorded. */
  private branch(parent: TS.Node, child: TS.Node, condition: Condition): boolean {
    const { ts } = this;
    if (ts.isIfStatement(parent) || ts.isWhileStatement(parent) || ts.isSwitchStatement(parent)) {
      if (parent.expression === child) this.note(parent, ts.isSwitchStatement(parent) ? unclear : condition);
      return true;
    }
    if (!ts.isConditionalExpression(parent)) return false;
    if (parent.condition === child) this.note(parent, condition);
    return true;
  }

  /**
   * @returns the condition of an expression around a part with a condition, or `undefined` at the end of the
   * expression.
   */
  private around(parent: TS.Node, child: TS.Node, condition: Condition): Condition | undefined {
    const { ts } = this;
    if (ts.isPropertyAccessExpression(parent)) return parent.name.text === "ok" ? okay : unclear;
    if (ts.isPrefixUnaryExpression(parent)) return opposite(condition);
    if (ts.isBinaryExpression(parent)) {
      if (!isJunction(ts, parent)) return isAssignment(ts, parent) ? undefined : compared(ts, parent, child);
      if (parent.left === child) this.note(parent, condition);
      return parent.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken
        ? { holds: condition.holds, fails: "unclear" }
        : { holds: "unclear", fails: condition.fails };
    }
    if (ts.isStatement(parent) || ts.isFunctionLike(parent) || ts.isVariableDeclaration(parent)) return undefined;
    return isWrapper(ts, parent) ? condition : unclear;
  }

  /** @returns the known outcome at a node. */
  at(node: TS.Node): Outcome {
    const { ts } = this;
    if (this.branches.size === 0) return "success";
    let doubtful = false;
    let child = node;
    for (let parent: TS.Node | undefined = node.parent; parent; child = parent, parent = parentOf(ts, parent)) {
      const here = this.branches.has(parent) ? this.inBranch(parent, child) : this.afterExits(parent, child);
      if (here === "failure") return here;
      if (here === "unclear") doubtful = true;
      if (here === "success") return doubtful ? "unclear" : here;
    }
    return doubtful ? "unclear" : "success";
  }

  private note(node: TS.Node, condition: Condition): void {
    const known = this.branches.get(node);
    const agrees = known === undefined || (known.holds === condition.holds && known.fails === condition.fails);
    this.branches.set(node, agrees ? condition : unclear);
  }

  private inBranch(branch: TS.Node, child: TS.Node): Outcome | undefined {
    const { ts } = this;
    const { holds, fails } = this.branches.get(branch) ?? unclear;
    if (ts.isIfStatement(branch)) {
      if (child === branch.thenStatement) return holds;
      return child === branch.elseStatement ? fails : undefined;
    }
    if (ts.isConditionalExpression(branch)) {
      if (child === branch.whenTrue) return holds;
      return child === branch.whenFalse ? fails : undefined;
    }
    if (ts.isBinaryExpression(branch)) {
      if (child !== branch.right) return undefined;
      return branch.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken ? holds : fails;
    }
    if (ts.isWhileStatement(branch)) return child === branch.statement ? holds : undefined;
    return "unclear";
  }

  /** @returns the known outcome after `if (response.ok) return …;`. */
  private afterExits(list: TS.Node, child: TS.Node): Outcome | undefined {
    const { ts } = this;
    if (!ts.isBlock(list) && !ts.isSourceFile(list) && !ts.isCaseOrDefaultClause(list)) return undefined;
    let result: Outcome | undefined;
    for (const statement of list.statements) {
      if (statement === child) break;
      const condition = this.branches.get(statement);
      if (!condition || !ts.isIfStatement(statement) || statement.elseStatement || !leaves(ts, statement.thenStatement))
        continue;
      if (condition.fails === "failure") return "failure";
      result = result === "success" ? result : condition.fails;
    }
    return result;
  }
}

function opposite({ holds, fails }: Condition): Condition {
  return { holds: fails, fails: holds };
}

function isJunction(ts: typeof TS, { operatorToken: { kind } }: TS.BinaryExpression): boolean {
  return kind === ts.SyntaxKind.AmpersandAmpersandToken || kind === ts.SyntaxKind.BarBarToken;
}

/**
 * @returns the condition of `response.status === 200` or `status >= 400`. A status other than the tested failure counts
 * as success, as it does for the code.
 */
function compared(ts: typeof TS, { left, right, operatorToken }: TS.BinaryExpression, status: TS.Node): Condition {
  if (left !== status || !ts.isNumericLiteral(right)) return unclear;
  const code = Number(right.text);
  const equal: Condition = code < 300 ? { holds: "success", fails: "unclear" } : { holds: "failure", fails: "success" };
  switch (operatorToken.kind) {
    case ts.SyntaxKind.EqualsEqualsEqualsToken:
    case ts.SyntaxKind.EqualsEqualsToken:
      return equal;
    case ts.SyntaxKind.ExclamationEqualsEqualsToken:
    case ts.SyntaxKind.ExclamationEqualsToken:
      return opposite(equal);
    case ts.SyntaxKind.LessThanToken:
    case ts.SyntaxKind.LessThanEqualsToken:
      return code >= 299 ? okay : unclear;
    case ts.SyntaxKind.GreaterThanToken:
    case ts.SyntaxKind.GreaterThanEqualsToken:
      return code >= 299 ? opposite(okay) : unclear;
    default:
      return unclear;
  }
}

/** Whether a statement certainly ends the function or the loop iteration. */
function leaves(ts: typeof TS, statement: TS.Statement): boolean {
  const last = ts.isBlock(statement) ? statement.statements.at(-1) : statement;
  return (
    last !== undefined &&
    (ts.isReturnStatement(last) || ts.isThrowStatement(last) || ts.isBreakOrContinueStatement(last))
  );
}

/** @returns the parent; `undefined` for a file, although the declared type is never undefined. */
function parentOf(ts: typeof TS, node: TS.Node): TS.Node | undefined {
  return ts.isSourceFile(node) ? undefined : node.parent;
}
