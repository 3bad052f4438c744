import { createRequire } from "node:module";
import type * as Cel from "@marcbachmann/cel-js";
import { makeConversions } from "./conversions";
import { collectionFunctions, SetsNamespace } from "./collections";
import type { Functions } from "./functions";
import { Address, AddressRange, IpNamespace, networkFunctions } from "./network";
import { Quantity, quantityFunctions } from "./quantity";
import { FormatNamespace, NamedFormat, textFunctions } from "./texts";
import { Url, urlFunctions } from "./urls";

/** The Common Expression Language with the extensions of Kubernetes. */

let loaded: typeof Cel | undefined;

/** Loaded for the first rule, because most contracts have none. */
function cel(): typeof Cel {
  loaded ??= createRequire(__filename)("@marcbachmann/cel-js") as typeof Cel;
  return loaded;
}

/** A rule that can be evaluated. */
export type Expression = Cel.ParseResult;

let environment: Cel.Environment | undefined;

/**
 * Parses an expression over `self`.
 *
 * @throws if it is invalid or uses unsupported functions.
 */
export function parseExpression(source: string): Expression {
  environment ??= makeEnvironment();
  const expression = environment.parse(withOwnFunctions(source));
  const { valid, error } = expression.check();
  if (!valid) throw error ?? new Error("the types do not fit");
  return expression;
}

function makeEnvironment(): Cel.Environment {
  const { Environment } = cel();
  const celEnvironment = new Environment({
    unlistedVariablesAreDyn: false,
    homogeneousAggregateLiterals: false,
    enableOptionalTypes: true,
  });
  celEnvironment.registerVariable("self", "dyn");
  const types = { Address, AddressRange, NamedFormat, Quantity, Url, FormatNamespace, IpNamespace, SetsNamespace };
  for (const [name, type] of Object.entries(types)) celEnvironment.registerType(name, type);
  const namespaces = { format: new FormatNamespace(), ip: new IpNamespace(), sets: new SetsNamespace() };
  celEnvironment.registerConstant("format", "FormatNamespace", namespaces.format);
  celEnvironment.registerConstant("ip", "IpNamespace", namespaces.ip);
  celEnvironment.registerConstant("sets", "SetsNamespace", namespaces.sets);
  const all: Functions = {
    ...collectionFunctions,
    ...makeConversions({ duration: convertBy("duration(self)"), timestamp: convertBy("timestamp(self)") }),
    ...networkFunctions,
    ...quantityFunctions,
    ...textFunctions,
    ...urlFunctions,
    "NamedFormat.validate(string): optional<list<string>>": ({ fits, name }: NamedFormat, text: string) => {
      const { Optional } = cel();
      return fits(text) ? Optional.none() : Optional.of([`must be a ${name}`]);
    },
  };
  celEnvironment.registerOperator("Address == Address", sameAddress);
  celEnvironment.registerOperator("AddressRange == AddressRange", (left: AddressRange, right: AddressRange) => {
    return left.length === right.length && sameAddress(left.address, right.address);
  });
  celEnvironment.registerOperator(
    "Quantity == Quantity",
    (left: Quantity, right: Quantity) => left.nanos === right.nanos,
  );
  celEnvironment.registerOperator("Url == Url", (left: Url, right: Url) => left.parts.href === right.parts.href);
  celEnvironment.registerFunction("hasMember(ast): bool", presence);
  for (const [signature, run] of Object.entries(all)) celEnvironment.registerFunction(signature, run);
  return celEnvironment;
}

/** @returns one of the library's own conversions, without the functions of this file. */
function convertBy(source: string): (self: unknown) => unknown {
  const { Environment } = cel();
  const expression = new Environment({ unlistedVariablesAreDyn: true }).parse(source);
  return (self): unknown => expression({ self });
}

/** Matches string literals and comments, to skip them, and the names of replaced functions. */
const nameOrText =
  /[rR][bB]?(?:"""[^]*?"""|'''[^]*?'''|"[^"]*"|'[^']*')|"""(?:\\[^]|[^\\])*?"""|'''(?:\\[^]|[^\\])*?'''|"(?:\\[^]|[^"\\])*"|'(?:\\[^]|[^'\\])*'|\/\/[^\n]*|(?<![\w$])(?:double|duration|has|int|lowerAscii|matches|timestamp|trim|upperAscii)(?=\s*\()/g;

function sameAddress(left: Address, right: Address): boolean {
  return left.bits === right.bits && left.family === right.family;
}

const ownNames: Readonly<Record<string, string>> = {
  double: "toDouble",
  duration: "toDuration",
  has: "hasMember",
  int: "toInt",
  lowerAscii: "asciiLower",
  matches: "reMatch",
  timestamp: "toTimestamp",
  trim: "trimSpace",
  upperAscii: "asciiUpper",
};

/**
 * Replaces library functions that differ from the service's by own ones. The library matches with JavaScript's regular expressions, which may backtrack
 * forever. Its `has` supports members of variables only, not of elements (`has(self[0].a)`). It changes the case of non-ASCII letters, and parses numbers as
 * JavaScript does.
 */
function withOwnFunctions(source: string): string {
  return source.replace(nameOrText, (found) => (Object.hasOwn(ownNames, found) ? (ownNames[found] ?? found) : found));
}

type Node = Cel.ASTNode;

interface Run {
  run(node: Node, context: unknown): unknown;
}

interface Check {
  check(node: Node, context: unknown): unknown;
  getType(name: string): unknown;
}

/** `has(a.b)`: whether the member exists. The object must exist. */
function presence({ args: [member] }: { readonly args: readonly Node[] }): object {
  if (member?.op !== ".") throw new Error("`has` takes a member: has(self.a)");
  const [object, name] = member.args;
  return {
    args: [],
    typeCheck(checker: Check, _: unknown, context: unknown): unknown {
      checker.check(object, context);
      return checker.getType("bool");
    },
    evaluate(evaluator: Run, _: unknown, context: unknown): boolean {
      const value = evaluator.run(object, context);
      if (value instanceof Map) return value.has(name);
      throw new Error("no object");
    },
  };
}
