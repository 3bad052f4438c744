import { someNode, walk } from "./walk";
import type TS from "typescript";
import { isAssignment, isStep } from "./bindings/assignments";
import { isLocal } from "./bindings/scopes";
import { memberKey } from "./private-names";
import { isStaticMember, staticsNode } from "./static-members";

/** Writes that the syntax tree of code shows. */

const changing = /^(?:push|pop|shift|unshift|splice|sort|reverse|fill|set|add|append|delete|clear|assign)$/u;

/**
 * Calls `note` with each target that code assigns, deletes or changes in place: `x`, `x.y`, and the receiver of `x.push(…)` with the name of
 * the method.
 *
 * @param enter whether a node's children are looked at.
 */
export function findWrites(
  ts: typeof TS,
  root: TS.Node,
  note: (target: TS.Node, method?: string) => void,
  enter: (node: TS.Node) => boolean,
): void {
  walk(ts, root, {}, (node, outer) => {
    if (node === root) return outer;
    if (!enter(node)) return undefined;
    if (ts.isBinaryExpression(node) && isAssignment(ts, node)) noteTargets(ts, node.left, note);
    if (isStep(ts, node)) note(node.operand);
    if (ts.isDeleteExpression(node)) note(node.expression);
    if (ts.isCallExpression(node)) noteChanged(ts, node, note);
    return outer;
  });
}

/** The targets of an assignment: also those inside of a pattern. */
function noteTargets(ts: typeof TS, left: TS.Node, note: (target: TS.Node) => void): void {
  if (!ts.isObjectLiteralExpression(left) && !ts.isArrayLiteralExpression(left)) {
    note(left);
    return;
  }
  walk(ts, left, {}, (node, outer) => {
    if (node !== left) note(node);
    return outer;
  });
}

function noteChanged(ts: typeof TS, node: TS.CallExpression, note: (target: TS.Node, method?: string) => void): void {
  if (!ts.isPropertyAccessExpression(node.expression) || !changing.test(node.expression.name.text)) return;
  const owner = node.expression.expression;
  const isSent = ts.isAwaitExpression(node.parent) || ts.isReturnStatement(node.parent);
  if (ts.isIdentifier(owner) && owner.text === "Object") for (const target of node.arguments.slice(0, 1)) note(target);
  // A client has methods of these names too; those change nothing in it.
  else if (!isSent) note(owner, node.expression.name.text);
}

/** A target that functions of a file write to: a variable of the file, or a member of a class's instances or of an object literal. */
export interface LaterWrite {
  /** The name of a variable at the file's top level, or the class or object literal whose object `this` is. */
  readonly owner: string | TS.Node;
  /** The keys from the owner to the changed member; `*` for an unknown key. */
  readonly path: readonly string[];
  /** The outermost function that holds the change. */
  readonly within: TS.Node;
  /** The assigned expression, if it means the same outside the function. */
  readonly value?: TS.Expression | undefined;
  /** The assigned value comes from a call: it may be a client. */
  readonly made: boolean;
  /** Instead of an assignment: the method that changes the value in place. */
  readonly method?: string | undefined;
}

const cached = new WeakMap<TS.SourceFile, readonly LaterWrite[]>();

/** @returns the writes of a file's functions to variables and objects outside themselves. Arguments that they pass to others are not followed. */
export function laterWrites(ts: typeof TS, file: TS.SourceFile): readonly LaterWrite[] {
  const known = cached.get(file);
  if (known) return known;
  const writes: LaterWrite[] = [];
  const note = (target: TS.Node, method?: string): void => {
    const within = outermostFunction(ts, target);
    const write = within && writeTo(ts, target);
    if (write) writes.push({ ...write, within, method, ...assignedTo(ts, target) });
  };
  findWrites(ts, file, note, () => true);
  cached.set(file, writes);
  return writes;
}

function outermostFunction(ts: typeof TS, node: TS.Node): TS.Node | undefined {
  let found: TS.Node | undefined;
  for (let current = node.parent; !ts.isSourceFile(current); current = current.parent)
    if (ts.isFunctionLike(current)) found = current;
  return found;
}

