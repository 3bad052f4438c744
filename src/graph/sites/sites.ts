import type TS from "typescript";
import type { Sources } from "../../project/sources";
import { walk } from "../../syntax/walk";
import { none, severalMembers } from "../index/facts";
import { readTemplate, type Surroundings } from "./read-template";
import type { RequestGraph } from "../flow/request-graph";
import type { SolvedCall } from "../flow/solved";
import {
  absent,
  joinTemplates,
  memberOf,
  parametersIn,
  settle,
  substitute,
  type Template,
  textOf,
  unknownTemplate,
} from "./template";

/** A request as far as syntax tells: what a function sends, in terms of its parameters. */
interface Draft {
  readonly method: Template;
  readonly url: Template;
  readonly client: string;
}

/** Functions whose results are made of each other's. */
const mostReading = 12;

type Called = TS.CallExpression | TS.NewExpression;

/** A call of a file that sends a request, or supplies something to one. */
export interface Site {
  readonly node: Called;
  readonly client: string;
  /** In upper case; `undefined` where it is not known. */
  readonly method: string | undefined;
  /** With `{name}` for each hole; `undefined` where nothing is known of it. */
  readonly url: string | undefined;
}

/** More requests of one function, that depend on its parameters, are a client of its own. */
const mostDrafts = 6;

/** How often what a function sends is worked out again: a function that calls itself may add to its URL without end. */
const mostRounds = 8;

/**
 * Lists the call sites of the request graph: where clients are called, and where a function is called that makes a request of its arguments.
 */
export class Sites {
  readonly #ts: typeof TS;
  readonly #graph: RequestGraph;
  readonly #sources: Sources;
  #drafts: Map<number, readonly Draft[]> | undefined;
  readonly #nodes = new Map<SolvedCall, Called | null>();
  /** The functions whose results are being read: one may call itself. */
  readonly #reading = new Set<TS.Node>();
  readonly #args = new Map<Called, readonly Template[]>();
  readonly #around: Surroundings;

