import type TS from "typescript";
import { walk } from "../../../syntax/walk";
import { isNothing } from "../../../syntax/nothing";
import { withWrappers } from "../../../syntax/wrappers";
import { functionsOf, type Find } from "./elsewhere";
import { type Maker, makerOf } from "./set-on";
import { changedBySource } from "./hooks";
import { optionsHook } from "./parts";

/** Names of header fields, in lower case; `any` if they are unknown. */
type Fields = ReadonlySet<string> | "any";

/** The fields that code at one place may set, and the instance; absent: any instance. */
interface Setting {
  readonly fields: Fields;
  readonly on?: Maker | undefined;
}

const found = new WeakMap<TS.SourceFile, readonly Setting[]>();

/** @returns the union of several sets of fields. */
export function fieldsOfAny(several: readonly Fields[]): Fields {
  const all = new Set<string>();
  for (const fields of several) {
    if (fields === "any") return "any";
    for (const field of fields) all.add(field);
  }
  return all;
}

/**
 * Finds the header fields that a file may add to all requests of an imported axios client: by interceptors, or by
 * defaults, which may be any.
 *
 * @param file a tree with parents.
 * @param made the call that creates the client.
 */
export function fieldsAddedIn(ts: typeof TS, file: TS.SourceFile, find: Find, made: TS.Node): Fields {
  return /\.\s*defaults\b/u.test(file.text) ? "any" : fieldsOfInterceptors(ts, file, find, made);
}

/**
 * Finds the header fields that the interceptors of a file may set on the requests of an axios client; `any` if an
 * interceptor is unavailable, or interceptors are passed to other code.
 *
 * @param file a tree with parents.
 * @param made the call that creates the client; absent for the client that the whole program shares.
 */
export function fieldsOfInterceptors(
  ts: typeof TS,
  file: TS.SourceFile,
  find: Find,
  made: TS.Node | undefined,
): Fields {
  let settings = found.get(file);
  if (settings === undefined) found.set(file, (settings = lookFor(ts, file, find)));
  const isMeant = ({ on }: Setting): boolean => !on || (made ? on === made : !ts.isCallExpression(on));
  return fieldsOfAny(settings.filter(isMeant).map(({ fields }) => fields));
}

function lookFor(ts: typeof TS, file: TS.SourceFile, find: Find): readonly Setting[] {
  if (!file.text.includes("interceptors")) return [];
  const settings: Setting[] = [];
  walk(ts, file, {}, (node, outer) => {
    if ((ts.isIdentifier(node) || ts.isStringLiteralLike(node)) && node.text === "interceptors") {
      const own = memberBehind(ts, node.parent, node);
      settings.push({ fields: fieldsWritten(ts, own, find), on: own && makerOf(ts, own.expression, find) });
    }
    return outer;
  });
  return settings;
}

/** @param own `client.interceptors`; absent for other uses of the name. */
function fieldsWritten(ts: typeof TS, own: TS.PropertyAccessExpression | undefined, find: Find): Fields {
  const kind = own && memberOf(ts, own);
  const method = kind && memberOf(ts, kind);
  const call = method?.parent;
  if (!method || !call || !ts.isCallExpression(call) || call.expression !== method) return "any";
  if (!["use", "eject", "clear"].includes(method.name.text)) return "any";
  // Response interceptors do not change requests. `eject` is not followed.
  if (kind.name.text !== "request" || method.name.text !== "use") return new Set();
  const [hook] = call.arguments;
  if (!hook || isNothing(ts, hook)) return new Set();
  const sources = functionsOf(ts, hook, find);
  const parts = sources.flatMap((source) => changedBySource(ts, source, optionsHook));
  if (sources.length === 0 || parts.some((part) => part === "headers" || part === "headers:*")) return "any";
  return new Set(parts.flatMap((part) => (part.startsWith("headers:") ? [part.slice("headers:".length)] : [])));
}

/** @returns the property access with this name. */
function memberBehind(ts: typeof TS, parent: TS.Node, word: TS.Node): TS.PropertyAccessExpression | undefined {
  return ts.isPropertyAccessExpression(parent) && parent.name === word ? parent : undefined;
}

/** @returns the access to a member of an expression. */
function memberOf(ts: typeof TS, object: TS.Expression): TS.PropertyAccessExpression | undefined {
  const outer = withWrappers(ts, object);
  const { parent } = outer;
  return ts.isPropertyAccessExpression(parent) && parent.expression === outer ? parent : undefined;
}
