import type TS from "typescript";
import { walk } from "../../../evaluator/syntax/walk";
import { writtenBy } from "./writes";

/** A way in which a file changes the bodies of requests that other files send. */
export type Way = "axios" | "nuxt" | "angular" | "jquery" | "undici";

/** Names of the calls that are given a hook of all requests, with what stands before them. */
const setters: Readonly<Record<Way, RegExp>> = {
  axios: /\binterceptors\s*[?!]?\.\s*request\s*[?!]?\.\s*use$/u,
  nuxt: /\$axios\s*\.\s*(?:onRequest|interceptors\s*\.\s*request\s*\.\s*use)$/u,
  angular: /\.\s*clone$/u,
  jquery: /\.\s*ajax(?:Prefilter|Send|Setup)$/u,
  undici: /\.\s*compose$/u,
};

const found = new WeakMap<TS.SourceFile, Map<Way, boolean>>();

/**
 * Whether hooks that a file sets may write the bodies of requests: those whose function writes to one, or is not in sight.
 *
 * @param file a tree with parents.
 */
export function writesBodies(ts: typeof TS, file: TS.SourceFile, way: Way): boolean {
  const known = found.get(file) ?? new Map<Way, boolean>();
  found.set(file, known);
  let answer = known.get(way);
  if (answer === undefined) known.set(way, (answer = looksForWrites(ts, file, way)));
  return answer;
}

/** A dispatcher of one's own. */
const ownDispatcher = /\bDecoratorHandler\b|\bextends\s+(?:undici\s*\.\s*)?(?:Agent|Client|Dispatcher|Pool)\b/u;

function looksForWrites(ts: typeof TS, file: TS.SourceFile, way: Way): boolean {
  let writes = way === "undici" && ownDispatcher.test(file.text);
  walk(ts, file, {}, (node, outer) => {
    if (!writes && ts.isCallExpression(node) && setters[way].test(node.expression.getText(file)))
      writes = givesWriter(ts, node, way);
    return outer;
  });
  return writes;
}

function givesWriter(ts: typeof TS, { arguments: given }: TS.CallExpression, way: Way): boolean {
  const [first] = given;
  if (way === "angular") return first !== undefined && mayHold(ts, first, "body");
  // undici's own interceptors come by its name, and change nothing of the body.
  if (way === "undici") return !given.every((each) => /^(?:\w+\.)?interceptors\.\w+\(/u.test(each.getText()));
  // Of settings, only a function that looks at each request can write its body.
  if (way === "jquery" && first && ts.isObjectLiteralExpression(first)) return mayHold(ts, first, "beforeSend");
  const hooks = way === "jquery" ? given.slice(-1) : given.slice(0, 1);
  return hooks.some((hook) => {
    const source = functionOf(ts, hook);
    return source === undefined ? !isNothing(ts, hook) : writtenBy(ts, source, {}).includes("body");
  });
}

function mayHold(ts: typeof TS, node: TS.Expression, name: string): boolean {
  if (!ts.isObjectLiteralExpression(node)) return true;
  return node.properties.some(
    (each) => ts.isSpreadAssignment(each) || ("text" in each.name ? each.name.text === name : true),
  );
}

function isNothing(ts: typeof TS, node: TS.Node): boolean {
  return node.kind === ts.SyntaxKind.NullKeyword || (ts.isIdentifier(node) && node.text === "undefined");
}

/** The function that an expression is, if it is one or the name of one that the file declares. */
function functionOf(ts: typeof TS, node: TS.Expression): TS.FunctionLikeDeclaration | undefined {
  if (ts.isArrowFunction(node) || ts.isFunctionExpression(node)) return node;
  const name = ts.isIdentifier(node) ? node.text : ts.isPropertyAccessExpression(node) ? node.name.text : undefined;
  if (name === undefined) return undefined;
  const declared: TS.FunctionLikeDeclaration[] = [];
  walk(ts, node.getSourceFile(), {}, (inner, outer) => {
    if (isNamed(ts, inner, name)) {
      const value = "initializer" in inner ? inner.initializer : inner;
      if (ts.isFunctionLike(value) && "body" in value) declared.push(value);
    }
    return outer;
  });
  // Of two with one name, nobody knows which is meant.
  return declared.length === 1 ? declared[0] : undefined;
}

type Declaration = TS.FunctionDeclaration | TS.MethodDeclaration | TS.VariableDeclaration | TS.PropertyDeclaration;

function isNamed(ts: typeof TS, node: TS.Node, name: string): node is Declaration {
  const isDeclaration =
    ts.isFunctionDeclaration(node) ||
    ts.isMethodDeclaration(node) ||
    ts.isVariableDeclaration(node) ||
    ts.isPropertyDeclaration(node);
  return isDeclaration && node.name?.getText() === name;
}
