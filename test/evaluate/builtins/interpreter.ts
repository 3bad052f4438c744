import ts from "typescript";
import {
  concat,
  elementsOf,
  emptyList,
  globalBuiltin,
  regularExpression,
  spreadInto,
  textForm,
  withAll,
} from "../../../src/evaluate/builtins";
import { emptyObject, withMember } from "../../../src/evaluate/builtins/objects/spread";
import { keyOf } from "../../../src/evaluate/builtins/texts/form";
import type { Abstract, Builtin } from "../../../src/evaluate/domain";
import { arrayOf, builtinValue, entry, never, objectOf, scalar, text, unknown } from "../../../src/evaluate/make";
import { joinAll, mapOptions, nullishOf, truthOf } from "../../../src/evaluate/values";
import { afterwards, called, evaluator, nowhere, readMember } from "./calls";

/** Evaluates expressions with nothing but the built-in functions: what the evaluation does, without graphs, files and calls that are not followed. */

export type Scope = ReadonlyMap<string, Abstract>;

/** The source that an expression is parsed from, and the variables that calls change. */
export class Interpreter {
  readonly #scope: Map<string, Abstract>;

  constructor(scope: Scope = new Map()) {
    this.#scope = new Map(scope);
  }

  get(name: string): Abstract {
    return this.#scope.get(name) ?? unknown(name, nowhere);
  }

  /** Evaluates an expression as the language would, and lets calls change the variables that they are given. */
  run(source: string): Abstract {
    const file = ts.createSourceFile("test.ts", `(${source})`, ts.ScriptTarget.Latest, true);
    const [statement] = file.statements;
    if (!statement || !ts.isExpressionStatement(statement)) throw new Error(source);
    return this.#evaluate(statement.expression);
  }

  set(name: string, value: Abstract): void {
    this.#scope.set(name, value);
  }

