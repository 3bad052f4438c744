import type TS from "typescript";
import { addTo } from "../../text/groups";
import type { FunctionId } from "../graph";

/** The name of all members, if reading or assigning any of them may run code. */
export const anyMember = "*";

/** Members of a file that run code when they are read or assigned. */
export class Accessors {
  readonly names = new Set<string>();
  readonly #functions = new Map<string, FunctionId[]>();
  /** Functions that call something, and names of members that calls define as accessors. */
  readonly #calling = new Set<FunctionId | string>();

  note(name: string, id: FunctionId): void {
    this.names.add(name);
    addTo(this.#functions, name, id);
  }

  /** Records a call in a function, and the accessors that it may define: `Object.defineProperty(object, "name", …)`. */
  noteCall(ts: typeof TS, node: TS.Node, inside: FunctionId): void {
    const isCall = ts.isCallExpression(node);
    if (!isCall && !ts.isNewExpression(node) && !ts.isTaggedTemplateExpression(node)) return;
    this.#calling.add(inside);
    if (!ts.isTaggedTemplateExpression(node) && createsProxy(ts, node.expression)) this.#define(anyMember);
    if (!isCall || !ts.isPropertyAccessExpression(node.expression)) return;
    const [, key] = node.arguments;
    if (key && ts.isStringLiteralLike(key) && node.expression.name.text === "defineProperty") this.#define(key.text);
  }

  #define(name: string): void {
    this.names.add(name);
    this.#calling.add(name);
  }

  /**
   * @param outers by function: the enclosing one.
   * @returns names of members whose accessors may run other code: they call something, or contain a function.
   */
  delegating(outers: readonly FunctionId[]): ReadonlySet<string> {
    const around = new Set(outers);
    const delegates = (id: FunctionId): boolean => this.#calling.has(id) || around.has(id);
    return new Set(
      [...this.names].filter((name) => this.#calling.has(name) || this.#functions.get(name)?.some(delegates)),
    );
  }
}

/** `new Proxy(…)`, `Proxy.revocable(…)` */
function createsProxy(ts: typeof TS, callee: TS.Expression): boolean {
  const owner = ts.isPropertyAccessExpression(callee) ? callee.expression : callee;
  return ts.isIdentifier(owner) && owner.text === "Proxy";
}