/** @returns the expression that is assigned to a target, if it means the same at the top level of the file. */
export function closedValue(ts: typeof TS, target: TS.Node): TS.Expression | undefined {
  return assignedTo(ts, target).value;
}

function assignedTo(ts: typeof TS, target: TS.Node): Pick<LaterWrite, "value" | "made"> {
  const { parent } = target;
  const { EqualsToken, QuestionQuestionEqualsToken, BarBarEqualsToken } = ts.SyntaxKind;
  if (!ts.isBinaryExpression(parent) || parent.left !== target) return { made: false };
  const isPlain = [EqualsToken, QuestionQuestionEqualsToken, BarBarEqualsToken].some(
    (kind) => kind === parent.operatorToken.kind,
  );
  const value = isPlain && isClosed(ts, parent.right) ? parent.right : undefined;
  return { value, made: isPlain && (ts.isCallExpression(parent.right) || ts.isNewExpression(parent.right)) };
}

/** Whether an expression means the same at the top level of its file. */
export function isClosed(ts: typeof TS, expression: TS.Node): boolean {
  return !someNode(
    ts,
    expression,
    (node) =>
      ts.isFunctionLike(node) ||
      ts.isClassLike(node) ||
      ts.isAwaitExpression(node) ||
      ts.isYieldExpression(node) ||
      node.kind === ts.SyntaxKind.ThisKeyword ||
      (ts.isIdentifier(node) && isLocal(ts, node.text, node)),
  );
}

function writeTo(ts: typeof TS, target: TS.Node): Omit<LaterWrite, "within" | "value" | "made"> | undefined {
  const path: string[] = [];
  let current = target;
  for (;;) {
    if (ts.isNonNullExpression(current) || ts.isParenthesizedExpression(current) || ts.isAsExpression(current)) {
      current = current.expression;
    } else if (ts.isPropertyAccessExpression(current)) {
      path.unshift(memberKey(ts, current.name));
      current = current.expression;
    } else if (ts.isElementAccessExpression(current)) {
      path.unshift(ts.isStringLiteralLike(current.argumentExpression) ? current.argumentExpression.text : "*");
      current = current.expression;
    } else {
      break;
    }
  }
  if (ts.isIdentifier(current)) return isLocal(ts, current.text, current) ? undefined : { owner: current.text, path };
  const owner = current.kind === ts.SyntaxKind.ThisKeyword && path.length > 0 ? ownerOfThis(ts, current) : undefined;
  return owner && { owner, path };
}

/** @returns the allocation site of `this` in a member of a class: that of an instance, or of the class with its statics. */
function objectOf(ts: typeof TS, node: TS.ClassLikeDeclaration, member: TS.ClassElement): TS.Node {
  return isStaticMember(ts, member) ? staticsNode(node) : node;
}

/** @returns what makes the object that `this` is: a class or an object literal; `undefined` in a constructor, as nobody else has the object yet. */
function ownerOfThis(ts: typeof TS, node: TS.Node): TS.Node | undefined {
  let nested = false;
  for (let current = node.parent; !ts.isSourceFile(current); current = current.parent) {
    if (ts.isArrowFunction(current)) nested = true;
    else if (ts.isConstructorDeclaration(current)) return nested ? current.parent : undefined;
    else if (ts.isMethodDeclaration(current) || ts.isAccessor(current))
      return ts.isClassLike(current.parent)
        ? objectOf(ts, current.parent, current)
        : ts.isObjectLiteralExpression(current.parent)
          ? current.parent
          : undefined;
    else if (ts.isPropertyDeclaration(current))
      return ts.isClassLike(current.parent) ? objectOf(ts, current.parent, current) : undefined;
    else if (ts.isFunctionExpression(current))
      return ts.isPropertyAssignment(current.parent) ? current.parent.parent : undefined;
    else if (ts.isFunctionDeclaration(current)) return undefined;
  }
  return undefined;
}
