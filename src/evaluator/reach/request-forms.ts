import type TS from "typescript";

/** Calls that look like requests, whatever they call. */

const methodNames = /^(?:GET|POST|PUT|PATCH|DELETE|HEAD)$/u;

/** Methods of the language, of windows and of routers that take paths and send nothing. */
const noSenders =
  /^(?:push|replace|join|resolve|test|startsWith|endsWith|includes|indexOf|split|match|concat|use|all|navigate|redirect|sendFile|open)$/u;

/** Whether a call has the form of a request: the name of a method, or a text that looks like a path, among its first arguments. */
export function looksLikeRequest(ts: typeof TS, { expression, arguments: args }: TS.CallExpression): boolean {
  const name = ts.isPropertyAccessExpression(expression) ? expression.name : expression;
  if (ts.isIdentifier(name) && noSenders.test(name.text)) return false;
  return args.slice(0, 2).some((each) => {
    if (ts.isStringLiteralLike(each)) return methodNames.test(each.text) || /^(?:\/.|https?:)/u.test(each.text);
    if (ts.isObjectLiteralExpression(each)) return namesMethod(ts, each);
    if (!ts.isTemplateExpression(each)) return false;
    const { text } = each.head;
    // Text of a file's path or of a message may have a slash as well.
    const isPath =
      /^(?!\.)[\w.~-]*(?:\/[\w.~-]*)*$/u.test(text) &&
      each.templateSpans.some(({ literal }) => literal.text.startsWith("/"));
    return isPath || /^(?:\/|https?:)/u.test(text);
  });
}

/** `{ method: "PATCH", … }`. */
function namesMethod(ts: typeof TS, node: TS.ObjectLiteralExpression): boolean {
  return node.properties.some(
    (each) =>
      ts.isPropertyAssignment(each) &&
      ts.isIdentifier(each.name) &&
      each.name.text === "method" &&
      ts.isStringLiteralLike(each.initializer) &&
      methodNames.test(each.initializer.text.toUpperCase()),
  );
}
