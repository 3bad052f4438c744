import { readFileSync } from "node:fs";
import { join } from "node:path";

/** `METHOD /path`, with the name of the parameter that is the whole body, if there is one. */
type Route = string | readonly [route: string, bodyParameter: string];

interface Definition {
  readonly mapToData?: string;
}

/**
 * Generates the table of octokit's methods with their routes, from the endpoint data of the installed package.
 *
 * @param root the package's folder; its `node_modules` contain the data.
 * @returns the text of `src/request/clients/api/octokit-routes.json`.
 */
export function octokitRoutes(root: string): string {
  const file = join(root, "node_modules/@octokit/plugin-rest-endpoint-methods/dist-src/generated/endpoints.js");
  const source = readFileSync(file, "utf8");
  const start = source.indexOf("{");
  const end = source.indexOf("\n};", start) + 2;
  // The file contains only an object literal, and is one of our own development dependencies.
  // eslint-disable-next-line @typescript-eslint/no-implied-eval, @typescript-eslint/no-unsafe-call -- see above
  const endpoints = new Function(`return (${source.slice(start, end)});`)() as Record<
    string,
    Record<string, [string, unknown?, Definition?]>
  >;
  const scopes = Object.entries(endpoints).map(([scope, methods]) => {
    const routes = Object.entries(methods).map(([name, [route, , definition]]): [string, Route] => [
      name,
      definition?.mapToData ? [route, definition.mapToData] : route,
    ]);
    return [scope, Object.fromEntries(routes)] as const;
  });
  return `${JSON.stringify(Object.fromEntries(scopes), null, 1)}\n`;
}

/**
 * Lists the routes of octokit's methods that change something but take no body, from the published types of the API.
 *
 * @param root the package's folder; its `node_modules` contain the types.
 * @returns the text of `src/request/clients/api/octokit-without-body.json`.
 */
export function octokitWithoutBody(root: string): string {
  const source = readFileSync(join(root, "node_modules/@octokit/openapi-types/types.d.ts"), "utf8");
  const routes = new Map<string, string>();
  for (const [, path = "", methods = ""] of source.matchAll(/^ {2}"(\/[^"]*)": \{$(.*?)^ {2}\};$/gmsu))
    for (const [, method = "", operation = ""] of methods.matchAll(/^ {4}(put|patch): operations\["([^"]+)"\];$/gmu))
      routes.set(operation, `${method.toUpperCase()} ${path}`);
  const operations = source.slice(source.indexOf("export interface operations"));
  const without = [...operations.matchAll(/^ {2}"([^"]+)": \{$(.*?)^ {2}\};$/gmsu)].flatMap(
    ([, operation = "", members = ""]) => (/^ {4}requestBody\??:/mu.test(members) ? [] : (routes.get(operation) ?? [])),
  );
  return `${JSON.stringify(without.sort(), null, 1)}\n`;
}