  #evaluate(node: ts.Expression): Abstract {
    if (ts.isParenthesizedExpression(node)) return this.#evaluate(node.expression);
    if (ts.isStringLiteralLike(node)) return text(node.text, nowhere);
    if (ts.isNumericLiteral(node)) return scalar(Number(node.text), nowhere, node.text);
    if (ts.isBigIntLiteral(node)) return scalar(BigInt(node.text.slice(0, -1)), nowhere);
    if (node.kind === ts.SyntaxKind.NullKeyword) return scalar(null, nowhere);
    if (node.kind === ts.SyntaxKind.TrueKeyword) return scalar(true, nowhere);
    if (node.kind === ts.SyntaxKind.FalseKeyword) return scalar(false, nowhere);
    if (ts.isIdentifier(node)) return this.#identifier(node.text);
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf("/");
      return regularExpression(node.text.slice(1, end), node.text.slice(end + 1), nowhere);
    }
    return this.#compound(node);
  }

  #identifier(name: string): Abstract {
    if (name === "undefined") return scalar(undefined, nowhere);
    return this.#scope.get(name) ?? globalBuiltin(name, nowhere) ?? unknown(name, nowhere);
  }

  #compound(node: ts.Expression): Abstract {
    if (ts.isTemplateExpression(node)) {
      const pieces = node.templateSpans.flatMap(({ expression, literal }) => [
        textForm(this.#evaluate(expression), nowhere, evaluator),
        text(literal.text, nowhere),
      ]);
      return concat([text(node.head.text, nowhere), ...pieces], nowhere);
    }
    if (ts.isArrayLiteralExpression(node)) return this.#list(node);
    if (ts.isObjectLiteralExpression(node)) return this.#object(node);
    if (ts.isArrowFunction(node) || ts.isFunctionExpression(node)) return this.#function(node);
    if (ts.isPropertyAccessExpression(node)) return this.#member(node);
    if (ts.isElementAccessExpression(node)) return this.#element(node);
    if (ts.isCallExpression(node) || ts.isNewExpression(node)) return this.#call(node);
    if (ts.isPrefixUnaryExpression(node)) return this.#negative(node);
    if (ts.isConditionalExpression(node)) return this.#conditional(node);
    return unknown(ts.SyntaxKind[node.kind], nowhere);
  }

  #member({ expression, name, questionDotToken }: ts.PropertyAccessExpression): Abstract {
    return mapOptions(this.#evaluate(expression), (option) =>
      questionDotToken && nullishOf(option) === true ? scalar(undefined, nowhere) : readMember(option, name.text),
    );
  }

  #negative({ operand, operator }: ts.PrefixUnaryExpression): Abstract {
    const value = this.#evaluate(operand);
    if (operator === ts.SyntaxKind.ExclamationToken) {
      const truth = truthOf(value);
      return truth === undefined ? unknown("an operator", nowhere, { is: "boolean" }) : scalar(!truth, nowhere);
    }
    return value.kind === "scalar" && typeof value.value === "number"
      ? scalar(-value.value, nowhere)
      : unknown("an operator", nowhere);
  }

  #conditional(node: ts.ConditionalExpression): Abstract {
    const truth = truthOf(this.#evaluate(node.condition));
    if (truth !== undefined) return this.#evaluate(truth ? node.whenTrue : node.whenFalse);
    return joinAll([this.#evaluate(node.whenTrue), this.#evaluate(node.whenFalse)], nowhere);
  }

  #element(node: ts.ElementAccessExpression): Abstract {
    const target = this.#evaluate(node.expression);
    const key = this.#evaluate(node.argumentExpression);
    const name = key.kind === "text" || key.kind === "scalar" ? keyOf(key, nowhere) : undefined;
    return name === undefined ? unknown("a computed member", nowhere) : readMember(target, name);
  }

  #list({ elements }: ts.ArrayLiteralExpression): Abstract {
    let list = emptyList;
    for (const element of elements) {
      if (ts.isSpreadElement(element)) {
        const spread = this.#evaluate(element.expression);
        if (spread.kind === "scalar") return never(nowhere);
        list = withAll(list, spread, nowhere);
      } else list = withAll(list, arrayOf([{ value: this.#evaluate(element), presence: "always" }], nowhere), nowhere);
    }
    return arrayOf(list.elements, nowhere, { open: list.open });
  }

  #object({ properties }: ts.ObjectLiteralExpression): Abstract {
    let draft = emptyObject;
    for (const property of properties) {
      if (ts.isSpreadAssignment(property)) draft = spreadInto(draft, this.#evaluate(property.expression));
      else if (ts.isPropertyAssignment(property))
        draft = withMember(draft, nameOf(property.name), entry(this.#evaluate(property.initializer), nowhere));
      else if (ts.isShorthandPropertyAssignment(property))
        draft = withMember(draft, property.name.text, entry(this.#identifier(property.name.text), nowhere));
      else if (ts.isMethodDeclaration(property))
        draft = withMember(draft, nameOf(property.name), entry(this.#function(property), nowhere));
    }
    return objectOf(draft.members, nowhere, draft);
  }

  #function({ parameters, body }: ts.ArrowFunction | ts.FunctionExpression | ts.MethodDeclaration): Abstract {
    const result = body && ts.isBlock(body) ? returned(body) : body;
    const builtin: Builtin = {
      label: "a function of the program",
      call: (call) => {
        const inner = new Map(this.#scope);
        for (const [index, { name }] of parameters.entries())
          bind(
            inner,
            name,
            call.arguments[index] ?? (call.more ? unknown("an argument", nowhere) : scalar(undefined, nowhere)),
          );
        return result ? new Interpreter(inner).#evaluate(result) : scalar(undefined, nowhere);
      },
    };
    return builtinValue(builtin, nowhere);
  }

  #call(node: ts.CallExpression | ts.NewExpression): Abstract {
    const { expression } = node;
    const target =
      ts.isPropertyAccessExpression(expression) || ts.isElementAccessExpression(expression)
        ? expression.expression
        : undefined;
    const self = target && this.#evaluate(target);
    const { given, more } = this.#arguments(node.arguments ?? []);
    const key = ts.isPropertyAccessExpression(expression) ? expression.name.text : undefined;
    const callee = self && key !== undefined ? readMember(self, key, nowhere, given) : this.#evaluate(expression);
    const how = { more, construct: ts.isNewExpression(node) };
    const result = called(callee, self, given, how);
    const names = [target, ...(node.arguments ?? [])].map((each) =>
      each && ts.isIdentifier(each) ? each.text : undefined,
    );
    for (const [index, name] of names.entries()) {
      const before = name === undefined ? undefined : this.#scope.get(name);
      if (name === undefined || !before) continue;
      const after =
        index === 0 && key !== undefined
          ? mapOptions(before, (option) => afterwards(readMember(option, key, nowhere, given), option, -1, given, how))
          : afterwards(callee, before, index - 1, given, how);
      this.#scope.set(name, after);
    }
    return result;
  }

  #arguments(nodes: readonly ts.Expression[]): { readonly given: readonly Abstract[]; readonly more: boolean } {
    const given: Abstract[] = [];
    for (const node of nodes) {
      if (!ts.isSpreadElement(node)) {
        given.push(this.#evaluate(node));
        continue;
      }
      const elements = elementsOf(this.#evaluate(node.expression));
      if (!elements?.every(({ presence }) => presence === "always")) return { given, more: true };
      given.push(...elements.map(({ value }) => value));
    }
    return { given, more: false };
  }
}

function bind(scope: Map<string, Abstract>, name: ts.BindingName, value: Abstract): void {
  if (ts.isIdentifier(name)) scope.set(name.text, value);
  else if (ts.isArrayBindingPattern(name))
    for (const [index, element] of name.elements.entries())
      if (ts.isBindingElement(element)) bind(scope, element.name, readMember(value, String(index)));
}

function returned(body: ts.Block): ts.Expression | undefined {
  const last = body.statements.at(-1);
  return last && ts.isReturnStatement(last) ? last.expression : undefined;
}

function nameOf(name: ts.PropertyName): string | undefined {
  return ts.isIdentifier(name) || ts.isStringLiteralLike(name) || ts.isNumericLiteral(name) ? name.text : undefined;
}
