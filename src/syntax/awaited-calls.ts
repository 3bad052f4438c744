import type TS from "typescript";

/** The calls that are awaited: nothing else of the function around them runs before they have ended. */
export class AwaitedCalls {
  private readonly calls = new WeakSet<TS.Node>();

  constructor(private readonly ts: typeof TS) {}

  /** @param node the operand of `await`, or what an awaited function returns. */
  add(node: TS.Node): void {
    const { ts } = this;
    let current: TS.Node = node;
    for (;;) {
      if (ts.isParenthesizedExpression(current) || ts.isAsExpression(current) || ts.isNonNullExpression(current)) {
        current = current.expression;
      } else if (ts.isCallExpression(current)) {
        this.calls.add(current);
        const callee: TS.Node = current.expression;
        if (!ts.isPropertyAccessExpression(callee) || !/^(?:then|catch|finally)$/u.test(callee.name.text)) return;
        current = callee.expression;
      } else if (ts.isConditionalExpression(current)) {
        this.add(current.whenTrue);
        current = current.whenFalse;
      } else {
        return;
      }
    }
  }

  has(node: TS.Node): boolean {
    return this.calls.has(node);
  }
}
