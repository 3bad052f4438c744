import ts from "typescript";
import { expect, it } from "vitest";
import { looksLikeRequest } from "../../../src/evaluator/reach/request-forms";

function isRequest(code: string): boolean {
  const [statement] = ts.createSourceFile("a.ts", code, ts.ScriptTarget.Latest, true).statements;
  if (!statement || !ts.isExpressionStatement(statement) || !ts.isCallExpression(statement.expression))
    throw new Error("no call");
  return looksLikeRequest(ts, statement.expression);
}

it.each([
  'api.get("/orders")',
  'send("PATCH", url)',
  'call({ method: "put" })',
  "api.get(`/orders/${id}`)",
  "api.get(`${base}/orders`)",
  "api.get(`api/v1.2/${id}/items`)",
  "api.get(`https://${host}/orders`)",
])("is the form of a request: %s", (code) => {
  expect(isRequest(code)).toBe(true);
});

it.each([
  'router.push("/orders")',
  "load(`../../rules/${group}/${id}.js`)",
  "load(`./rules/${id}/index.js`)",
  "stream.write(`\\r${label} ${done}/${total}`)",
  "log(`read ${done}/${total}`)",
  'text("orders")',
])("is none: %s", (code) => {
  expect(isRequest(code)).toBe(false);
});