  constructor(ts: typeof TS, graph: RequestGraph, sources: Sources) {
    this.#ts = ts;
    this.#graph = graph;
    this.#sources = sources;
    this.#around = {
      ts,
      codeOf: (node) => graph.codeOf(node) ?? none,
      returned: (node) => this.#returned(node),
      exported: (from, specifier, name) => this.#exported(from, specifier, name),
    };
  }

  /** @returns the sites of a file, in the order of the text; several for a call that may send several requests. */
  of(file: TS.SourceFile): readonly Site[] {
    return this.#graph
      .callsOf(file)
      .flatMap((call) => this.#sitesAt(call))
      .sort((one, other) => one.node.end - other.node.end);
  }

  #sitesAt(call: SolvedCall): readonly Site[] {
    const node = this.#nodeOf(call);
    if (!node) return [];
    const drafts = call.role === "sends" ? [this.#ofClient(call, node)] : this.#throughCall(call, node, "site");
    const sites = drafts.map(({ method, url, client }) => ({
      node,
      client,
      method: knownText(method)?.toUpperCase(),
      url: textOf(url)?.replace(unneededBase, ""),
    }));
    return unique(sites, ({ method, url }) => `${method ?? ""} ${url ?? ""}`);
  }

  /** @returns what a function sends of its parameters. */
  #draftsOf(code: number): readonly Draft[] {
    this.#drafts ??= this.#findDrafts();
    return this.#drafts.get(code) ?? [];
  }

  /** Begins with the functions that call clients, and goes on to their callers until nothing is added. */
  #findDrafts(): Map<number, readonly Draft[]> {
    const found = new Map<number, readonly Draft[]>();
    this.#drafts = found;
    const rounds = new Map<number, number>();
    const waiting = [...this.#graph.directSenders()];
    for (let code = waiting.pop(); code !== undefined; code = waiting.pop()) {
      const round = (rounds.get(code) ?? 0) + 1;
      if (round > mostRounds) continue;
      rounds.set(code, round);
      const drafts = this.#sentBy(code);
      if (keyOf(drafts) === keyOf(found.get(code) ?? [])) continue;
      found.set(code, drafts);
      waiting.push(...this.#graph.callersOf(code));
    }
    return found;
  }

  #sentBy(code: number): readonly Draft[] {
    const drafts = this.#graph.callsWithin(code).flatMap((call) => {
      const node = this.#nodeOf(call);
      if (!node) return [];
      return call.role === "sends" ? [this.#ofClient(call, node)] : this.#throughCall(call, node, "part");
    });
    const dependent = drafts.filter(({ method, url }) => [method, url].some((each) => dependsOn(each, code)));
    return unique(dependent, (draft) => keyOf([draft])).slice(0, mostDrafts);
  }

  #nodeOf(call: SolvedCall): Called | undefined {
    const known = this.#nodes.get(call);
    if (known !== undefined) return known ?? undefined;
    const file = this.#graph.fileOf(call.within);
    const node = file && findCall(this.#ts, file, call);
    this.#nodes.set(call, node ?? null);
    return node;
  }

  /**
   * @param as a site has to supply something itself: to pass a parameter on is no request of its own, but part of what a function sends.
   * @returns what the called functions send of the call's arguments.
   */
  #throughCall(call: SolvedCall, node: Called, as: "part" | "site"): readonly Draft[] {
    return call.callees.slice(0, mostDrafts).flatMap((callee) => {
      const drafts = this.#draftsOf(callee);
      if (drafts.length === 0) return [];
      const given = this.#given(node);
      const supplying = as === "site" ? drafts.filter((draft) => supplies(draft, callee, given)) : drafts;
      return supplying.map(({ method, url, client }) => ({
        client,
        method: substitute(method, callee, given),
        url: substitute(url, callee, given),
      }));
    });
  }

  /** @returns the request that a client's own function sends, whose first arguments are alike in all clients. */
  #ofClient({ client }: SolvedCall, node: Called): Draft {
    const [first, second] = argumentsOf(node).map((each) => readTemplate(this.#around, each));
    const name = client?.name ?? "";
    const members = [...(name.startsWith("module ") ? [] : name.split(".").slice(1)), ...(client?.members ?? [])];
    const label = [name.replace(/^module /u, ""), ...(client?.members ?? [])].join(".");
    return { ...withRoute(draftOf(members, first ?? absent, second ?? absent)), client: label };
  }

  /** @returns the templates of a call's arguments, the same for each function that it may run. */
  #given(node: Called): readonly Template[] {
    const known = this.#args.get(node);
    if (known) return known;
    // A variable may be made of itself.
    this.#args.set(node, []);
    const read = argumentsOf(node).map((each) =>
      this.#ts.isSpreadElement(each) ? unknownTemplate("") : readTemplate(this.#around, each),
    );
    this.#args.set(node, read);
    return read;
  }

  /** @returns what a call of a function of the project gives: known where that is one expression of its parameters. */
  #returned(node: TS.CallExpression): Template | undefined {
    const callees = this.#graph.calleesAt(node);
    const [callee] = callees;
    if (callee === undefined) return undefined;
    const code = callees.length === 1 ? this.#graph.nodeOf(callee) : undefined;
    const result = code && onlyResult(this.#ts, code);
    if (!result || this.#reading.size > mostReading || this.#reading.has(code)) return unknownTemplate("");
    this.#reading.add(code);
    const template = substitute(readTemplate(this.#around, result), callee, this.#given(node));
    this.#reading.delete(code);
    return template;
  }

  #exported(from: TS.SourceFile, specifier: string, name: string): TS.Expression | undefined {
    const ts = this.#ts;
    const target = this.#sources.find(from.fileName, specifier);
    const file = target === undefined ? undefined : this.#sources.file(target);
    for (const each of file?.statements ?? []) {
      if (name === "default" && ts.isExportAssignment(each)) return each.expression;
      if (!ts.isVariableStatement(each)) continue;
      for (const declaration of each.declarationList.declarations)
        if (ts.isIdentifier(declaration.name) && declaration.name.text === name) return declaration.initializer;
    }
    return undefined;
  }
}

function argumentsOf({ arguments: args }: Called): readonly TS.Expression[] {
  return args ?? [];
}

/** @param members the members that lead from the client to what is called: a method's name, or nothing for `fetch`. */
function draftOf(members: readonly string[], first: Template, options: Template): Omit<Draft, "client"> {
  const member = members.at(-1)?.replace(/^\$/u, "") ?? "";
  const [verb = ""] = /^(?:get|post|put|patch|delete|del|head|options)(?![a-z])/iu.exec(member) ?? [];
  if (member === severalMembers) return { method: unknownTemplate(""), url: joinTemplates([withBase, first]) };
  if (member === "graphql") return { method: text("POST"), url: text("/graphql") };
  // `octokit.rest.issues.create`: only the client knows what it sends.
  if (verb === "" && !/^(?:|default|fetch|request\w*|ajax)$/u.test(member))
    return { method: unknownTemplate(""), url: unknownTemplate("") };
  const target = settle(first);
  const isOptions = target.kind === "object";
  const url = isOptions ? either(memberOf(target, "url"), memberOf(target, "path")) : target;
  const written = memberOf(isOptions ? target : options, "method");
  const method = verb === "" ? either(written, text("GET")) : text(verb === "del" ? "DELETE" : verb);
  // A client may have a base of its own.
  return { method, url: members.length > 0 ? joinTemplates([withBase, url]) : url };
}

/** A URL that is absolute, or begins with something that is not known itself, needs no other base. */
const unneededBase = /^\{baseUrl\}(?=https?:|\{)/u;

const withBase: Template = { kind: "unknown", name: "baseUrl" };

function either(first: Template, second: Template): Template {
  return { kind: "either", first, second };
}

function text(value: string): Template {
  return { kind: "text", parts: [value] };
}

/** `request("GET /repos/{owner}")` names both at once. */
function withRoute(draft: Omit<Draft, "client">): Omit<Draft, "client"> {
  const url = settle(draft.url);
  const parts = url.kind === "text" ? url.parts : [];
  const [base, written] = parts;
  if (base !== withBase || typeof written !== "string") return draft;
  const [, method, rest] = /^([A-Z]{3,7}) (.*)$/su.exec(written) ?? [];
  if (method === undefined) return draft;
  return { method: text(method), url: { kind: "text", parts: [base, rest ?? "", ...parts.slice(2)] } };
}

function dependsOn(template: Template, code: number): boolean {
  return parametersIn(template, code).length > 0;
}

/** Whether an argument that the method or the URL is made of is more than a parameter passed on. */
function supplies({ method, url }: Draft, callee: number, args: readonly Template[]): boolean {
  return [url, method].some((part) =>
    parametersIn(part, callee).some((parameter) => {
      const given = settle(substitute(parameter, callee, args));
      return given.kind !== "parameter" && given.kind !== "absent";
    }),
  );
}

/** @returns a text without holes. */
function knownText(template: Template): string | undefined {
  const found = textOf(template);
  return found === undefined || found.includes("{") ? undefined : found;
}

function keyOf(drafts: readonly Draft[]): string {
  return JSON.stringify(drafts.map(({ method, url }) => [method, url]));
}

/** @returns the expression that a function gives back, if there is only one. */
function onlyResult(ts: typeof TS, code: TS.Node): TS.Expression | undefined {
  if (!ts.isFunctionLike(code) || !("body" in code) || !code.body) return undefined;
  if (!ts.isBlock(code.body)) return code.body;
  const results: TS.Expression[] = [];
  walk(ts, code.body, {}, (node, outer) => {
    if (ts.isReturnStatement(node) && node.expression) results.push(node.expression);
    return ts.isFunctionLike(node) || ts.isClassLike(node) ? undefined : outer;
  });
  return results.length === 1 ? results[0] : undefined;
}

function unique<T>(list: readonly T[], keyOf: (each: T) => string): readonly T[] {
  return [...new Map(list.map((each) => [keyOf(each), each])).values()];
}

/** @returns the node of a call, by its place. */
function findCall(ts: typeof TS, file: TS.SourceFile, { fact: { start, end } }: SolvedCall): Called | undefined {
  let node: TS.Node | undefined = file;
  while (node) {
    if (node.pos === start && node.end === end && (ts.isCallExpression(node) || ts.isNewExpression(node))) return node;
    node = ts.forEachChild(node, (child) => (child.pos <= start && end <= child.end ? child : undefined));
  }
  return undefined;
}
