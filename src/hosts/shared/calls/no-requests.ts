import type TS from "typescript";
import { walk } from "../../../syntax/walk";
import type { UnseenCall } from "./forms";

/** Receivers with methods that take paths but send nothing over HTTP: routers, servers, their mocks, stores. */
const others =
  /^(?:app|\w*[rR]outer|\w*[sS]erver|fastify|express|nock|rest|msw|\w*[mM]ock\w*|cy|routes?|\w*[cC]ache|\w*[mM]ap|\w*[sS]torage|\w*[sS]tore|\w*[hH]eaders|\w*[pP]arams|registry|_|path|fs|jest|vi|expect|page)$/u;

/** Settings are read by path, too. A method that takes its HTTP method from options is a request nevertheless. */
const settings = /^\w*[cC]onfig$/u;

/** Messages over a socket, channel or queue have their own format, which may contain a method and a path. */
const messages = /^(?:ws|ws[A-Z]\w*|\w*WS|\w*[wW]eb[sS]ocket|\w*[sS]ocket|emit|publish|dispatch|\w*[mM]essage)$/u;
const sendsMessage = /^(?:send|post)Message\w*$/u;

const collections =
  /^(?:(?:Weak|ReadonlyWeak|Readonly)?(?:Map|Set)|URLSearchParams|Headers|FormData|LRUCache|Storage)$/u;

/** @returns whether the callee shows that a call is no request, although it looks like one. */
export function isNoRequest(ts: typeof TS, file: TS.SourceFile, { callee, method }: UnseenCall): boolean {
  const parts = callee.split(".");
  const name = parts.at(-1) ?? "";
  const owner = parts.at(-2);
  if (messages.test(name) || sendsMessage.test(name)) return true;
  if (owner !== undefined && settings.test(owner)) return !String(method).endsWith(".method");
  return owner !== undefined && (others.test(owner) || messages.test(owner) || collectionsIn(ts, file).has(owner));
}

const collectionsOf = new WeakMap<TS.SourceFile, ReadonlySet<string>>();

/** @returns the names of maps and other collections in a file, which have `get` and `delete` too. */
function collectionsIn(ts: typeof TS, file: TS.SourceFile): ReadonlySet<string> {
  let names = collectionsOf.get(file);
  if (!names) collectionsOf.set(file, (names = findCollections(ts, file)));
  return names;
}

function findCollections(ts: typeof TS, file: TS.SourceFile): ReadonlySet<string> {
  const names = new Set<string>();
  const others = new Set<string>();
  walk(ts, file, {}, (node, outer) => {
    const isNamed =
      ts.isVariableDeclaration(node) ||
      ts.isPropertyDeclaration(node) ||
      ts.isPropertySignature(node) ||
      ts.isParameter(node);
    if (isNamed && (ts.isIdentifier(node.name) || ts.isPrivateIdentifier(node.name)))
      (isCollection(ts, node) ? names : others).add(node.name.text);
    return outer;
  });
  // A name also used for something else proves nothing.
  return new Set([...names].filter((each) => !others.has(each)));
}

function isCollection(
  ts: typeof TS,
  node: TS.VariableDeclaration | TS.PropertyDeclaration | TS.PropertySignature | TS.ParameterDeclaration,
): boolean {
  const initial = "initializer" in node ? node.initializer : undefined;
  const made = initial && ts.isNewExpression(initial) ? initial.expression : undefined;
  const declared = node.type && ts.isTypeReferenceNode(node.type) ? node.type.typeName : undefined;
  return [made, declared].some((each) => each && ts.isIdentifier(each) && collections.test(each.text));
}
