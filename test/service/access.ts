import { builtinContract } from "../../src/contract/builtin";
import type { PermissionEntry } from "../../src/contract/contract";

const { permissions } = builtinContract;

/**
 * Why a token may not use an endpoint (permissions 5.1), or `undefined` where it may, or where the map does not list the endpoint.
 *
 * @param granted levels by `scope.category` in lower case with underscores; absent: the application holds every permission.
 * @param marked how endpoints are treated whose entries are marked: as open to whatever their documentation says, or to a listed category only.
 */
export function findRefusal(
  token: string,
  method: string,
  path: string,
  granted: Readonly<Record<string, string>> | undefined,
  marked: "open" | "listed" = "open",
): string | undefined {
  const entries = permissions.filter((entry) => entry.method === method && fits(entry.path, path.replace(/\/$/, "")));
  // A path whose words match exactly is that endpoint, not the one where a parameter happens to fit.
  const fewest = Math.min(...entries.map((entry) => parameterCount(entry.path)));
  const endpoint = entries.filter((entry) => parameterCount(entry.path) === fewest);
  if (endpoint.length === 0) return undefined;
  const typed = endpoint.filter((entry) => entry.tokens.includes(typeOf(token)));
  if (typed.length === 0) return `this endpoint is not for ${typeOf(token)}`;
  // Marked entries may need several permissions or accept another one: their documentation, which is not shown, decides.
  if (!granted || typed.some((entry) => (entry.additional && marked === "open") || isGranted(entry, granted)))
    return undefined;
  return "the application lacks the permission";
}

/** How tokens look is not shown; here the first letters name the type. */
function typeOf(token: string): string {
  return token.startsWith("iat-") ? "IAT" : "UAT";
}

function isGranted(entry: PermissionEntry, granted: Readonly<Record<string, string>>): boolean {
  const held = granted[`${entry.scope}.${nameOf(entry)}`];
  return held === entry.access || held === "write";
}

/** The heading in lower case with underscores, without the scope that it may begin with. */
function nameOf({ scope, category }: PermissionEntry): string {
  return category
    .toLowerCase()
    .replace(/\W+/g, "_")
    .replace(new RegExp(`^${scope}_`), "");
}

function parameterCount(path: string): number {
  return path.split("{").length;
}

function fits(template: string, path: string): boolean {
  const [expected, actual] = [template.split("/"), path.split("/")];
  return (
    expected.length === actual.length &&
    expected.every((segment, index) => /^\{.*\}$/.test(segment) || segment === actual[index])
  );
}
